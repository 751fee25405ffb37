// @ts-check
// The board of a game in its middle, drawn once it comes into sight.

import { get } from "./api.js";
import { Board } from "./board.js";
import { piecesOf } from "./effects.js";

/** @typedef {import("./types.d.ts").Board} BoardState */

/** Each is asked for once. @type {Map<string, Promise<BoardState>>} */
const boards = new Map();

/** @param {string} game */
function boardOf(game) {
  const asked = boards.get(game) ?? get(`/api/scenes/${encodeURIComponent(game)}`);
  boards.set(game, asked);
  return asked;
}

/** @param {HTMLElement} host @param {string} game */
async function draw(host, game) {
  try {
    const board = await boardOf(game);
    new Board(host, board).show([...piecesOf(board)], [], "", "");
  } catch {
    // A game can be chosen without its picture, which is asked for again at the next sight.
    boards.delete(game);
  }
}

/** @param {HTMLElement} host which has its size already @param {string} game */
export function showScene(host, game) {
  const watch = new IntersectionObserver((seen) => {
    if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
    watch.disconnect();
    void draw(host, game);
  }, { rootMargin: "300px" });
  watch.observe(host);
}
