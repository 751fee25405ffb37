// @ts-check
// The list of the turns of a game, each of which can be looked at.

import { Autoplay } from "./autoplay.js";
import { button, fill, h } from "./dom.js";
import { colourName, t } from "./texts.js";

/** @typedef {import("./types.d.ts").SeenGame} GameView */

/** @param {number | null} ms */
const timeText = (ms) => (ms === null ? undefined : t("turns.time", { seconds: (ms / 1000).toFixed(1) }));

export class Turns {
  /**
   * @param {HTMLElement} host
   * @param {(count: number) => void} onLook so many turns are to be looked at
   */
  constructor(host, onLook) {
    this.onLook = onLook;
    this.list = h("ol", { id: "turns", class: "turns" });
    const step = (/** @type {string} */ id, /** @type {string} */ sign, /** @type {() => number} */ to) =>
      button(id, sign, () => onLook(to()), { "aria-label": t(`turns.${id}`), title: t(`turns.${id}`) });
    this.steps = [
      step("first", "|◀", () => 0),
      step("back", "◀", () => this.at - 1),
      step("next", "▶", () => this.at + 1),
      step("latest", "▶|", () => this.count),
    ];
    this.autoplay = new Autoplay({ atEnd: () => this.at === this.count, toStart: () => onLook(0), step: () => onLook(this.at + 1) });
    this.at = -1;
    this.count = 0;
    this.texts = "";
    host.append(h("h2", { id: "turns-title" }, t("turns.title")), h("div", { class: "buttons steps", role: "group", "aria-label": t("turns.steps") }, ...this.steps), this.autoplay.host, this.list);
  }

  /**
   * @param {GameView} table
   * @param {number} at so many turns have been played on the board that is looked at
   */
  show(table, at) {
    const isNew = at !== this.at || table.turns.length !== this.count;
    [this.at, this.count] = [at, table.turns.length];
    // A game that goes on is not played through.
    this.autoplay.host.hidden = this.count === 0 || (at === this.count && !table.ended);
    const texts = table.turns.map(({ turn }) => turn).join(" ");
    if (texts !== this.texts || this.list.childElementCount === 0) this.rebuild(table);
    this.texts = texts;
    [...this.list.children].forEach((item, index) => {
      item.firstElementChild?.setAttribute("aria-current", String(index + 1 === at));
    });
    this.steps.forEach((each, index) => (each.disabled = index < 2 ? at === 0 : at === this.count));
    // Where the list stands is asked when everything has been laid out anyway.
    if (isNew) requestAnimationFrame(() => this.scroll(at));
  }

  /** @param {GameView} table */
  rebuild(table) {
    const { seats } = table.state;
    this.list.dataset.seats = String(Math.min(3, table.seats.length));
    const items = table.turns.map(({ turn, seat, ms }, index) => {
      const colour = seats[seat - 1]?.colour ?? "white";
      const made = button("", "", () => this.onLook(index + 1), { title: timeText(ms) });
      const who = h("span", { class: `swatch ${colour}` }, h("span", { class: "unseen" }, ` ${colourName(colour)} `));
      made.append(h("span", { class: "number" }, `${index + 1}.`), who, h("span", {}, turn));
      return h("li", {}, made);
    });
    fill(this.list, ...items);
  }

  /**
   * Within the list only: the page stays where it is.
   * @param {number} at
   */
  scroll(at) {
    const item = /** @type {HTMLElement | undefined} */ (this.list.children[Math.max(0, at - 1)]);
    if (!item) return;
    // The list is what its items are placed in. No turn is cut at its upper edge.
    const step = item.offsetHeight + 2;
    const rows = Math.round((item.offsetTop - (this.list.clientHeight - item.offsetHeight) / 2) / step);
    this.list.scrollTop = rows * step;
  }
}
