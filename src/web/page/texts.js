// @ts-check
// The words of the page in the person's language. All of them stand in texts/LANGUAGE.json.

import { remember, remembered } from "./store.js";

/**
 * @typedef {{ texts: Record<string, string>, sentences: [string, string][] }} TextFile
 */

/** The languages that there is a file for, with their own names. */
export const LANGUAGES = { en: "English", fr: "Français" };

/** @type {TextFile} */
let english = { texts: {}, sentences: [] };
/** @type {TextFile} */
let chosen = english;
let language = "en";

/** @returns {string} */
export const currentLanguage = () => language;

/** @returns {string} */
function preferred() {
  const known = Object.keys(LANGUAGES);
  const wanted = [remembered("language", ""), ...navigator.languages.map((name) => name.slice(0, 2).toLowerCase())];
  return wanted.find((name) => known.includes(name)) ?? "en";
}

/**
 * @param {string} name
 * @returns {Promise<TextFile | null>}
 */
async function load(name) {
  const response = await fetch(new URL(`texts/${name}.json`, import.meta.url)).catch(() => null);
  return response?.ok ? response.json() : null;
}

/** Loads the words; a language without a file is shown in English. */
export async function loadTexts() {
  const wanted = preferred();
  const [base, other] = await Promise.all([load("en"), wanted === "en" ? null : load(wanted)]);
  english = base ?? english;
  chosen = other ?? english;
  language = other ? wanted : "en";
  document.documentElement.lang = language;
}

/** @param {string} name */
export async function chooseLanguage(name) {
  remember("language", name);
  await loadTexts();
}

/**
 * A text with `{name}` replaced by the value of that name; `{~name}` has it begin with a small letter.
 * @param {string} text
 * @param {Record<string, unknown>} values
 * @returns {string}
 */
export const filled = (text, values) =>
  text.replace(/\{(~?)(\w+)\}/g, (whole, small, name) => {
    if (!(name in values)) return whole;
    const value = String(values[name]);
    return small ? value.slice(0, 1).toLowerCase() + value.slice(1) : value;
  });

/**
 * The words of a key with values in them.
 * @param {string} key
 * @param {Record<string, unknown>} [values]
 * @returns {string}
 */
export const t = (key, values = {}) => filled(chosen.texts[key] ?? english.texts[key] ?? key, values);

/**
 * The words for so many: those of `KEY.one`, `KEY.other` or what else the language tells apart.
 * @param {string} key
 * @param {number} count
 */
export function plural(key, count) {
  const form = `${key}.${new Intl.PluralRules(language).select(count)}`;
  return t(form in chosen.texts ? form : `${key}.other`, { count });
}

/**
 * Whether there are words for a key.
 * @param {string} key
 */
export const hasText = (key) => key in english.texts;

/**
 * What the `{}` of a pattern stand for in a text, or null if the text is another one.
 * @param {string} pattern
 * @param {string} text
 * @returns {string[] | null}
 */
export function matched(pattern, text) {
  const escaped = pattern.split("{}").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const found = new RegExp(`^${escaped.join("(.+?)")}$`, "s").exec(text);
  return found ? found.slice(1) : null;
}

/**
 * A text in the language of a list of patterns, whose wildcards are translated too: the whole of it, or null. Numbers, single
 * words such as the names of places, and what is quoted are the same in every language.
 * @param {[string, string][]} sentences
 * @param {string} text
 * @param {Map<string, string | null>} [seen] what was found of parts
 * @returns {string | null}
 */
export function translated(sentences, text, seen = new Map()) {
  const known = (/** @type {string} */ part) => {
    if (!seen.has(part)) seen.set(part, translated(sentences, part, seen));
    return seen.get(part);
  };
  for (const [pattern, other] of sentences) {
    const parts = matched(pattern, text)?.map((part) => (part === text ? part : known(part)));
    if (!parts || parts.includes(null)) continue;
    let next = 0;
    return other.replace(/\{(\d*)\}/g, (_, place) => parts[place === "" ? next++ : Number(place) - 1] ?? "");
  }
  return /^`.*`$|^\S*$|^[^a-z]*$/is.test(text) ? text : null;
}

/**
 * A sentence that came from the server.
 * @param {string} text
 * @returns {string}
 */
export const sentence = (text) => (chosen === english ? text : (translated(chosen.sentences, text) ?? t("foreign", { text })));

/**
 * What somebody who plays is called; levels and ratings are words, names are not.
 * @param {string} label
 */
export const playerLabel = (label) => (label.startsWith("quintet, ") ? sentence(label) : label);

/**
 * A colour of a side.
 * @param {string} colour
 */
export const colourName = (colour) => t(`colour.${colour}`);
