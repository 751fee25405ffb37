// @ts-check
// How far somebody has come with the puzzles. Pure.

/** @typedef {{solved: number[], missed: number[], streak: number, best: number}} Progress `missed` were not solved at the first try. */

/** @returns {Progress} */
export const noProgress = () => ({ solved: [], missed: [], streak: 0, best: 0 });

/** A wrong try ends the streak. @param {Progress} progress @param {number} number @returns {Progress} */
export function failed(progress, number) {
  const missed = progress.missed.includes(number) ? progress.missed : [...progress.missed, number];
  return { ...progress, missed, streak: 0 };
}

/**
 * A puzzle that is solved at the first try, for the first time, makes the streak longer.
 * @param {Progress} progress
 * @param {number} number
 * @param {number} tries wrong ones before
 * @returns {Progress}
 */
export function solved(progress, number, tries) {
  const isNew = !progress.solved.includes(number);
  const streak = progress.streak + (isNew && tries === 0 ? 1 : 0);
  return { ...progress, solved: isNew ? [...progress.solved, number] : progress.solved, streak, best: Math.max(progress.best, streak) };
}

/**
 * The next number that is not solved, after one and then from the beginning.
 * @param {number[]} numbers
 * @param {Progress} progress
 * @param {number} after
 * @returns {number | null}
 */
export function firstOpen(numbers, progress, after) {
  const open = numbers.filter((number) => number !== after && !progress.solved.includes(number));
  return open.find((number) => number > after) ?? open[0] ?? null;
}
