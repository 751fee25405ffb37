// @ts-check
// A form made from the descriptions of options: of games, of searches.

import { h } from "./dom.js";
import { sentence, t } from "./texts.js";

/**
 * @typedef {import("./types.d.ts").OptionDescription} OptionDescription
 * @typedef {Record<string, string>} Values
 */

let forms = 0;

/**
 * Fields for options with their present values. Each change hands over the values that are not the defaults.
 * @param {OptionDescription[]} options
 * @param {Values} values
 * @param {(values: Values) => void} onChange
 * @returns {HTMLElement}
 */
export function optionForm(options, values, onChange) {
  forms += 1;
  const now = { ...values };
  const set = (/** @type {OptionDescription} */ option) => (/** @type {string} */ value) => {
    now[option.name] = value;
    const changed = options.filter(({ name, default: usual }) => name in now && now[name] !== usual);
    onChange(Object.fromEntries(changed.map(({ name }) => [name, now[name]])));
  };
  const shown = options.filter((option) => option.type !== "button");
  const fields = shown.map((option) => field(option, `option${forms}-${option.name.replace(/\W/g, "")}`, now[option.name], set(option)));
  return h("div", { class: "options" }, ...fields);
}

/**
 * @param {OptionDescription} option
 * @param {string} id
 * @param {string | undefined} value
 * @param {(value: string) => void} set
 */
function field(option, id, value, set) {
  const input = control(option, id, value ?? option.default ?? "", set);
  input.setAttribute("aria-describedby", `${id}-about`);
  input.dataset.option = option.name;
  const label = h("label", { htmlFor: id }, optionName(option.name));
  const about = h("p", { id: `${id}-about`, class: "about" }, sentence(option.about, { code: `about.${option.name}` }), whyOneThread(option));
  const isCheck = option.type === "check";
  return h("div", { class: isCheck ? "option check" : "option" }, isCheck ? [input, label] : [label, input], about);
}

/** A page without a server searches with several threads only if its host lets workers share memory. @param {OptionDescription} option */
function whyOneThread({ name, max }) {
  const isAlone = document.documentElement.dataset.back === "tab";
  return name === "Threads" && max === 1 && isAlone && !globalThis.crossOriginIsolated ? ` ${t("alone.oneThread")}` : "";
}

/** @param {string} name */
const optionName = (name) => sentence(name.replaceAll("_", " "), { code: `option.${name}` });

/** @param {string} word */
const wordName = (word) => (/[a-z]/.test(word) ? sentence(word, { code: `word.${word}` }) : word);

/**
 * @param {OptionDescription} option
 * @param {string} id
 * @param {string} value
 * @param {(value: string) => void} set
 * @returns {HTMLInputElement | HTMLSelectElement}
 */
function control({ type, words, min, max }, id, value, set) {
  if (type === "check") {
    return h("input", { id, type: "checkbox", checked: value === "true", onchange: (/** @type {any} */ event) => set(String(event.target.checked)) });
  }
  const onchange = (/** @type {any} */ event) => {
    if (event.target.checkValidity()) set(event.target.value);
  };
  if (type === "combo") {
    const choices = (words ?? []).map((word) => h("option", { value: word, selected: word === value }, wordName(word)));
    return h("select", { id, onchange }, ...choices);
  }
  return h("input", { id, type: type === "spin" ? "number" : "text", min, max, value, required: type === "spin", onchange });
}
