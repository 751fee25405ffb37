// @ts-check
// The words of the page in the person's language. All of them stand in texts/LANGUAGE.json.

import { remember, remembered } from "./store.js";

/**
 * The words of the page by key, and of what the server says by code.
 * @typedef {{ texts: Record<string, string>, sentences: Record<string, string> }} TextFile
 * @typedef {import("./types").Sentence} Said
 */

/** The languages that there is a file for, with their own names. */
export const LANGUAGES = { en: "English", fr: "Français" };

/** @type {TextFile} */
let english = { texts: {}, sentences: {} };
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
 * @param {Record<string, unknown>} [values] beside `count`
 */
export function plural(key, count, values = {}) {
  const form = `${key}.${new Intl.PluralRules(language).select(count)}`;
  return t(form in chosen.texts ? form : `${key}.other`, { ...values, count });
}

/**
 * Whether there are words for a key.
 * @param {string} key
 */
export const hasText = (key) => key in english.texts;

/**
 * A sentence in a language by its code and values; of what is counted the language may tell forms apart, `CODE.one`,
 * `CODE.other`. Null if it has no words for one of the codes.
 * @param {Record<string, string>} sentences
 * @param {Said} said
 * @param {(count: number) => string} form
 * @returns {string | null}
 */
export function spoken(sentences, { code, values = {} }, form) {
  const words = sentences[code] ?? sentences[`${code}.${form(Number(values.count))}`] ?? sentences[`${code}.other`];
  if (words === undefined) return null;
  const parts = Object.entries(values).map(([name, value]) => [name, typeof value === "object" ? spoken(sentences, value, form) : value]);
  return parts.some(([, part]) => part === null) ? null : filled(words, Object.fromEntries(parts));
}

/**
 * A sentence of the server: its English, and the same for any language.
 * @param {string} text
 * @param {Said | null} [said]
 * @returns {string}
 */
export function sentence(text, said) {
  if (chosen === english) return text;
  const form = (/** @type {number} */ count) => new Intl.PluralRules(language).select(count);
  return (said ? spoken(chosen.sentences, said, form) : null) ?? t("foreign", { text });
}

/**
 * Why something went wrong: what the server said, or words of the page.
 * @param {any} error
 * @returns {string}
 */
export const why = (error) =>
  error?.name === "Error" || error?.status === 0 ? error.message : sentence(error?.message ?? String(error), error?.body?.said);

/**
 * The title of a game, with what it is about.
 * @param {{ name: string, title: string }} game
 */
export const titleText = ({ name, title }) => sentence(title, { code: `title.${name}` });

/**
 * A colour of a side.
 * @param {string} colour
 */
export const colourName = (colour) => t(`colour.${colour}`);
