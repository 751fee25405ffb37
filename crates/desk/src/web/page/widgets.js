// @ts-check
// Small controls and words that the pages for analysing and learning share.

import { button, h, showDialog } from "./dom.js";
import { t } from "./texts.js";

/** A control with its label before it. @param {string} text @param {HTMLElement} control */
export const labelled = (text, control) => h("label", { class: "labelled" }, h("span", {}, text), control);

/**
 * A check box with its label behind it.
 * @param {string} id
 * @param {string} text
 * @param {boolean} checked
 * @param {(checked: boolean) => void} onChange
 */
export function tick(id, text, checked, onChange) {
  const box = h("input", { type: "checkbox", id, checked, onchange: () => onChange(box.checked) });
  return h("label", { class: "tick" }, box, h("span", {}, text));
}

/**
 * A list to choose from.
 * @param {string} id
 * @param {[string, string][]} choices values and what they are called
 * @param {string} value
 * @param {(value: string) => void} [onChange]
 */
export function choose(id, choices, value, onChange) {
  const list = h("select", { id }, ...choices.map(([each, text]) => h("option", { value: each, selected: each === value }, text)));
  if (onChange) list.addEventListener("change", () => onChange(list.value));
  return list;
}

/** A part with a heading. @param {string} title @param {...(Node | null)} children */
export const part = (title, ...children) => h("section", { class: "part" }, h("h2", {}, title), ...children);

/** A page with a board at one side. @param {(Node | null)[]} board @param {...(Node | null)} rest */
export const beside = (board, ...rest) =>
  h("div", { class: "study" }, h("div", { class: "desk-side" }, board), h("div", { class: "study-side" }, rest));

/** A first part, with no heading of its own. @param {...(Node | null)} children */
export const first = (...children) => h("section", { class: "part" }, children);

/** Hundredths that sum to 100 with the rest. @param {number} share */
export const percent = (share) => `${Math.round(Math.round(1e4 * share) / 100 - (share > 0.5 ? 1e-9 : 0))} %`;

/** @param {KeyboardEvent} event */
export const isChord = (event) => event.altKey || event.ctrlKey || event.metaKey;

/** Whether a key pressed there means something of its own. @param {KeyboardEvent} event */
export function isTyping(event) {
  const at = event.target;
  return isChord(event) || (at instanceof HTMLElement && at.closest("input:not([type='checkbox']), select, textarea, dialog") !== null);
}

/** A dialog with a heading and a way to close it; answers that. @param {string} id @param {string} title @param {HTMLElement} body */
export function openDialog(id, title, body) {
  const dialog = h("dialog", { id, class: "tool", "aria-labelledby": `${id}-title` });
  const close = () => dialog.close();
  dialog.append(h("h2", { id: `${id}-title` }, title), body, h("div", { class: "buttons" }, button("", t("close"), close)));
  showDialog(dialog);
  return close;
}
