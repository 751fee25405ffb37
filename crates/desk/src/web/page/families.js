// @ts-check
// The games with their variants, in the order in which people meet them, and what they are called.

import { splitTitle } from "./names.js";
import { hasText, t } from "./texts.js";

/** @typedef {import("./types.d.ts").GameInfo} GameInfo */
/** @typedef {{name: string, games: GameInfo[]}} Family a game and its variants; it has the name of the game */

/** Programs have an order of their own. Games that are not named come last. */
const ORDER = ["yinsh", "gipf", "zen", "yavalath", "pentalath"];

/** @param {GameInfo[]} games @returns {Family[]} */
export function familiesOf(games) {
  /** @type {Map<string, GameInfo[]>} */
  const found = new Map();
  for (const game of games) found.set(game.family, [...(found.get(game.family) ?? []), game]);
  const place = (/** @type {Family} */ { name }) => (ORDER.indexOf(name) + 1 || ORDER.length + 1);
  return [...found].map(([name, games]) => ({ name, games })).sort((one, other) => place(one) - place(other));
}

/** @param {Family} family */
export const familyName = ({ name, games }) => (hasText(`family.${name}`) ? t(`family.${name}`) : splitTitle(games[0])[0]);

/** What it is like, for somebody who does not know it. @param {Family} family */
export const familyAbout = ({ name, games }) => (hasText(`family.${name}.about`) ? t(`family.${name}.about`) : splitTitle(games[0])[1]);
