// @ts-check
// The dialog of the settings.

import { Board } from "./board.js";
import { button, h, showDialog } from "./dom.js";
import { hasSound, loadLooks, setSettings, settings } from "./settings.js";
import { t } from "./texts.js";

/**
 * @param {"theme" | "contrast" | "motion" | "confirm"} name
 * @param {string[]} words
 */
function choice(name, words) {
  const options = words.map((word) => h("option", { value: word, selected: settings()[name] === word }, t(`settings.${name}.${word}`)));
  const list = h("select", { id: `setting-${name}`, onchange: () => setSettings({ [name]: list.value }) }, ...options);
  return h("div", { class: "option" }, h("label", { htmlFor: list.id }, t(`settings.${name}`)), list);
}

/** @param {"signs" | "names"} name */
function check(name) {
  const box = h("input", { type: "checkbox", id: `setting-${name}`, checked: settings()[name], onchange: () => setSettings({ [name]: box.checked }) });
  return h("div", { class: "option check" }, box, h("label", { htmlFor: box.id }, t(`settings.${name}`)));
}

/** @typedef {import("./types").PlaceState} Place */

/** Some cells with a piece of each kind, and points with a ring beside them. @type {Place[]} */
const PLACES = [
  ["white", 0, 0], ["black", 52, 0], ["", 26, 45], ["red", 78, 45], ["", -26, 45],
].map(([colour, x, y], index) => /** @type {Place} */ ({ name: `place ${index}`, kind: "cell", x, y, piece: colour ? { kind: "stone", shape: "disc", colour } : null }));

/** What boards and pieces look like, to be chosen by pictures. */
function looks() {
  loadLooks();
  const look = (/** @type {"wood" | "slate" | "paper"} */ name) => {
    const picture = h("span", { "data-board": name, "aria-hidden": "true" });
    const board = new Board(picture, { width: 0, height: 0, places: PLACES });
    board.show(PLACES.flatMap(({ name: place, piece }) => (piece ? [/** @type {[string, typeof piece]} */ ([place, piece])] : [])), [], "", "");
    const input = h("input", { type: "radio", name: "board", id: `setting-board-${name}`, value: name, checked: settings().board === name, onchange: () => setSettings({ board: name }) });
    return h("label", { class: "look" }, input, picture, h("span", {}, t(`settings.board.${name}`)));
  };
  return h("fieldset", { class: "option" }, h("legend", {}, t("settings.board")), h("div", { class: "looks" }, look("wood"), look("slate"), look("paper")));
}

/** Whether games are heard. */
function sound() {
  const box = h("input", { type: "checkbox", id: "setting-sound", checked: hasSound(), onchange: () => setSettings({ sound: box.checked }) });
  return h("div", { class: "option check" }, box, h("label", { htmlFor: box.id }, t("settings.sound")));
}

/**
 * Shows the settings.
 * @param {HTMLElement} languages
 */
export function showSettings(languages) {
  const dialog = h(
    "dialog",
    { id: "settings", "aria-labelledby": "settings-title" },
    h("h2", { id: "settings-title" }, t("settings.title")),
    h("div", { class: "option" }, h("label", { htmlFor: languages.id }, t("nav.language")), languages),
    choice("theme", ["auto", "light", "dark"]),
    looks(),
    choice("contrast", ["auto", "more"]),
    choice("motion", ["normal", "slow", "off"]),
    choice("confirm", ["auto", "always", "never"]),
    sound(),
    check("signs"),
    check("names"),
    h("div", { class: "buttons" }, button("settings-close", t("close"), () => dialog.close(), { class: "primary" })),
  );
  showDialog(dialog);
}
