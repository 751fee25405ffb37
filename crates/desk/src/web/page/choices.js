// @ts-check
// What is chosen beside the board: the piece to play, what of a row stays, passing, swapping.

import { button, fill, h } from "./dom.js";
import { decided, keepable, mustConfirm, pieces } from "./touch.js";
import { pieceIcon } from "./players.js";
import { kindName } from "./names.js";
import { t } from "./texts.js";

/**
 * @typedef {import("./touch.js").Selection} Selection
 * @typedef {import("./types.d.ts").LegalDecision} Decision
 */

export class Choices {
  /** @param {HTMLElement} host @param {import("./play_board.js").PlayBoard} board */
  constructor(host, board) {
    this.host = host;
    this.board = board;
  }

  /**
   * @param {Selection} selection
   * @param {Set<string>} places the names of places on the board
   */
  show(selection, places) {
    // While others play, the switch keeps its place.
    const waits = selection.legal.length === 0;
    // Where decisions are confirmed, there is room for that all the time.
    this.host.toggleAttribute("data-confirms", this.board.confirms);
    this.host.classList.toggle("away", waits);
    if (waits) return fill(this.host, this.host.querySelector(".switch"));
    fill(this.host, this.pieceSwitch(selection), this.keeping(selection), this.confirming(), ...this.besideBoard(selection, places));
  }

  /** @param {Selection} selection */
  pieceSwitch({ legal, piece }) {
    const kinds = pieces(legal);
    if (kinds.length < 2) return null;
    const choice = (/** @type {string} */ kind) => {
      const made = button(`choice-${kind}`, "", () => this.board.switchTo(kind), { "aria-pressed": String(kind === piece) });
      const shown = legal.flatMap(({ effects }) => effects.map((effect) => effect.piece)).find((put) => put?.kind === kind);
      made.append(...(shown ? [pieceIcon(shown)] : []), kindName(kind));
      return made;
    };
    return h("div", { class: "switch", role: "group", "aria-label": t("choice.piece") }, ...kinds.map(choice));
  }

  confirming() {
    if (!this.board.isPending) return null;
    const confirm = button("confirm", t("choice.confirm"), () => this.board.decide(), { class: "primary" });
    return h("div", { class: "buttons" }, confirm, button("cancel", t("choice.cancel"), () => this.board.unselect()));
  }

  /** @param {Selection} selection */
  keeping(selection) {
    if (!mustConfirm(selection)) return null;
    const kept = selection.kept ?? [];
    const toggle = (/** @type {string} */ place) => {
      const stays = kept.includes(place);
      const text = t(stays ? "choice.keeps" : "choice.takes", { place });
      return button(`keep-${place}`, text, () => this.board.touch(place), { "aria-pressed": String(stays) });
    };
    const confirm = button("confirm", t("choice.confirm"), () => this.board.decide(), { class: "primary", disabled: decided(selection) === null });
    const row = h("div", { class: "buttons" }, ...keepable(selection).map(toggle), confirm);
    return h("div", { role: "group", "aria-label": t("choice.keep") }, h("p", {}, t("choice.keep")), row);
  }

  /**
   * Decisions that are buttons: what is touched is no place of the board, or a swap, which is easily overlooked on it.
   * @param {Selection} selection
   * @param {Set<string>} places
   */
  besideBoard({ legal }, places) {
    const shown = legal.filter(({ kind, touches }) => kind === "swap" || touches.some((sequence) => !places.has(sequence[0])));
    return shown.map((decision) => button(decision.kind, t(`choice.${decision.kind}`), () => this.board.playDecision(decision), { class: "primary" }));
  }
}
