// @ts-check
// The puzzle of a day: the same for everybody who has that date, also without a network. Pure.

const DAY_MS = 86_400_000;

/** A date of the calendar as it is written in data, such as 2026-11-28. @param {Date} date */
export const dateOf = (date) => [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0")).join("-");

/** The number of a date in the row of all days. @param {string} date */
const dayOf = (date) => Math.round(Date.parse(`${date}T00:00:00Z`) / DAY_MS);

/** @param {number} a @param {number} b @returns {number} */
const gcd = (a, b) => (b === 0 ? a : gcd(b, a % b));

/**
 * Which of so many puzzles is that of a date, from 0: near days have unlike puzzles, and none comes again before all have come.
 * @param {number} count @param {string} date
 */
export function dailyOf(count, date) {
  let step = Math.max(1, Math.floor(0.618 * count));
  while (gcd(step, count) !== 1) step += 1;
  return (dayOf(date) * step) % count;
}

/** @typedef {{last: string, days: number}} Days the date of the last one that was solved, and how many days in a row there were */

/** With the puzzle of a date solved. @param {Days} known @param {string} date @returns {Days} */
export const solvedOn = ({ last, days }, date) => (last === date ? { last, days } : { last: date, days: last !== "" && dayOf(date) - dayOf(last) === 1 ? days + 1 : 1 });

/** How many days in a row there are as long as one can go on. @param {Days} known @param {string} date */
export const daysNow = ({ last, days }, date) => (last !== "" && dayOf(date) - dayOf(last) <= 1 ? days : 0);
