// @ts-check
// How the page looks and moves: chosen by the person, kept in this browser, applied to the whole page.

import { prefersStillness } from "./animate.js";
import { element } from "./board.js";
import { button, h, showDialog } from "./dom.js";
import { remember, remembered } from "./store.js";
import { currentLanguage, LANGUAGES, t } from "./texts.js";

/**
 * @typedef {object} Settings
 * @property {"auto" | "light" | "dark"} theme
 * @property {"auto" | "more"} contrast
 * @property {"normal" | "slow" | "off"} motion
 * @property {boolean} signs shapes on the pieces
 * @property {boolean} names of places
 */

/** @type {Settings} */
const USUAL = { theme: "auto", contrast: "auto", motion: "normal", signs: false, names: false };

/** @type {Settings} */
let now = USUAL;

/** How long a decision takes to be seen. */
export function motionMs() {
  if (prefersStillness() || now.motion === "off") return 0;
  return now.motion === "slow" ? 600 : 220;
}

export function loadSettings() {
  now = { ...USUAL, ...remembered("settings", {}) };
  for (const system of [DARK, CONTRAST]) system.addEventListener("change", apply);
  apply();
}

const DARK = window.matchMedia("(prefers-color-scheme: dark)");
const CONTRAST = window.matchMedia("(prefers-contrast: more), (forced-colors: active)");

function apply() {
  const { dataset } = document.documentElement;
  dataset.theme = now.theme === "auto" ? (DARK.matches ? "dark" : "light") : now.theme;
  dataset.contrast = now.contrast === "more" || CONTRAST.matches ? "more" : "auto";
  dataset.signs = String(now.signs);
  dataset.names = String(now.names);
}

/** @param {Partial<Settings>} change */
function set(change) {
  // Another tab may have changed something else.
  now = { ...now, ...remembered("settings", {}), ...change };
  remember("settings", now);
  apply();
}

/**
 * @param {"theme" | "contrast" | "motion"} name
 * @param {string[]} words
 */
function choice(name, words) {
  const options = words.map((word) => h("option", { value: word, selected: now[name] === word }, t(`settings.${name}.${word}`)));
  const list = h("select", { id: `setting-${name}`, onchange: () => set({ [name]: list.value }) }, ...options);
  return h("div", { class: "option" }, h("label", { htmlFor: list.id }, t(`settings.${name}`)), list);
}

/** @param {"signs" | "names"} name */
function check(name) {
  const box = h("input", { type: "checkbox", id: `setting-${name}`, checked: now[name], onchange: () => set({ [name]: box.checked }) });
  return h("div", { class: "option check" }, box, h("label", { htmlFor: box.id }, t(`settings.${name}`)));
}

/**
 * A list of the languages.
 * @param {string} id
 * @param {(language: string) => void} onChange
 */
export function languageList(id, onChange) {
  const options = Object.entries(LANGUAGES).map(([code, name]) => h("option", { value: code, lang: code, selected: code === currentLanguage() }, name));
  const list = h("select", { id, "aria-label": t("nav.language"), onchange: () => onChange(list.value) }, ...options);
  return list;
}

/** A picture for the settings. */
export function slidersIcon() {
  const svg = element("svg", { viewBox: "0 0 20 20", width: 18, height: 18, "aria-hidden": "true" });
  const d = "M3 5h6m4 0h4M3 10h2m4 0h8M3 15h8m4 0h2M11 3.2v3.6M7 8.2v3.6M13 13.2v3.6";
  element("path", { d, fill: "none", stroke: "currentColor", "stroke-width": 2, "stroke-linecap": "round" }, svg);
  return svg;
}

/**
 * Opens the settings.
 * @param {HTMLElement} languages
 */
export function openSettings(languages) {
  const dialog = h(
    "dialog",
    { id: "settings", "aria-labelledby": "settings-title" },
    h("h2", { id: "settings-title" }, t("settings.title")),
    h("div", { class: "option" }, h("label", { htmlFor: languages.id }, t("nav.language")), languages),
    choice("theme", ["auto", "light", "dark"]),
    choice("contrast", ["auto", "more"]),
    choice("motion", ["normal", "slow", "off"]),
    check("signs"),
    check("names"),
    h("div", { class: "buttons" }, button("settings-close", t("close"), () => dialog.close(), { class: "primary" })),
  );
  showDialog(dialog);
}
