// @ts-check
// Moves pieces to where they are: a board already shows what came of effects, and its pieces come from where they were.

/**
 * @typedef {import("./board.js").Board} Board
 * @typedef {import("./effects.js").Effect} Effect
 * @typedef {import("./effects.js").Pieces} Pieces
 */

const EASE = "cubic-bezier(0.3, 0.1, 0.25, 1)";

/** Whether the person wants as little movement as possible. */
export const prefersStillness = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * @param {Board} board which shows what came of the effects
 * @param {Pieces} before what lay there before
 * @param {Effect[]} effects
 * @param {number} ms how long it takes
 * @returns {{ done: Promise<unknown>, finish: () => void }}
 */
export function animate(board, before, effects, ms) {
  const running = effects.flatMap((effect) => animated(board, before, effect, ms));
  return {
    done: Promise.all(running.map((animation) => animation.finished)),
    finish: () => running.forEach((animation) => animation.finish()),
  };
}

/**
 * @param {Board} board
 * @param {Pieces} before
 * @param {Effect} effect
 * @param {number} ms
 * @returns {Animation[]}
 */
function animated(board, before, effect, ms) {
  const drawn = board.lying.get(effect.to ?? "")?.drawn;
  if (effect.effect === "move" && drawn) return [travel(board, drawn, effect.from, effect.to, ms)];
  if (effect.effect === "put" && drawn) return [effect.via ? travel(board, drawn, effect.via, effect.to, ms) : appear(drawn, ms)];
  if (effect.effect === "take" && effect.from && effect.piece) return vanish(board, effect.piece, effect.from, ms);
  if (effect.effect === "flip" && drawn) return flip(board, drawn, before, effect.to ?? "", ms);
  return [];
}

/**
 * @param {Board} board
 * @param {SVGElement} drawn
 * @param {string | undefined} from
 * @param {string | undefined} to
 * @param {number} ms
 */
function travel(board, drawn, from, to, ms) {
  const [start, end] = [board.places.get(from ?? ""), board.places.get(to ?? "")];
  const way = start && end ? `translate(${start.x - end.x}px, ${start.y - end.y}px)` : "none";
  return drawn.animate([{ transform: way }, { transform: "translate(0, 0)" }], { duration: ms, easing: EASE });
}

/**
 * @param {SVGElement} drawn
 * @param {number} ms
 */
function appear(drawn, ms) {
  const steps = [{ transform: "scale(1.25)", opacity: 0 }, { opacity: 1, offset: 0.5 }, { transform: "scale(1)", opacity: 1 }];
  return drawn.animate(steps, { duration: 0.8 * ms, easing: EASE });
}

/**
 * What is gone is drawn below the others until it has faded away.
 * @param {Board} board
 * @param {import("./types.d.ts").Piece} piece
 * @param {string} from
 * @param {number} ms
 */
function vanish(board, piece, from, ms) {
  const ghost = board.draw(piece, from);
  if (!ghost) return [];
  board.pieces.prepend(ghost);
  const steps = [{ transform: "scale(1)", opacity: 1 }, { opacity: 1, offset: 0.3 }, { transform: "scale(0.5)", opacity: 0 }];
  const fading = ghost.animate(steps, { duration: 1.2 * ms, easing: EASE });
  fading.onfinish = () => ghost.remove();
  return [fading];
}

/**
 * The old side turns away, then the new one appears.
 * @param {Board} board
 * @param {SVGElement} drawn
 * @param {Pieces} before
 * @param {string} place
 * @param {number} ms
 */
function flip(board, drawn, before, place, ms) {
  const old = before.get(place);
  const ghost = old && board.draw(old, place);
  const half = ms / 2;
  const steps = [{ transform: "scaleX(0)" }, { transform: "scaleX(1)" }];
  const coming = drawn.animate(steps, { duration: half, delay: half, fill: "backwards" });
  if (!ghost) return [coming];
  const going = ghost.animate([...steps].reverse(), { duration: half, easing: "ease-in" });
  going.onfinish = () => ghost.remove();
  return [coming, going];
}
