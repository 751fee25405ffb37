// @ts-check
// What the effects of a decision (docs/json.md) do to the pieces on a board. Pure.

/**
 * @typedef {import("./types.d.ts").Effect} Effect
 * @typedef {import("./types.d.ts").Piece} Piece
 * @typedef {Map<string, Piece>} Pieces by their places
 */

/**
 * The pieces of a state's board.
 * @param {import("./types.d.ts").Board} board
 * @returns {Pieces}
 */
export const piecesOf = (board) => new Map(board.places.flatMap(({ name, piece }) => (piece ? [[name, piece]] : [])));

/**
 * The pieces after effects: first every `from` is emptied, then every `to` is filled.
 * @param {Pieces} pieces
 * @param {Effect[]} effects
 * @returns {Pieces}
 */
export function after(pieces, effects) {
  const now = new Map(pieces);
  for (const { effect, from } of effects) {
    if (from && (effect === "move" || effect === "take")) now.delete(from);
  }
  for (const { effect, to, piece } of effects) {
    if (to && piece && (effect === "put" || effect === "move" || effect === "flip")) now.set(to, piece);
  }
  return now;
}

/**
 * The places that effects change.
 * @param {Effect[]} effects
 * @returns {string[]}
 */
export function changed(effects) {
  return [...new Set(effects.flatMap(({ from, to }) => [from, to]).filter((name) => name !== undefined))];
}
