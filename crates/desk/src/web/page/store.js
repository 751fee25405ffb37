// @ts-check
// What the page remembers in this browser, and for the time being where nothing may be kept.

const PREFIX = "quintet.";
/** What could not be kept. @type {Map<string, unknown>} */
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
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
    // What other tabs keep from now on is seen.
    forNow.delete(key);
  } catch {
    // It is remembered until the page is left.
    forNow.set(key, value);
  }
}

/** Reports that another tab has kept something else, until the answer is called. @param {string} key @param {() => void} what */
export function whenChanged(key, what) {
  const onStorage = (/** @type {StorageEvent} */ event) => (event.key === PREFIX + key ? what() : undefined);
  window.addEventListener("storage", onStorage);
  return () => window.removeEventListener("storage", onStorage);
}
