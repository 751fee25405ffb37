// @ts-check
// A board to look at and to touch: draws positions, moves pieces, lights what may be touched, and tells it to screen readers.

import { Board, element } from "./board.js";
import { animate } from "./animate.js";
import { after, changed, piecesOf } from "./effects.js";
import { BoardInput } from "./board_input.js";
import { kindName } from "./names.js";
import { colourName, t } from "./texts.js";

/**
 * @typedef {import("./types.d.ts").State} State
 * @typedef {import("./effects.js").Effect} Effect
 * @typedef {import("./effects.js").Pieces} Pieces
 * @typedef {object} Offered what a person can do with the board
 * @property {Set<string>} next may be touched next
 * @property {Set<string>} answers answer to a touch in some way
 * @property {string[]} touched
 * @property {string[]} [kept] stay where they are
 * @property {string[]} [ghosts] would be emptied
 * @property {Set<string>} [leads] more is to be touched after them: from there one can drag
 * @property {Effect[]} [chosen] what a decision would do that is still to be confirmed
 */

/** @type {Offered} */
const NOTHING = { next: new Set(), answers: new Set(), touched: [] };

/**
 * A board as it is seen from the other side.
 * @param {import("./types.d.ts").Board} board
 * @returns {import("./types.d.ts").Board}
 */
export function turnedBoard(board) {
  const ends = (/** @type {number[]} */ all) => Math.min(...all) + Math.max(...all);
  const [x, y] = [ends(board.places.map((place) => place.x)), ends(board.places.map((place) => place.y))];
  return { ...board, places: board.places.map((place) => ({ ...place, x: x - place.x, y: y - place.y })) };
}

export class BoardView {
  /**
   * @param {HTMLElement} host
   * @param {import("./types.d.ts").Board} board
   * @param {{ label: string } & import("./board_input.js").InputWiring} wiring
   */
  constructor(host, board, wiring) {
    this.board = new Board(host, board);
    this.svg = this.board.svg;
    this.svg.setAttribute("role", "application");
    // Its listeners for the focus would make the picture itself a stop of the tab key, beside its places.
    this.svg.setAttribute("tabindex", "-1");
    this.svg.setAttribute("aria-roledescription", t("board.role"));
    this.svg.setAttribute("aria-label", wiring.label);
    this.board.title.remove();
    this.board.description.remove();
    /** @type {Pieces} */
    this.pieces = new Map();
    this.offered = NOTHING;
    /** @type {{ finish: () => void } | null} */
    this.running = null;
    /** Grows with everything that is to be shown; what is older gives way. */
    this.shown = 0;
    /** Pieces where they would be. @type {SVGElement[]} */
    this.ahead = [];
    for (const group of this.groups()) this.makeTouchable(group);
    this.input = new BoardInput(this, wiring);
  }

  /** @returns {SVGGElement[]} */
  groups() {
    return [...this.board.cells.querySelectorAll("[data-point]")].map((group) => /** @type {SVGGElement} */ (group));
  }

  /** @param {SVGGElement} group */
  makeTouchable(group) {
    const place = this.board.places.get(group.dataset.point ?? "");
    if (!place) return;
    group.setAttribute("role", "button");
    group.setAttribute("tabindex", "-1");
    for (const label of group.querySelectorAll("text")) label.setAttribute("aria-hidden", "true");
    element("circle", { class: "hit", cx: place.x, cy: place.y, r: 0.5 * this.board.spacing.distance }, group);
  }

  /**
   * Shows a position at once, whatever was moving.
   * @param {State} state
   * @param {{ last?: string[], result?: string[] }} [marks]
   */
  set(state, { last = state.lastTurn?.points ?? [], result = state.result?.points ?? [] } = {}) {
    this.stop();
    this.draw(piecesOf(state.board), last);
    this.board.mark("won", result, 0.46);
    this.board.mark("banned", state.banned ? [state.banned] : [], 0.3);
  }

  /**
   * @param {Pieces} pieces
   * @param {string[]} last
   */
  draw(pieces, last) {
    this.pieces = pieces;
    this.board.show([...pieces], last, "", "");
    this.describe();
  }

  /** Ends what is moving; the board shows where everything ends up. */
  stop() {
    this.shown += 1;
    this.running?.finish();
    this.running = null;
  }

  /**
   * Shows decisions one after the other. Answers whether it has not been overtaken.
   * @param {Effect[][]} decisions
   * @param {number} ms for each, 0 to move nothing
   * @param {string | null} [carried] the piece from there has been carried to where it belongs
   * @returns {Promise<boolean>}
   */
  async play(decisions, ms, carried = null) {
    this.stop();
    const mine = this.shown;
    this.board.mark("won", [], 0.46);
    for (const effects of decisions) {
      const before = this.pieces;
      this.draw(after(before, effects), changed(effects));
      if (ms === 0) continue;
      const animation = animate(this.board, before, effects.filter(({ from }) => !carried || from !== carried), ms);
      this.running = animation;
      await animation.done.catch(() => undefined);
      if (this.shown !== mine) return false;
    }
    this.running = null;
    return true;
  }

  /**
   * Has a piece follow a pointer, so far from where it lies; or lie there again.
   * @param {string} place
   * @param {{ x: number, y: number } | null} by
   */
  carry(place, by) {
    const drawn = this.board.lying.get(place)?.drawn;
    if (!drawn) return;
    drawn.style.transform = by ? `translate(${by.x}px, ${by.y}px)` : "";
    if (by && drawn.nextSibling) this.board.pieces.append(drawn);
  }

  /** @param {Effect[]} effects */
  showAhead(effects) {
    for (const old of this.ahead) old.remove();
    this.ahead = effects.flatMap(({ to, piece }) => (to && piece ? (this.board.draw(piece, to) ?? []) : []));
    for (const drawn of this.ahead) drawn.classList.add("ahead");
  }

  /** @param {Offered | null} offered */
  offer(offered) {
    this.offered = offered ?? NOTHING;
    const { next, touched, kept = [], ghosts = [], chosen = [] } = this.offered;
    // When a board could first be touched: read by measurements.
    if (performance.getEntriesByName("board").length === 0) performance.mark("board");
    const taken = (/** @type {string} */ name) => this.pieces.has(name);
    this.board.mark("open", [...next].filter((name) => !taken(name)), 0.13);
    this.board.mark("open-piece", [...next].filter(taken), 0.43);
    this.board.mark("touched", touched, 0.46);
    this.board.mark("going", ghosts, 0.3);
    this.board.mark("kept", kept, 0.36);
    this.showAhead(chosen);
    this.describe();
  }

  /** The places' names for screen readers, and which may be touched. */
  describe() {
    const { next, touched, kept = [] } = this.offered;
    for (const group of this.groups()) {
      const name = group.dataset.point ?? "";
      group.toggleAttribute("data-legal", next.has(name));
      group.classList.toggle("answers", this.offered.answers.has(name));
      const parts = [this.nameOf(name)];
      if (next.has(name)) parts.push(t("place.open"));
      if (touched.includes(name)) parts.push(t("place.touched"));
      if (kept.includes(name)) parts.push(t("place.kept"));
      const label = parts.join(", ");
      if (group.getAttribute("aria-label") !== label) group.setAttribute("aria-label", label);
    }
  }

  /**
   * Such as "e5, white ring".
   * @param {string} name
   */
  nameOf(name) {
    const piece = this.pieces.get(name);
    if (!piece) return t("place.empty", { place: name });
    return t("place.piece", { place: name, colour: colourName(piece.colour), kind: kindName(piece.kind) });
  }
}
