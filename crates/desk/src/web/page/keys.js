// @ts-check
// The keys of each page, and the help that lists them.

import { button, h, showDialog } from "./dom.js";
import { t } from "./texts.js";

const BOARD = ["arrows", "enter", "type", "page", "escape"];
const DRAW = ["circle", "arrow"];

/** What can be typed, by the page's name in the address. @type {Record<string, string[]>} */
const KEYS = {
  game: [...BOARD, ...DRAW, "undo", "redo", "hint", "turn", "sound", "turns", "ends", "autoplay"],
  analyse: [...BOARD, ...DRAW, "analysis", "turn", "turns", "ends", "autoplay"],
  review: ["turns", "ends", "fault"],
  book: [...BOARD, "back"],
  lesson: BOARD,
  puzzles: BOARD,
  rules: BOARD,
};

/** Opens the list of keys of a page that has some. @param {string} page */
export function openKeys(page) {
  const keys = KEYS[page];
  if (!keys) return;
  const rows = [...keys, "help"].map((key) => h("div", {}, h("dt", {}, h("kbd", {}, t(`keys.${key}.key`))), h("dd", {}, t(`keys.${key}`))));
  const dialog = h(
    "dialog",
    { id: "keys-help", "aria-labelledby": "keys-title" },
    h("h2", { id: "keys-title" }, t("keys.title")),
    h("dl", { class: "keys" }, ...rows),
    h("div", { class: "buttons" }, button("keys-close", t("close"), () => dialog.close(), { class: "primary" })),
  );
  showDialog(dialog);
}

/**
 * Whether a key belongs to what has the focus, not to the page.
 * @param {KeyboardEvent} event
 */
export function isElsewhere(event) {
  const target = /** @type {Element | null} */ (event.target);
  const typing = target?.closest?.("input, select, textarea, dialog, [contenteditable]");
  return event.altKey || event.ctrlKey || event.metaKey || Boolean(typing) || document.querySelector("dialog[open]") !== null;
}
