// @ts-check
// The board of a game that is played: what is touched, what is chosen beside it, what that decides, what is drawn over it, and
// that the newest position is always the one shown.

import { BoardView } from "./board_view.js";
import { Choices } from "./choices.js";
import { piecesOf, after } from "./effects.js";
import { Overlay } from "./overlay.js";
import { motionMs } from "./settings.js";
import { answering, decided, keepable, mustConfirm, next, touch, untouched } from "./touch.js";

/**
 * @typedef {import("./types.d.ts").State} State
 * @typedef {import("./types.d.ts").LegalDecision} Decision
 * @typedef {import("./effects.js").Effect} Effect
 * @typedef {import("./touch.js").Selection} Selection
 * @typedef {object} Wiring
 * @property {string} label
 * @property {(decision: Decision) => void} onDecide a decision is complete, and already on its way over the board
 * @property {(show: () => void) => void} onSelect something else is selected; `show` has the choices follow
 * @property {(place: string) => void} onRefused a place was touched that cannot be
 * @property {(key: string) => boolean} onKey
 * @property {(text: string) => void} onTyped
 */

/** @type {(a: import("./effects.js").Pieces, b: import("./effects.js").Pieces) => boolean} */
const same = (a, b) =>
  a.size === b.size && [...a].every(([name, { kind, colour }]) => b.get(name)?.kind === kind && b.get(name)?.colour === colour);

export class PlayBoard {
  /**
   * @param {HTMLElement} host
   * @param {HTMLElement} beside where there is something to choose
   * @param {State} state
   * @param {Wiring} wiring
   */
  constructor(host, beside, state, wiring) {
    this.wiring = wiring;
    this.state = state;
    this.selection = untouched([]);
    /** What is moving on the board. @type {Promise<unknown>} */
    this.moving = Promise.resolve();
    /** Grows with every position; an older one gives way. */
    this.version = 0;
    const onTouch = (/** @type {string} */ place) => this.touch(place);
    this.view = new BoardView(host, state.board, { ...wiring, onTouch, onEscape: () => this.unselect() });
    this.overlay = new Overlay(/** @type {SVGSVGElement} */ (this.view.svg), state.board.places);
    this.choices = new Choices(beside, this);
  }

  /**
   * Shows a position, after what leads to it. It may be touched at once. Answers whether it has not been overtaken.
   * @param {State} state
   * @param {Effect[][]} decisions
   * @param {boolean} open whether a person here may decide
   * @returns {Promise<boolean>}
   */
  async show(state, decisions, open) {
    this.version += 1;
    const mine = this.version;
    this.state = state;
    this.select(untouched(open ? state.legal : [], this.selection.piece));
    const goal = piecesOf(state.board);
    if (decisions.length === 0 && !same(this.view.pieces, goal)) this.view.stop();
    await this.moving;
    if (mine !== this.version) return false;
    if (decisions.length > 0 && same(decisions.reduce(after, this.view.pieces), goal)) {
      this.moving = this.view.play(decisions, motionMs());
      await this.moving;
      if (mine !== this.version) return false;
    }
    this.settle();
    return true;
  }

  /** Shows where everything ends up. */
  settle() {
    this.view.set(this.state);
    this.offer();
  }

  /** @param {string} place */
  touch(place) {
    if (!same(this.view.pieces, piecesOf(this.state.board))) this.settle();
    const selection = touch(this.selection, place);
    if (selection === this.selection) return this.wiring.onRefused(place);
    this.select(selection);
    if (!mustConfirm(selection)) this.decide();
  }

  unselect() {
    this.select(untouched(this.selection.legal, this.selection.piece));
  }

  /** @param {string} piece */
  switchTo(piece) {
    this.select({ ...this.selection, piece });
  }

  /** Plays what has been touched, if it is complete. */
  decide() {
    const decision = decided(this.selection);
    if (decision) this.playDecision(decision);
  }

  /**
   * A decision moves over the board before the server has answered.
   * @param {Decision} decision
   */
  playDecision(decision) {
    this.version += 1;
    this.select(untouched([], this.selection.piece));
    this.moving = this.view.play([decision.effects], motionMs());
    this.wiring.onDecide(decision);
  }

  /** @param {Selection} selection */
  select(selection) {
    this.selection = selection;
    this.offer();
    const places = new Set(this.state.board.places.map(({ name }) => name));
    this.wiring.onSelect(() => this.choices.show(selection, places));
  }

  offer() {
    const { selection } = this;
    const kept = selection.kept ?? [];
    const ghosts = mustConfirm(selection) ? takenBy(decided(selection)) : [];
    const open = new Set([...next(selection), ...keepable(selection)]);
    this.view.offer({ next: open, answers: answering(selection), touched: selection.touched, kept, ghosts });
  }
}

/**
 * The places that a decision empties.
 * @param {Decision | null} decision
 */
const takenBy = (decision) => (decision?.effects ?? []).flatMap(({ effect, from }) => (effect === "take" && from ? [from] : []));
