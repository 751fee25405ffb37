// @ts-check
// A board to study positions on: what is played by touch as in a game, what is to be done in words, and what is drawn over it.

import { announce } from "./announce.js";
import { fill, h, say } from "./dom.js";
import { instructionOf } from "./instruction.js";
import { countText, toldCounts } from "./names.js";
import { PlayBoard } from "./play_board.js";
import { colourName, sentence, t, why } from "./texts.js";

/** @typedef {import("./types").State} State */

/** A row for each colour, and one for what belongs to nobody. @param {import("./types").Count[]} counts */
function countRows(counts) {
  const told = toldCounts(counts);
  const row = (/** @type {string | undefined} */ colour) => {
    const texts = told.filter((count) => count.colour === colour).map(countText).join(" · ");
    return h("li", {}, colour ? t("count", { name: colourName(colour), count: texts }) : texts);
  };
  return [...new Set(told.map(({ colour }) => colour))].map(row);
}

export class Desk {
  /**
   * @param {object} wiring
   * @param {(decision: string) => void} wiring.onDecision a decision has been made by touching
   * @param {(touched: string[]) => Promise<string>} wiring.why why places cannot be touched one after the other
   * @param {() => void} [wiring.onTouched] what has been touched of a decision has changed
   * @param {(drawn: import("./drawn.js").Drawn) => void} [wiring.onDraw] somebody has drawn something on the board
   * @param {(key: string) => boolean} [wiring.onKey] a key of the page was typed on the board, and then Enter
   * @param {boolean} [wiring.isFinal] whether a decision cannot be taken back, so that one by a finger may have to be confirmed
   * @param {string} [wiring.label]
   * @param {HTMLElement} [wiring.beside] what stands beside the board
   */
  constructor({ onDecision, why, onTouched, onDraw, onKey, isFinal = false, label = t("analyse.board"), beside }) {
    this.onDecision = onDecision;
    this.why = why;
    this.onTouched = onTouched ?? (() => {});
    this.onDraw = onDraw;
    this.isFinal = isFinal;
    this.onKey = onKey ?? (() => false);
    this.label = label;
    this.boardHost = h("div", { class: "board-host" });
    // After a click the arrow keys are those of the page; who came by the keyboard stays on the board.
    this.boardHost.addEventListener("click", (event) => {
      const { activeElement } = document;
      if (event.detail > 0 && activeElement instanceof SVGElement && this.boardHost.contains(activeElement)) activeElement.blur();
    });
    this.choicesHost = h("div", { class: "choices" });
    this.instruction = h("p", { class: "instruction" });
    this.counts = h("ul", { class: "faint desk-counts" });
    this.host = h(
      "div", { class: "desk" }, h("div", { class: "bar-and-board" }, beside, this.boardHost), this.choicesHost, this.instruction,
      this.counts,
    );
    /** @type {PlayBoard | null} */
    this.board = null;
    this.geometry = "";
    /** @type {State | null} */
    this.state = null;
    this.mayDecide = true;
    /** Whether the board shows a decision already that the server has not answered yet. */
    this.isAhead = false;
    /** Whether what is shown is not read out, since nobody has asked for it. */
    this.isQuiet = false;
  }

  get overlay() {
    return this.board?.overlay ?? null;
  }

  /** The places touched so far of a decision. */
  get touched() {
    return this.board?.selection.touched ?? [];
  }

  /** The board of a state, new if the places are others. @param {State} state */
  prepare(state) {
    const geometry = state.board.places.map((place) => place.name).join(" ");
    if (this.board && geometry === this.geometry) return this.board;
    this.geometry = geometry;
    this.board = new PlayBoard(this.boardHost, this.choicesHost, state, {
      label: this.label,
      onDecide: (decision) => this.decide(decision),
      onSelect: (show) => {
        show();
        say(this.instruction, this.task());
        this.onTouched();
      },
      onDraw: this.onDraw,
      why: (touched) => this.why(touched),
      onPending: this.isFinal ? ({ text }) => announce(t("choice.pending", { decision: text })) : undefined,
      onKey: (key) => this.onKey(key),
      onTyped: (text) => say(this.instruction, text === "" ? this.task() : text),
    });
    return this.board;
  }

  /**
   * Shows a state; the step that led to it moves if it was one forward.
   * @param {import("./types").StateAnswer} answer
   * @param {{isForward?: boolean, mayDecide?: boolean}} [how]
   */
  async show({ state, last }, { isForward = false, mayDecide = true } = {}) {
    const before = this.state?.decisions ?? [];
    const board = this.prepare(state);
    this.state = state;
    this.mayDecide = mayDecide;
    // Of a turn in progress, only what is new moves; what was touched here has moved already.
    const decisions = last?.decisions ?? [];
    const known = before.every((text, index) => decisions[index]?.text === text) ? before.length : 0;
    const news = isForward && !this.isAhead ? decisions.slice(known).map((decision) => decision.effects) : [];
    this.isAhead = false;
    this.host.classList.remove("previewing");
    say(this.instruction, this.task());
    fill(this.counts, ...countRows(state.counts));
    if (!this.isQuiet) announce([state.lastTurn?.text, this.task()].filter(Boolean).join(". "));
    await board.show(state, news, mayDecide);
  }

  /** What is to be done, or how it has ended. */
  task() {
    const { state } = this;
    if (!state) return "";
    const warning = state.warning ? `${t(`warning.${state.warning}`)}. ` : "";
    return state.result ? sentence(state.result.sentence, state.result.said) : warning + instructionOf(state, this.board?.selection);
  }

  /** @param {import("./types").LegalDecision} decision */
  decide(decision) {
    this.isAhead = true;
    this.onDecision(decision.text);
  }

  /** A way to do things on this desk: what is refused is said, and the board shows again what it did. @param {HTMLElement} said */
  guard(said) {
    return async (/** @type {() => Promise<void>} */ what) => {
      try {
        say(said, "");
        await what();
      } catch (error) {
        this.restore();
        say(said, why(error));
      }
    };
  }

  /** Shows what was shown before a decision that has been refused. */
  restore() {
    this.isAhead = false;
    if (this.state) void this.board?.show(this.state, [], this.mayDecide);
  }

  /** Shows another state for a while, or again the one that is studied. @param {State | null} state */
  preview(state) {
    const { board } = this;
    if (!board) return;
    this.host.classList.toggle("previewing", state !== null);
    if (!state) return board.settle();
    board.view.set(state);
    board.view.offer(null);
  }

  letGo() {
    this.board?.unselect();
  }

  /** Nothing moves any more. */
  close() {
    this.board?.view.stop();
  }
}
