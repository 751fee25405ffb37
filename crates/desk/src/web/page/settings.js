// @ts-check
// How the page looks, moves and takes decisions: chosen by the person (settings_dialog.js), kept in this browser, applied to the
// whole page.

import { prefersStillness } from "./animate.js";
import { element } from "./board.js";
import { h } from "./dom.js";
import { remember, remembered } from "./store.js";
import { currentLanguage, LANGUAGES, t } from "./texts.js";

/**
 * @typedef {object} Settings
 * @property {"auto" | "light" | "dark"} theme
 * @property {"wood" | "slate" | "paper"} board what boards and pieces look like
 * @property {"auto" | "more"} contrast
 * @property {"normal" | "slow" | "off"} motion
 * @property {boolean} signs shapes on the pieces
 * @property {boolean} names of places
 * @property {boolean} turned whether boards are seen from the other side
 * @property {boolean | null} sound not before a person has played here, if nobody has chosen
 * @property {"auto" | "always" | "never"} confirm whether a complete decision waits for being confirmed
 */

/** @type {Settings} */
const USUAL = { theme: "auto", board: "wood", contrast: "auto", motion: "normal", signs: false, names: false, turned: false, sound: null, confirm: "auto" };

/** @type {Settings} */
let now = USUAL;

/** How long a decision takes to be seen. */
export function motionMs() {
  if (prefersStillness() || now.motion === "off") return 0;
  return now.motion === "slow" ? 600 : 220;
}

/** Fingers need so much room, in pixels. */
const FINGER = 40;

/**
 * Whether a decision waits for being confirmed. Of itself it does where a finger may have meant the place beside.
 * @param {() => number} reach how far places are apart, in pixels
 */
export const confirms = (reach) => now.confirm === "always" || (now.confirm === "auto" && COARSE.matches && reach() < FINGER);

export const settings = () => now;

/** Whether games are heard. */
export const hasSound = () => now.sound ?? remembered("played", false);

/** Whether games against quintet are taught. */
export const isTaught = () => remembered("teaching", false);

/** @param {boolean} isOn */
export const setTaught = (isOn) => remember("teaching", isOn);

/** A person plays here. */
export function tellPlayed() {
  if (!remembered("played", false)) remember("played", true);
}

export function loadSettings() {
  now = { ...USUAL, ...remembered("settings", {}) };
  for (const system of [DARK, CONTRAST]) system.addEventListener("change", apply);
  apply();
}

const DARK = window.matchMedia("(prefers-color-scheme: dark)");
const COARSE = window.matchMedia("(pointer: coarse)");
const CONTRAST = window.matchMedia("(prefers-contrast: more), (forced-colors: active)");

/** Has the browser fetch what the other boards and pieces look like. */
export function loadLooks() {
  if (document.getElementById("looks")) return;
  document.head.append(h("link", { id: "looks", rel: "stylesheet", href: new URL("themes.css", import.meta.url).href }));
}

function apply() {
  const { dataset } = document.documentElement;
  dataset.theme = now.theme === "auto" ? (DARK.matches ? "dark" : "light") : now.theme;
  dataset.contrast = now.contrast === "more" || CONTRAST.matches ? "more" : "auto";
  // With high contrast there is one look only.
  dataset.board = dataset.contrast === "more" ? "plain" : now.board;
  if (now.board !== "wood") loadLooks();
  dataset.signs = String(now.signs);
  dataset.names = String(now.names);
}

/** @param {Partial<Settings>} change */
export function setSettings(change) {
  // Another tab may have changed something else.
  now = { ...now, ...remembered("settings", {}), ...change };
  remember("settings", now);
  apply();
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
