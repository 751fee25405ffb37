// @ts-check
// The games that are kept in this browser, where the page stands alone.

const NAME = "quintet";
/** Grows when a page of before could not read what is kept any more. */
const LAYOUT = 1;

/** A game as it is kept; `row` is the desk's own text. @typedef {{id: string, row: string}} KeptRow */
/** What has changed of a game: its row, or none any more. @typedef {{id: string, row: string | null}} Change */

/** Why games cannot be kept: a newer page has kept them, this browser keeps nothing, or there is no more room.
 * @typedef {"newer" | "denied" | "full"} Trouble */

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** @param {unknown} error @returns {Trouble} */
function troubleOf(error) {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "VersionError") return "newer";
  return name === "QuotaExceededError" ? "full" : "denied";
}

export class KeptGames {
  /** @param {IDBDatabase | null} database @param {(trouble: Trouble) => void} onTrouble */
  constructor(database, onTrouble) {
    this.database = database;
    this.onTrouble = onTrouble;
  }

  /** Opens them. What cannot be kept is there until the last tab is closed. @param {(trouble: Trouble) => void} onTrouble */
  static async open(onTrouble) {
    try {
      const request = indexedDB.open(NAME, LAYOUT);
      request.onupgradeneeded = () => {
        request.result.createObjectStore("games", { keyPath: "id" });
        request.result.createObjectStore("page");
      };
      const database = await done(request);
      // A newer page wants to change the layout: it waits for nobody.
      database.onversionchange = () => database.close();
      return new KeptGames(database, onTrouble);
    } catch (error) {
      onTrouble(troubleOf(error));
      return new KeptGames(null, onTrouble);
    }
  }

  /** All games. @returns {Promise<KeptRow[]>} */
  async read() {
    if (!this.database) return [];
    return done(this.database.transaction("games").objectStore("games").getAll());
  }

  /** A text that the page keeps beside them. @param {string} name @returns {Promise<string | undefined>} */
  async note(name) {
    return this.database ? done(this.database.transaction("page").objectStore("page").get(name)) : undefined;
  }

  /** Keeps what has changed, all or nothing. @param {Change[]} changes @param {[string, string]} [note] @returns {Promise<void>} */
  async write(changes, note) {
    if (!this.database) return;
    try {
      const transaction = this.database.transaction(["games", "page"], "readwrite");
      const ended = new Promise((resolve, reject) => {
        transaction.oncomplete = resolve;
        transaction.onabort = () => reject(transaction.error);
      });
      const games = transaction.objectStore("games");
      for (const { id, row } of changes) row === null ? games.delete(id) : games.put({ id, row });
      if (note) transaction.objectStore("page").put(note[1], note[0]);
      await ended;
    } catch (error) {
      this.onTrouble(troubleOf(error));
    }
  }
}
