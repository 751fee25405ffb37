// @ts-check
// A hint as it is shown: its own turn first, those expected after it when they are asked for.

import { button, refill, say } from "./dom.js";
import { marksOf } from "./overlay.js";
import { sentence, t } from "./texts.js";

/** @typedef {import("./play_board.js").PlayBoard} PlayBoard */

/**
 * What is drawn of the first turns of a line: one alone without a number. What is chosen to stay is not crossed out, whatever the
 * hint would take.
 * @param {import("./types.d.ts").DescribedTurn[]} line @param {number} shown so many of them @param {string[]} kept
 */
export function hintMarks(line, shown, kept) {
  const strength = (/** @type {number} */ index) => Math.max(0.2, 1 - 0.3 * index);
  const marks = line.slice(0, shown).flatMap(({ decisions }, index) => marksOf(decisions, "hint", shown > 1 ? String(index + 1) : "", strength(index)));
  return marks.filter(({ shape, to }) => shape !== "cross" || !kept.includes(to));
}

export class ShownHint {
  /**
   * @param {{ hint: HTMLElement, hintMore: HTMLElement }} parts where it is said
   * @param {() => PlayBoard} board
   * @param {(change: () => void) => void} keepFocus
   */
  constructor({ hint, hintMore }, board, keepFocus) {
    this.text = hint;
    this.more = hintMore;
    this.board = board;
    this.keepFocus = keepFocus;
    /** The turn that is hinted at with those expected after it. @type {import("./types.d.ts").DescribedTurn[]} */
    this.line = [];
    /** So many of them are shown. */
    this.shown = 0;
  }

  /** @param {import("./types.d.ts").Hint} hint */
  show({ reason, said, turn, line }) {
    const why = sentence(reason, said);
    say(this.text, why.includes(turn) ? why : t("hint.says", { turn, reason: why }));
    this.line = line;
    this.shown = 1;
    this.draw();
  }

  draw() {
    const { line, shown } = this;
    if (shown === 0) return;
    const { selection, overlay } = this.board();
    overlay.showMarks(hintMarks(line, shown, selection.kept ?? []));
    refill(this.more, line.length > shown && button("hint-more", t("hint.more"), () => this.showAll(), { class: "quiet" }));
  }

  showAll() {
    this.shown = this.line.length;
    this.keepFocus(() => this.draw());
    say(this.text, `${this.text.textContent}. ${t("hint.line", { turns: this.line.map(({ turn }) => turn).join(" ") })}`);
  }

  clear() {
    say(this.text, "");
    this.line = [];
    this.shown = 0;
    refill(this.more, null);
    this.board().overlay.showMarks([]);
  }
}
