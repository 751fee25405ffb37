// @ts-check
// A board to study positions on: shows a state and what may be done, makes decisions of touches, draws over it.

import { announce } from "./announce.js";
import { BoardView } from "./board_view.js";
import { button, fill, h, say } from "./dom.js";
import { countName } from "./names.js";
import { Overlay } from "./overlay.js";
import { motionMs } from "./settings.js";
import { hasText, sentence, t } from "./texts.js";
import { answering, decided, keepable, mustConfirm, next, pieces, touch, untouched } from "./touch.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").StateAnswer} StateAnswer */
/** @typedef {import("./types").BoardState} BoardState */
/** @typedef {import("./effects.js").Pieces} Pieces */

/** The place beside the board of a decision that touches none on it. */
const BESIDE = "pass";

export class Desk {
  /**
   * @param {object} wiring
   * @param {(decision: string) => void} [wiring.onDecision] a decision has been made by touching
   * @param {(place: string) => void} [wiring.onPlace] a place has been touched, whatever it means
   * @param {() => void} [wiring.onTouched] what has been touched of a decision has changed
   * @param {string} [wiring.label]
   */
  constructor({ onDecision, onPlace, onTouched, label = t("analyse.board") }) {
    this.onDecision = onDecision ?? (() => {});
    this.onPlace = onPlace;
    this.onTouched = onTouched ?? (() => {});
    this.label = label;
    this.boardHost = h("div", { class: "board-host" });
    this.choices = h("div", { class: "buttons choices" });
    this.instruction = h("p", { class: "instruction" });
    this.counts = h("p", { class: "faint desk-counts" });
    this.host = h("div", { class: "desk" }, this.boardHost, this.choices, this.instruction, this.counts);
    /** @type {BoardView | null} */
    this.view = null;
    /** @type {Overlay | null} */
    this.overlay = null;
    this.geometry = "";
    /** Whether what is shown is not read out, since nobody has asked for it. */
    this.isQuiet = false;
    this.selection = untouched([]);
    /** @type {State | null} */
    this.state = null;
    /** The decisions of the turn in progress, as shown before and now. @type {string[]} */
    this.before = [];
    /** @type {string[]} */
    this.nowShown = [];
  }

  /** The places touched so far of a decision. */
  get touched() {
    return this.selection.touched;
  }

  /**
   * The view of a board, new if the places are others.
   * @param {BoardState} board
   */
  prepare(board) {
    const geometry = board.places.map((place) => place.name).join(" ");
    if (this.view && geometry === this.geometry) return this.view;
    this.geometry = geometry;
    const onTyped = (/** @type {string} */ text) => say(this.instruction, text === "" && this.state ? sentence(this.state.instruction) : text);
    this.view = new BoardView(this.boardHost, board, { label: this.label, onTouch: (place) => this.touch(place), onEscape: () => this.letGo(), onTyped });
    this.overlay = new Overlay(/** @type {SVGSVGElement} */ (this.view.svg), board.places);
    return this.view;
  }

  /**
   * Shows a state; the step that led to it moves if it was one forward.
   * @param {StateAnswer} answer
   * @param {{isForward?: boolean, mayDecide?: boolean}} [how]
   */
  async show({ state, last }, { isForward = false, mayDecide = true } = {}) {
    const view = this.prepare(state.board);
    this.state = state;
    this.selection = untouched(mayDecide ? state.legal : [], this.selection.piece);
    this.showWords(state);
    const ms = motionMs();
    if (isForward && last && ms > 0 && this.view?.pieces.size) {
      view.offer(null);
      // A turn that goes on has moved up to its last decision already.
      const news = state.decisions.length > 0 ? last.decisions.slice(-1) : last.decisions.slice(this.shownOf(last));
      if (!(await view.play(news.map((decision) => decision.effects), ms)) || this.state !== state) return;
    }
    view.set(state);
    this.offer();
  }

  /**
   * How many decisions of a turn the board shows already: those whose effects have not been shown yet come after.
   * @param {import("./types").DescribedTurn} turn
   */
  shownOf(turn) {
    const before = this.before;
    return before.length < turn.decisions.length && before.every((text, index) => turn.decisions[index].text === text) ? before.length : 0;
  }

  /** @param {State} state */
  showWords(state) {
    this.before = this.nowShown;
    this.nowShown = state.decisions;
    const text = state.result ? sentence(state.result.sentence) : sentence(state.instruction);
    say(this.instruction, text);
    say(this.counts, state.counts.map((count) => `${countName(count)}: ${count.count}`).join(" · "));
    if (!this.isQuiet) announce([state.lastTurn?.text, text].filter(Boolean).join(". "));
  }

  /**
   * Shows pieces on which every place may be touched but the fixed ones.
   * @param {BoardState} board
   * @param {Pieces} lying
   * @param {Set<string>} fixed
   */
  showPieces(board, lying, fixed) {
    const view = this.prepare(board);
    view.stop();
    view.draw(lying, []);
    const open = new Set(board.places.map((place) => place.name).filter((name) => !fixed.has(name)));
    view.offer({ next: new Set(), answers: open, touched: [] });
  }

  /**
   * Shows another state for a while, or again the one that is studied.
   * @param {State | null} state
   */
  preview(state) {
    const shown = state ?? this.state;
    if (!this.view || !shown) return;
    this.view.set(shown);
    this.host.classList.toggle("preview", state !== null);
    if (state) this.view.offer(null);
    else this.offer();
  }

  /** Lights what may be touched next and shows the choices beside the board. */
  offer() {
    const { selection } = this;
    const coming = next(selection);
    const kept = selection.kept ?? [];
    const ghosts = mustConfirm(selection) ? keepable(selection).filter((name) => !kept.includes(name)) : [];
    this.view?.offer({ next: coming, answers: answering(selection), touched: selection.touched, kept, ghosts });
    const kinds = pieces(selection.legal);
    const switches = kinds.length < 2 ? [] : kinds.map((kind) => {
      const take = () => this.select(untouched(selection.legal, kind));
      return button(`piece-${kind}`, hasText(`piece.${kind}`) ? t(`piece.${kind}`) : kind, take, { "aria-pressed": String(kind === selection.piece) });
    });
    const beside = coming.has(BESIDE) ? button("beside", t("analyse.pass"), () => this.touch(BESIDE)) : null;
    const confirm = mustConfirm(selection) ? button("confirm", t("analyse.confirm"), () => this.confirm(), { class: "primary" }) : null;
    fill(this.choices, switches, beside, confirm);
    this.onTouched();
  }

  /** @param {import("./touch.js").Selection} selection */
  select(selection) {
    this.selection = selection;
    this.offer();
  }

  letGo() {
    this.select(untouched(this.selection.legal, this.selection.piece));
  }

  /** @param {string} place */
  touch(place) {
    if (this.onPlace) return this.onPlace(place);
    const after = touch(this.selection, place);
    if (after === this.selection) return;
    const decision = mustConfirm(after) ? null : decided(after);
    this.select(after);
    if (decision) this.onDecision(decision.text);
  }

  confirm() {
    const decision = decided(this.selection);
    if (decision) this.onDecision(decision.text);
  }

  /** Nothing moves any more. */
  close() {
    this.view?.stop();
  }
}
