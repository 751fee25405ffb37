// @ts-check
// What pieces, counts and seats are called, made of the words of their parts.

import { colourName, hasText, t, titleText } from "./texts.js";

/** The words of a key, or a name where there are none. @param {string} key @param {string} name */
const named = (key, name) => (hasText(key) ? t(key) : name);

/** What a kind of piece is called; one that there are no words for by its word in the state. @param {string} kind */
export const kindName = (kind) => named(`piece.${kind}`, kind);

/** @param {string} name */
export const countKindName = (name) => named(`count.${name}`, name);

/** What is never more again once it is none: nobody needs to read of it to the end of the game. */
const USED_UP = new Set(["ringsInHand"]);

/** The counts that say something. @param {import("./types").Count[]} counts */
export const toldCounts = (counts) => counts.filter(({ name, count }) => count > 0 || !USED_UP.has(name));

/** Such as "Rings taken: 2". @param {import("./types").Count} count */
export const countText = ({ name, count }) => t("count", { name: countKindName(name), count });

/** @param {import("./types").Piece} piece */
export const pieceName = ({ kind, colour }) => t("setup.piece", { colour: colourName(colour), kind: kindName(kind) });

/** @param {import("./types").Count} count */
export const countName = ({ name, colour }) =>
  colour ? t("setup.countOf", { colour: colourName(colour), name: countKindName(name) }) : countKindName(name);

/** The name of a game and what it is about, which its title has both. @param {{name: string, title: string}} game @returns {[string, string]} */
export function splitTitle(game) {
  const [name, ...about] = titleText(game).split(/\s*:\s*/);
  const text = about.join(": ");
  return [name, text.slice(0, 1).toUpperCase() + text.slice(1)];
}

/** @param {{seat: number, colour: string}} seat */
export const seatName = ({ seat, colour }) => t("analyse.seat", { colour: colourName(colour), seat });
