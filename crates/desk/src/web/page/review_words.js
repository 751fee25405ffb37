// @ts-check
// What a review says in words: its marks, its table, and the next turn worth a look.

import { h } from "./dom.js";
import { t } from "./texts.js";
import { Tree } from "./tree.js";

/** @typedef {import("./types").Review} Review */

const MARKS = ["!", "?!", "?", "??"];
const NAMES = ["good", "inaccuracy", "mistake", "blunder"];

/** @param {string} mark */
export const markName = (mark) => (MARKS.includes(mark) ? t(`review.${NAMES[MARKS.indexOf(mark)]}`) : mark);

/**
 * The number of the next turn with a mistake or blunder, or where a win was missed, after a turn; then from the beginning.
 * @param {Review} review
 * @param {number} after
 * @returns {number | null}
 */
export function nextFault({ turns }, after) {
  const faults = turns.filter((turn) => turn.mark === "?" || turn.mark === "??" || turn.winMissed).map((turn) => turn.number);
  return faults.find((number) => number > after) ?? faults[0] ?? null;
}

/** So much of a better line goes along. */
const LONGEST = 6;

/**
 * A game with its marks, and beside each mistake what would have been better; marks that it has already stay.
 * @param {Tree} game
 * @param {Review | null} review
 */
export function annotated(game, review) {
  const tree = Tree.read(game.write());
  let at = tree.root;
  for (const { turn, mark, pv, best } of review?.turns ?? []) {
    const next = tree.add(at, turn);
    next.mark ||= mark ?? "";
    if (mark && best !== turn) tree.addLine(pv.slice(0, LONGEST), at);
    at = next;
  }
  return tree;
}

/**
 * The curve for an address: for each position the seat whose share it is and the share in thousandths.
 * @param {Review} review
 * @param {number} sides
 */
export const writtenCurve = ({ curve, turns }, sides) =>
  curve.map((share, at) => `${sides > 2 ? (turns[at]?.seat ?? 0) : 1}.${Math.round(1000 * share)}`).join("-");

/** @param {string} text */
export const readCurve = (text) =>
  text.split("-").map((one) => {
    const [seat, share] = one.split(".").map(Number);
    return { seat, share: share / 1000 };
  });

/** The accuracy of each seat and how many marks of each kind it has. @param {Review} review @param {(seat: number) => string} name */
export function accuracyTable({ seats, turns }, name) {
  const head = [t("review.player"), t("review.accuracy"), ...MARKS, t("review.winsMissed")];
  const row = (/** @type {Review["seats"][number]} */ seat) => {
    const accuracy = seat.accuracy === null ? "–" : seat.accuracy.toFixed(1);
    const missed = turns.filter((turn) => turn.winMissed && turn.seat === seat.seat).map((turn) => turn.number);
    const at = { count: seat.winsMissed, turns: missed.join(", ") };
    const wins = missed.length === 0 ? String(seat.winsMissed) : t(missed.length === 1 ? "review.missedAt" : "review.missedAll", at);
    const cells = [accuracy, ...MARKS.map((mark) => String(seat.marks[mark] ?? 0)), wins];
    const tds = cells.map((cell) => h("td", {}, cell));
    return h("tr", {}, h("th", { scope: "row" }, name(seat.seat)), tds);
  };
  const heads = head.map((text) => h("th", { scope: "col", title: MARKS.includes(text) ? markName(text) : undefined }, text));
  return h("table", { id: "accuracy" }, h("thead", {}, h("tr", {}, heads)), h("tbody", {}, seats.map(row)));
}
