// @ts-check
// Where variations are kept: those of a game with the server, all others in this browser, each under a name.

import { ApiError, get, put, watchTable } from "./api.js";
import { remember, remembered, whenChanged } from "./store.js";

/** @typedef {import("./keeper.js").Keeper} Keeper */
/** @typedef {import("./keeper.js").Kept} Kept */
/** @typedef {import("./keeper.js").Place} Place */

/** So many analyses are kept in this browser. */
const MOST = 30;
const CONFLICT = 409;

/** @param {string} table */
const pathOf = (table) => `/api/games/${encodeURIComponent(table)}/tree`;

/** @param {string} table @returns {Promise<Kept>} */
export const treeOf = (table) => get(pathOf(table));

/** @param {string} table @returns {Place} */
export const atTable = (table) => ({
  read: () => treeOf(table),
  async write(version, text) {
    try {
      return { isWritten: true, text, ...(await put(pathOf(table), { version, text })) };
    } catch (error) {
      if (error instanceof ApiError && error.status === CONFLICT) return { isWritten: false, ...error.body };
      throw error;
    }
  },
});

/** Has a keeper see what others keep with a table, until the answer is called. @param {string} table @param {Keeper} keeper */
export const watchTree = (table, keeper) =>
  watchTable(table, {
    onGame: ({ treeVersion }) => treeVersion > Number(keeper.base.version) && void keeper.look(),
    onAgain: () => void keeper.look(),
    onState: () => {},
  });

/** The names of analyses and their trees, the newest last. @returns {[string, string][]} */
function all() {
  const kept = /** @type {unknown} */ (remembered("trees", []));
  const isPair = (/** @type {unknown} */ one) => Array.isArray(one) && one.length === 2 && one.every((part) => typeof part === "string");
  return Array.isArray(kept) ? kept.filter(isPair) : [];
}

/** What is kept in this browser under a name; its version is its text. @param {string} name @returns {Kept} */
export function keptHere(name) {
  const text = all().find(([other]) => other === name)?.[1];
  return { version: text, text: text ?? "" };
}

/** @param {string} name @returns {Place} */
export const inBrowser = (name) => ({
  read: async () => keptHere(name),
  async write(version, text) {
    const kept = keptHere(name);
    // One that had to give way to thirty newer ones comes back.
    if (kept.version !== undefined && kept.version !== version) return { isWritten: false, ...kept };
    remember("trees", [...all().filter(([other]) => other !== name), [name, text]].slice(-MOST));
    return { isWritten: true, version: text, text };
  },
});

/**
 * Has a keeper see what other tabs keep in this browser, until the answer is called. Two that write in the same moment may
 * not see each other; who finds then that something of theirs is not there writes it again, once for each change.
 * @param {string} name @param {Keeper} keeper
 */
export function watchHere(name, keeper) {
  /** @type {unknown} */
  let mended;
  return whenChanged("trees", async () => {
    const { version } = keeper.base;
    if (version === undefined || keptHere(name).version === version) return;
    if (keptHere(name).version !== undefined) await keeper.look();
    const own = keeper.tree.write();
    if (keptHere(name).version === own || mended === own) return;
    mended = own;
    keeper.changed();
  });
}
