// @ts-check
// The list of the turns of a game, each of which can be looked at.

import { Autoplay } from "./autoplay.js";
import { button, h } from "./dom.js";
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
    this.items = h("ol", { id: "turns", class: "turns" });
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
    /** The list, with what each of its turns shows. @type {{ shows: string, item: HTMLElement, made: HTMLButtonElement }[]} */
    this.listed = [];
    /** The turn that is looked at. @type {HTMLButtonElement | undefined} */
    this.current = undefined;
    host.append(h("h2", { id: "turns-title" }, t("turns.title")), h("div", { class: "buttons steps", role: "group", "aria-label": t("turns.steps") }, ...this.steps), this.autoplay.host, this.items);
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
    this.items.dataset.seats = String(Math.min(3, table.seats.length));
    this.list(table);
    this.current?.removeAttribute("aria-current");
    this.current = this.listed[at - 1]?.made;
    this.current?.setAttribute("aria-current", "true");
    this.steps.forEach((each, index) => (each.disabled = index < 2 ? at === 0 : at === this.count));
    // Where the list stands is asked when everything has been laid out anyway.
    if (isNew) requestAnimationFrame(() => this.scroll(at));
  }

  /** Lists what is new; what is listed already stays. @param {GameView} table */
  list({ turns, state: { seats } }) {
    const rows = turns.map(({ turn, seat, ms }) => ({ turn, colour: seats[seat - 1]?.colour ?? "white", title: timeText(ms) }));
    const shown = rows.map((row) => JSON.stringify(row));
    const changed = shown.findIndex((shows, index) => shows !== this.listed[index]?.shows);
    const kept = changed < 0 ? shown.length : changed;
    for (const { item } of this.listed.splice(kept)) item.remove();
    rows.slice(kept).forEach(({ turn, colour, title }, index) => {
      const number = kept + index + 1;
      const made = button("", "", () => this.onLook(number), { title });
      const who = h("span", { class: `swatch ${colour}` }, h("span", { class: "unseen" }, ` ${colourName(colour)} `));
      made.append(h("span", { class: "number" }, `${number}.`), who, h("span", {}, turn));
      this.listed.push({ shows: shown[number - 1], item: h("li", {}, made), made });
    });
    this.items.append(...this.listed.slice(kept).map(({ item }) => item));
  }

  /**
   * Within the list only: the page stays where it is.
   * @param {number} at
   */
  scroll(at) {
    const item = this.listed[Math.max(0, at - 1)]?.item;
    if (!item) return;
    // The list is what its items are placed in. No turn is cut at its upper edge.
    const step = item.offsetHeight + 2;
    const rows = Math.round((item.offsetTop - (this.items.clientHeight - item.offsetHeight) / 2) / step);
    this.items.scrollTop = rows * step;
  }
}
