// @ts-check
// The parts of the game view: the board, and beside it who plays, what is to be done, the buttons and the turns.

import { h } from "./dom.js";
import { t } from "./texts.js";

/**
 * @param {HTMLElement} host
 * @param {string} title
 */
export function tableParts(host, title) {
  const part = (/** @type {string} */ name) => h("div", { class: name });
  const parts = {
    board: part("board-host"),
    typed: h("p", { class: "typed", "aria-hidden": "true", hidden: true }),
    players: part("players-host"),
    banner: part("banner"),
    rematch: part("banner"),
    result: h("p", { id: "result", hidden: true }),
    instruction: h("p", { id: "instruction" }),
    problem: h("div", { id: "problem", role: "alert", hidden: true }),
    step: part("step-host"),
    choices: part("choices"),
    offer: part("offer-host"),
    hint: h("p", { id: "hint-text", role: "status" }),
    hintMore: part("hint-more"),
    teacher: part("teacher"),
    controls: part("controls"),
    share: h("div", { class: "panel share", hidden: true }),
    turns: h("section", { class: "panel turns-panel", "aria-labelledby": "turns-title" }),
    invitation: part("invitation"),
  };
  const { banner, result, instruction, step, rematch, problem, choices, offer, hint, hintMore, teacher } = parts;
  host.classList.add("table");
  // What is needed to play stands together: it fits a phone. The rest is one swipe away.
  host.append(
    h(
      "div",
      { class: "stage" },
      h("section", { class: "board-part", "aria-label": t("table.board") }, parts.board, parts.typed),
      h(
        "div",
        { class: "side" },
        h("h1", {}, title),
        h("section", { class: "panel players-panel", "aria-label": t("table.players") }, parts.players),
        h("section", { class: "talk", "aria-label": t("table.talk") }, h("div", { class: "now" }, instruction, step, result, banner), rematch, problem, choices, offer, hint, hintMore, teacher),
      ),
    ),
    h("div", { class: "rest" }, parts.controls, parts.share, parts.turns, parts.invitation),
  );
  return parts;
}
