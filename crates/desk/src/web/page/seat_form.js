// @ts-check
// Who sits on a seat of a new game: a person, quintet at a level or with a rating, another engine.

import { button, fill, h } from "./dom.js";
import { levelName } from "./levels.js";
import { splitTitle } from "./names.js";
import { t } from "./texts.js";

/**
 * @typedef {import("./types.d.ts").GameInfo} GameInfo
 * @typedef {import("./types.d.ts").SeatSetup} SeatSetup
 * @typedef {object} SeatChoice what was chosen for a seat, also what is not in use at the time
 * @property {string} who "person", "level", "rating" or "engine:NAME"
 * @property {string} name
 * @property {number} level
 * @property {number} rating
 */

/** The seat of somebody who has chosen nothing. @type {(index: number, level: number) => SeatChoice} */
export const usualSeat = (index, level) => ({ who: index === 0 ? "person" : "level", name: "", level, rating: 800 });

/**
 * The ratings that a game's levels span.
 * @param {GameInfo} game
 */
const span = (game) => ({ min: Math.round(game.ratings[0] ?? 0), max: Math.round(game.ratings.at(-1) ?? 3000) });

/**
 * The seat as the server takes it.
 * @param {SeatChoice} choice
 * @param {GameInfo} game
 * @param {number | undefined} timeMs for a turn without a clock
 * @returns {SeatSetup}
 */
export function setupOf(choice, game, timeMs) {
  if (choice.who === "person") return { kind: "person", name: choice.name.trim() || undefined };
  if (choice.who.startsWith("engine:")) return { kind: "engine", engine: choice.who.slice(7), timeMs };
  if (choice.who === "level") return { kind: "quintet", options: { Skill: String(choice.level) }, timeMs };
  const { min, max } = span(game);
  const rating = String(Math.min(max, Math.max(min, choice.rating)));
  return { kind: "quintet", options: { UCI_LimitStrength: "true", UCI_Elo: rating }, timeMs };
}

/**
 * @param {number} index
 * @param {{ colour?: string, game: GameInfo, engines: string[] }} about
 * @param {SeatChoice} choice which is changed in place
 * @param {() => void} onChange
 * @returns {HTMLElement}
 */
export function seatForm(index, { colour, game, engines }, choice, onChange) {
  const number = index + 1;
  const label = colour ? t("new.seatOf", { seat: number, colour: t(`colour.${colour}`) }) : t("new.seat", { seat: number });
  const detail = h("div", { class: "seat-detail" });
  const choices = [["person", t("new.person")], ["level", t("new.level")], ["rating", t("new.rating")]];
  for (const engine of engines) choices.push([`engine:${engine}`, engine]);
  const who = h(
    "select",
    { id: `seat-${number}`, "aria-label": label },
    ...choices.map(([value, text]) => h("option", { value, selected: value === choice.who }, text)),
  );
  const showDetail = () => fill(detail, details(number, label, game, choice, onChange));
  who.addEventListener("change", () => {
    choice.who = who.value;
    showDetail();
    onChange();
  });
  showDetail();
  const swatch = h("span", { class: `swatch ${colour ?? ""}`, "aria-hidden": "true" });
  return h("div", { class: "seat", role: "group", "aria-label": label }, h("div", { class: "seat-who" }, swatch, h("span", { class: "seat-label" }, label), who), detail);
}

/**
 * @param {number} number
 * @param {string} label
 * @param {GameInfo} game
 * @param {SeatChoice} choice
 * @param {() => void} onChange
 */
function details(number, label, game, choice, onChange) {
  if (choice.who === "person") {
    const input = h("input", { id: `seat-${number}-name`, value: choice.name, maxLength: 40, placeholder: t("new.name"), "aria-label": `${label}: ${t("new.name")}` });
    input.addEventListener("input", () => {
      choice.name = input.value;
      onChange();
    });
    return [input];
  }
  if (choice.who === "level") return level(number, label, game, choice, onChange);
  if (choice.who !== "rating") return [];
  const { min, max } = span(game);
  const value = Math.min(max, Math.max(min, choice.rating));
  const input = h("input", { id: `seat-${number}-rating`, type: "number", min, max, value, "aria-label": `${label}: ${t("new.rating")}` });
  input.addEventListener("input", () => {
    if (!input.checkValidity()) return;
    choice.rating = Number(input.value);
    onChange();
  });
  return [input, h("span", { class: "faint" }, t("new.ratingFromTo", { min, max }))];
}

/**
 * @param {number} number
 * @param {string} label
 * @param {GameInfo} game
 * @param {SeatChoice} choice
 * @param {() => void} onChange
 */
function level(number, label, game, choice, onChange) {
  const id = `seat-${number}-level`;
  const words = () => t("new.levelOf", { level: choice.level, name: levelName(choice.level) });
  const output = h("output", { htmlFor: id }, words());
  const { min, max } = span(game);
  const scale = { game: splitTitle(game)[0], min, max };
  const strength = () => t("new.strength", { ...scale, rating: Math.round(game.ratings[choice.level] ?? 0) });
  const summary = h("summary", {}, strength());
  const slider = h("input", { id, type: "range", min: 0, max: 20, step: 1, value: choice.level, "aria-label": `${label}: ${t("new.level")}`, "aria-valuetext": words() });
  const set = (/** @type {number} */ value) => {
    choice.level = Math.max(0, Math.min(20, value));
    slider.value = String(choice.level);
    slider.setAttribute("aria-valuetext", words());
    output.textContent = words();
    summary.textContent = strength();
    onChange();
  };
  slider.addEventListener("input", () => set(Number(slider.value)));
  const step = (/** @type {number} */ by, /** @type {string} */ text, /** @type {string} */ key) =>
    button("", text, () => set(choice.level + by), { class: "step", "aria-label": t(key) });
  return [
    h("div", { class: "level" }, step(-1, "−", "new.weaker"), slider, step(1, "+", "new.stronger"), output),
    h("details", { class: "tip" }, summary, h("p", { class: "about" }, t("new.scale", scale))),
  ];
}
