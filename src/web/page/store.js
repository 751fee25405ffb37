// @ts-check
// What the page remembers in this browser, and for the time being where nothing may be kept.

const PREFIX = "quintet.";
/** @type {Map<string, unknown>} */
const forNow = new Map();

/**
 * @template T
 * @param {string} key
 * @param {T} otherwise
 * @returns {T}
 */
export function remembered(key, otherwise) {
  if (forNow.has(key)) return /** @type {T} */ (forNow.get(key));
  try {
    const text = localStorage.getItem(PREFIX + key);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/**
 * @param {string} key
 * @param {unknown} value
 */
export function remember(key, value) {
  forNow.set(key, value);
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // It is remembered until the page is left.
  }
}
