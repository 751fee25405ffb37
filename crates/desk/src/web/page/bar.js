// @ts-check
// The bar of win probability beside a board, or above it where there is little room.

import { h, say } from "./dom.js";
import { t } from "./texts.js";
import { percent } from "./widgets.js";

/** @typedef {import("./types").State} State */

/**
 * For whom shares are shown: the side of seat 1 if there are two sides, else who decides.
 * @param {State} state
 * @param {number} seat whose share is known
 * @returns {{seat: number, colour: string, isTurned: boolean}}
 */
export function viewOf(state, seat) {
  const known = state.seats.find((one) => one.seat === seat) ?? state.seats[0];
  if (sidesOf(state) > 2) return { seat: known.seat, colour: known.colour, isTurned: false };
  const first = state.seats[0];
  return { seat: first.seat, colour: first.colour, isTurned: known.side !== first.side };
}

/** What the winners of a finished game have, as the share of the side that is shown. @param {State} state @param {number} seat */
export function finalShare(state, seat) {
  const winners = state.result?.winners ?? [];
  const mine = state.seats.filter((one) => one.side === state.seats.find((each) => each.seat === seat)?.side).map((one) => one.seat);
  const sides = (/** @type {number[]} */ seats) =>
    new Set(state.seats.filter((one) => seats.includes(one.seat)).map((one) => one.side)).size;
  const all = sides(state.seats.map((one) => one.seat));
  if (winners.length === 0) return 1 / all;
  return winners.some((winner) => mine.includes(winner)) ? 1 / sides(winners) : 0;
}

/** How many sides there are. @param {State} state */
export const sidesOf = (state) => new Set(state.seats.map((seat) => seat.side)).size;

export class Bar {
  constructor() {
    this.filled = h("div", { class: "bar-share" });
    this.words = h("span", { class: "bar-words" });
    this.host = h("div", { id: "bar", class: "bar empty", role: "img", "aria-hidden": "true" }, this.filled, this.words);
  }

  /**
   * @param {number | null} share
   * @param {string} name whose share it is
   * @param {string} colour
   * @param {number} sides that there are; with two, the rest is the other's
   * @param {string} [other] who decides, if not the one whose share it is: then theirs is named, at their end
   */
  show(share, name, colour, sides, other) {
    this.host.className = share === null ? "bar empty" : other ? "bar turned" : "bar";
    this.host.ariaHidden = String(share === null);
    if (share === null) return;
    const named = percent(other ? 1 - share : share);
    this.host.dataset.share = share.toFixed(4);
    this.host.dataset.colour = colour;
    this.host.dataset.sides = String(sides);
    this.host.setAttribute("aria-label", t("analyse.bar", { name: other || name, share: named }));
    this.filled.style.setProperty("--share", String(share));
    say(this.words, named.replace(" ", ""));
  }
}
