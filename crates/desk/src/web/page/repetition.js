// @ts-check
// Positions from one's own games that come again another day, until they are known.

/** @typedef {import("./types").Review} Review */

/** A turn that gave away much, and what would have been better. @typedef {import("./types").Exercise} Mistake */

const DAY = 86400;
/** After how many days a position comes again, by its stage; one beyond the last is known. */
const DAYS = [1, 3, 7, 21, 60];
/** So many are kept. */
const MOST = 300;
/** What gave away less than this is not worth it. */
const LEAST = 0.1;

/** @param {Mistake} mistake */
export const keyOf = ({ game, options, position, moves }) => JSON.stringify([game, options ?? {}, position ?? null, moves]);

/**
 * The worst turns of some seats, the worst first.
 * @param {Review} review @param {number[]} seats from 1 @param {number} most
 */
export function worstOf({ turns }, seats, most) {
  const loss = (/** @type {Review["turns"][number]} */ { before, after }) => before - after;
  const bad = turns.filter((turn) => seats.includes(turn.seat) && turn.turn !== turn.best && loss(turn) >= LEAST);
  return bad.sort((a, b) => loss(b) - loss(a)).slice(0, most);
}

/**
 * With what was found now; what is known already keeps its stage. What would come last goes, if there are too many.
 * @param {Mistake[]} known @param {Mistake[]} found
 */
export function added(known, found) {
  const keys = new Set(known.map(keyOf));
  const all = [...known, ...found.filter((one) => !keys.has(keyOf(one)))];
  return all.sort((a, b) => a.due - b.due).slice(0, MOST);
}

/**
 * What was kept in two places: of what is in both, that which comes later is newer.
 * @param {Mistake[]} known @param {Mistake[]} other
 */
export function merged(known, other) {
  const newer = new Map(known.map((one) => [keyOf(one), one]));
  for (const one of other) if (!(Number(newer.get(keyOf(one))?.due) >= one.due)) newer.set(keyOf(one), one);
  return added([...newer.values()], []);
}

/**
 * Once it has been tried: found at the first try, it comes again later than the last time, or no more; else tomorrow.
 * @param {Mistake[]} known @param {Mistake} mistake @param {boolean} isFirst @param {number} now in seconds
 */
export function practised(known, mistake, isFirst, now) {
  const key = keyOf(mistake);
  return known.flatMap((one) => {
    if (keyOf(one) !== key) return [one];
    const stage = isFirst ? one.stage + 1 : 0;
    return stage >= DAYS.length ? [] : [{ ...one, stage, due: now + DAYS[stage] * DAY }];
  });
}

/** Those to be tried now. @param {Mistake[]} known @param {number} now in seconds */
export const dueOf = (known, now) => known.filter(({ due }) => due <= now);

/** The time, in seconds since 1970. */
export const seconds = () => Date.now() / 1000;
