// @ts-check
// The board of a game that is played: what is touched, what is chosen beside it, what that decides, what is drawn over it, and
// that the newest position is always the one shown.

import { BoardView, turnedBoard } from "./board_view.js";
import { Choices } from "./choices.js";
import { toggled } from "./drawn.js";
import { piecesOf, after } from "./effects.js";
import { Overlay } from "./overlay.js";
import { Refusal } from "./refusal.js";
import { confirms, motionMs, setSettings, settings } from "./settings.js";
import { t } from "./texts.js";
import { answering, decided, keepable, leading, mustConfirm, next, touch, untouched } from "./touch.js";

/**
 * @typedef {import("./types.d.ts").State} State
 * @typedef {import("./types.d.ts").LegalDecision} Decision
 * @typedef {import("./effects.js").Effect} Effect
 * @typedef {import("./touch.js").Selection} Selection
 * @typedef {object} Wiring
 * @property {string} label
 * @property {(decision: Decision) => void} onDecide a decision is complete, and already on its way over the board
 * @property {(show: () => void) => void} onSelect something else is selected; `show` has the choices follow
 * @property {(touched: string[]) => Promise<string>} why why places cannot be touched one after the other
 * @property {(key: string) => boolean} onKey
 * @property {(text: string) => void} onTyped
 * @property {(drawn: import("./drawn.js").Drawn) => void} [onDraw] somebody has drawn something; without this, nothing can be drawn
 * @property {(decision: Decision) => void} [onPending] a decision waits for being confirmed; without this, none has to be
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
    /** The place that was touched last. */
    this.touched = "";
    /** What is moving on the board. @type {Promise<unknown>} */
    this.moving = Promise.resolve();
    /** Grows with every position; an older one gives way. */
    this.version = 0;
    /** Grows with all that is drawn. */
    this.asked = 0;
    /** What is drawn on the board. @type {import("./drawn.js").Drawn[]} */
    this.drawn = [];
    /** @type {import("./drawings.js").Drawings | null} */
    this.drawings = null;
    this.host = host;
    this.view = this.makeView();
    this.overlay = this.makeOverlay();
    this.choices = new Choices(beside, this);
    this.refusal = new Refusal(host);
  }

  makeView() {
    const board = settings().turned ? turnedBoard(this.state.board) : this.state.board;
    const onTouch = (/** @type {string} */ place, /** @type {string | null} */ carried = null) => this.touch(place, carried);
    const onSketch = this.wiring.onDraw && ((/** @type {string} */ drawn, /** @type {boolean} */ isDone) => this.sketch(drawn, isDone));
    return new BoardView(this.host, board, { ...this.wiring, onTouch, onSketch, onEscape: () => this.unselect() });
  }

  makeOverlay() {
    const { svg, board } = this.view;
    return new Overlay(/** @type {SVGSVGElement} */ (svg), [...board.places.values()]);
  }

  /** Turns the board round, for this one and all to come. What was drawn over it by others is theirs to draw again. */
  turn() {
    setSettings({ turned: !settings().turned });
    this.view.stop();
    this.refusal.hide();
    // All that is on the board goes with its picture.
    this.view = this.makeView();
    this.overlay = this.makeOverlay();
    this.refusal = new Refusal(this.host);
    this.drawings = null;
    this.settle();
    void this.showDrawn(this.drawn);
  }

  /** @param {import("./drawn.js").Drawn} drawn @param {boolean} isDone */
  sketch(drawn, isDone) {
    if (!isDone) return void this.showDrawn(toggled(this.drawn, drawn));
    const before = this.drawn;
    this.wiring.onDraw?.(drawn);
    if (this.drawn !== before) void import("./drawings.js").then(({ tellDrawn }) => tellDrawn(drawn, this.drawn));
  }

  /** Shows what is drawn on the position. @param {import("./drawn.js").Drawn[]} drawn */
  draw(drawn) {
    this.drawn = drawn;
    if (this.drawings || drawn.length > 0) void this.showDrawn(drawn);
  }

  /** As `draw`, for a while. @param {import("./drawn.js").Drawn[]} drawn */
  async showDrawn(drawn) {
    this.asked += 1;
    const mine = this.asked;
    const { Drawings } = await import("./drawings.js");
    if (mine !== this.asked) return;
    const { svg, board } = this.view;
    this.drawings ??= new Drawings(/** @type {SVGSVGElement} */ (svg), [...board.places.values()]);
    this.drawings.show(drawn);
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

  /**
   * @param {string} place
   * @param {string | null} [carried] the piece from there has been carried to the place
   */
  touch(place, carried = null) {
    if (!same(this.view.pieces, piecesOf(this.state.board))) this.settle();
    if (this.isPending && place === this.touched) return this.decide();
    this.touched = place;
    const selection = touch(this.selection, place);
    if (selection === this.selection) return void this.refuse(place);
    this.select(selection);
    const decision = this.isPending ? decided(selection) : null;
    if (decision) this.wiring.onPending?.(decision);
    else if (!mustConfirm(selection)) this.decide(carried);
  }

  /** Whether a complete decision has to be confirmed: so small are the places, or so it is wanted. */
  get confirms() {
    if (!this.wiring.onPending) return false;
    const { svg, board } = this.view;
    return confirms(() => ((svg instanceof SVGGraphicsElement && svg.getScreenCTM()?.a) || 1) * board.spacing.distance);
  }

  /** Whether a complete decision waits for that. */
  get isPending() {
    return !mustConfirm(this.selection) && decided(this.selection) !== null && this.confirms;
  }

  /** Says why a place cannot be touched now. @param {string} name */
  async refuse(name) {
    const { selection } = this;
    // Who waits for another is told no rules.
    const text = selection.legal.length === 0 ? "" : await this.wiring.why([...selection.touched, name]).catch(() => "");
    if (selection === this.selection) this.refusal.show(this.view, name, text || t("place.refused", { place: this.view.nameOf(name) }));
  }

  unselect() {
    this.select(untouched(this.selection.legal, this.selection.piece));
  }

  /** @param {string} piece */
  switchTo(piece) {
    this.select({ ...this.selection, piece });
  }

  /**
   * Plays what has been touched, if it is complete.
   * @param {string | null} [carried]
   */
  decide(carried = null) {
    const decision = decided(this.selection);
    if (decision) this.playDecision(decision, carried);
  }

  /**
   * A decision moves over the board before the server has answered.
   * @param {Decision} decision
   * @param {string | null} [carried] the piece from there is where it belongs already
   */
  playDecision(decision, carried = null) {
    this.version += 1;
    this.select(untouched([], this.selection.piece));
    this.moving = this.view.play([decision.effects], motionMs(), carried);
    this.wiring.onDecide(decision);
  }

  /** @param {Selection} selection */
  select(selection) {
    this.selection = selection;
    this.refusal.hide();
    this.offer();
    const places = new Set(this.state.board.places.map(({ name }) => name));
    this.wiring.onSelect(() => this.choices.show(selection, places));
  }

  offer() {
    const { selection } = this;
    const kept = selection.kept ?? [];
    const pending = this.isPending ? decided(selection) : null;
    const ghosts = takenBy(mustConfirm(selection) ? decided(selection) : pending);
    const open = new Set([...next(selection), ...keepable(selection)]);
    const shown = { next: open, answers: answering(selection), leads: leading(selection), touched: selection.touched, kept, ghosts };
    this.view.offer({ ...shown, chosen: pending?.effects ?? [] });
  }
}

/**
 * The places that a decision empties.
 * @param {Decision | null} decision
 */
const takenBy = (decision) => (decision?.effects ?? []).flatMap(({ effect, from }) => (effect === "take" && from ? [from] : []));
