// @ts-check
// The best lines of a search as a list: score, depth and turns, each of which can be looked at or played.

import { h, say } from "./dom.js";
import { t } from "./texts.js";
import { percent } from "./widgets.js";

/** @typedef {import("./types").AnalysisEvent} AnalysisEvent */

/** More turns of a line are rarely read. */
const LONGEST = 12;

/** A score in words: for the side that decides. @param {import("./types").ScoreInfo} score */
export const scoreText = (score) => (score.proved ? t("analyse.proved", { score: bareScore(score) }) : bareScore(score));

/** @param {import("./types").ScoreInfo} score */
function bareScore({ winrate, cp, mate, scoreKind, proved }) {
  const bound = scoreKind === "lowerBound" ? "≥ " : scoreKind === "upperBound" ? "≤ " : "";
  if (mate !== null && mate !== undefined) {
    if (mate === 1) return t("analyse.winsNow");
    if (proved) return t(mate > 0 ? "analyse.winsWithin" : "analyse.losesWithin", { plies: Math.abs(mate) });
    return t(mate > 0 ? "analyse.winsIn" : "analyse.losesIn", { plies: Math.abs(mate) });
  }
  const hundredths = cp === null || cp === undefined ? "" : ` (${cp > 0 ? "+" : cp < 0 ? "−" : ""}${(Math.abs(cp) / 100).toFixed(2)})`;
  return `${bound}${percent(winrate)}${hundredths}`;
}

export class Lines {
  /** @param {(turns: string[] | null) => void} onPreview @param {(turns: string[]) => void} onPlay */
  constructor(onPreview, onPlay) {
    this.host = h("ol", { id: "lines", class: "best-lines", "aria-label": t("analyse.lines") });
    this.onPreview = onPreview;
    this.onPlay = onPlay;
    /** @type {string[][]} */
    this.turns = [];
    /** What is pointed at: a button; and the turns that are previewed for it. @type {EventTarget | null} */
    this.pointed = null;
    this.previewed = "";
    const preview = (/** @type {Event} */ event) => {
      if (this.find(event.target)) this.preview(event.target);
    };
    const leave = () => this.preview(null);
    this.host.addEventListener("mouseover", preview);
    this.host.addEventListener("focusin", preview);
    this.host.addEventListener("mouseleave", leave);
    this.host.addEventListener("focusout", (event) => {
      if (!(event.relatedTarget instanceof Node && this.host.contains(event.relatedTarget))) leave();
    });
    this.host.addEventListener("click", (event) => {
      const found = this.find(event.target);
      if (!found) return;
      leave();
      onPlay(found);
    });
  }

  /** Previews what is pointed at, also after it has changed. @param {EventTarget | null} target */
  preview(target) {
    this.pointed = target;
    const found = this.find(target);
    const text = found?.join(" ") ?? "";
    if (text === this.previewed) return;
    this.previewed = text;
    this.onPreview(found);
  }

  /** The turns up to the one that a button is of. @param {EventTarget | null} target */
  find(target) {
    const made = target instanceof Element ? target.closest("button[data-step]") : null;
    if (!(made instanceof HTMLElement)) return null;
    return this.turns[Number(made.dataset.line)]?.slice(0, Number(made.dataset.step) + 1) ?? null;
  }

  clear() {
    this.wait();
    this.host.replaceChildren();
    this.host.setAttribute("aria-busy", "false");
  }

  /** What is shown is of another position; it stays, so that nothing jumps, until there is something new. */
  wait() {
    this.turns = [];
    this.pointed = null;
    this.previewed = "";
    this.host.setAttribute("aria-busy", "true");
  }

  /** Changes what has changed only, so that the focus stays where it is while a search goes on. @param {AnalysisEvent} event */
  show({ answer }) {
    const infos = answer.moveInfos ?? [];
    this.host.setAttribute("aria-busy", "false");
    this.turns = infos.map((info) => (info.pv?.length ? info.pv : [info.turn]).slice(0, LONGEST));
    infos.forEach((info, index) => {
      const item = /** @type {HTMLElement} */ (this.host.children[index] ?? this.host.appendChild(makeItem(index)));
      item.dataset.turn = info.turn;
      const [order, score, depth, row] = /** @type {HTMLElement[]} */ ([...item.children]);
      say(order, String(index + 1));
      say(score, scoreText(info));
      score.classList.toggle("proven", info.scoreKind === "proven");
      say(depth, info.visits ? t("analyse.visits", { visits: info.visits }) : t("analyse.depthShort", { depth: info.depth }));
      this.showTurns(row, this.turns[index], index);
    });
    while (this.host.children.length > infos.length) this.host.lastElementChild?.remove();
    if (this.pointed) this.preview(this.pointed);
  }

  /** @param {HTMLElement} row @param {string[]} turns @param {number} line */
  showTurns(row, turns, line) {
    turns.forEach((turn, step) => {
      const made =
        row.children[step] ?? row.appendChild(h("button", { type: "button", class: "turn", "data-line": line, "data-step": step }));
      if (made instanceof HTMLElement) say(made, turn);
    });
    while (row.children.length > turns.length) row.lastElementChild?.remove();
  }
}

/** @param {number} index */
const makeItem = (index) =>
  h("li", { class: index === 0 ? "line first" : "line" }, h("b", { class: "order", "aria-hidden": "true" }), h("span", { class: "score" }),
    h("span", { class: "depth faint" }), h("span", { class: "row" }),
  );
