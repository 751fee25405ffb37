// @ts-check
// What somebody practises, kept with the games. What was kept in this browser before moves there; and while it cannot be
// kept there, it stays here.

import * as api from "./api.js";
import { changeKept, keptBy } from "./exercises.js";
import { dueOf, merged, seconds } from "./repetition.js";
import { remember, remembered } from "./store.js";

/** @typedef {import("./types").Exercise} Exercise */

/** What this browser has of it. @returns {Exercise[]} */
const here = () => remembered("mistakes", []);
/** What was kept with the games when that was seen last. @type {Exercise[]} */
let seen = [];

/** All that is practised. */
export async function practice() {
  const mine = here();
  if (mine.length > 0) return change((known) => known);
  seen = (await keptBy(api)).exercises;
  return seen;
}

/**
 * Changes what is practised.
 * @param {(known: Exercise[]) => Exercise[]} how
 * @returns {Promise<Exercise[]>} what is practised then
 */
export async function change(how) {
  const mine = here();
  try {
    seen = await changeKept(api, (known) => how(merged(known, mine)));
    if (mine.length > 0) remember("mistakes", []);
    return seen;
  } catch {
    const changed = how(merged(seen, mine));
    remember("mistakes", changed);
    return changed;
  }
}

/** How many come again now; none where that cannot be found out. */
export const dueCount = () => practice().then((known) => dueOf(known, seconds()).length, () => 0);
