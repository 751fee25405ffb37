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
  const { name } = Object(error);
  if (name === "VersionError") return "newer";
  return name === "QuotaExceededError" ? "full" : "denied";
}

/** @param {IDBFactory} factory @returns {Promise<IDBDatabase>} */
function openDatabase(factory) {
  const request = factory.open(NAME, LAYOUT);
  request.onupgradeneeded = () => {
    request.result.createObjectStore("games", { keyPath: "id" });
    request.result.createObjectStore("page");
  };
  return done(request);
}

export class KeptGames {
  /** @param {() => IDBFactory} factory @param {(trouble: Trouble | null) => void} onTrouble is told when something cannot be kept, and when all is kept again */
  constructor(factory, onTrouble) {
    this.factory = factory;
    this.onTrouble = onTrouble;
    /** @type {IDBDatabase | null} */
    this.database = null;
    /** @type {Trouble | null} */
    this.trouble = null;
    /** Whether what was kept before has been read; unless it has, nothing is written over it. */
    this.isRead = false;
    /** What could not be kept yet. @type {Map<string, string | null>} */
    this.unkept = new Map();
    /** @type {Map<string, string | null>} */
    this.unkeptNotes = new Map();
  }

  /**
   * Opens them. What cannot be kept is there until the last tab is closed.
   * @param {(trouble: Trouble | null) => void} onTrouble @param {() => IDBFactory} [factory] throws where a browser has none
   */
  static async open(onTrouble, factory = () => indexedDB) {
    const kept = new KeptGames(factory, onTrouble);
    await kept.reach().catch((error) => kept.tell(troubleOf(error)));
    return kept;
  }

  /** The database, opened anew if the browser has closed it. */
  async reach() {
    if (this.database) return this.database;
    if (this.trouble === "newer") throw new DOMException("", "VersionError");
    const database = await openDatabase(this.factory());
    database.onclose = () => (this.database = null);
    // A newer page wants to change the layout: it waits for nobody.
    database.onversionchange = () => {
      database.close();
      this.database = null;
      this.tell("newer");
    };
    this.database = database;
    return database;
  }

  /** @param {Trouble | null} trouble */
  tell(trouble) {
    if (this.trouble === trouble) return;
    this.trouble = trouble;
    this.onTrouble(trouble);
  }

  /**
   * All games, and the texts beside them by their names. Where they cannot be read, nothing is kept, either: what is there stays
   * as it is.
   * @returns {Promise<{rows: KeptRow[], notes: Map<string, string>}>}
   */
  async read() {
    if (!this.database) return { rows: [], notes: new Map() };
    try {
      const transaction = this.database.transaction(["games", "page"]);
      const page = transaction.objectStore("page");
      const [rows, names, texts] = await Promise.all([done(transaction.objectStore("games").getAll()), done(page.getAllKeys()), done(page.getAll())]);
      this.isRead = true;
      return { rows, notes: new Map(names.map((name, index) => [String(name), texts[index]])) };
    } catch (error) {
      this.tell(troubleOf(error));
      return { rows: [], notes: new Map() };
    }
  }

  /**
   * Keeps what has changed, also of the texts beside the games, and what could not be kept before: all or nothing.
   * @param {Change[]} changes @param {[string, string | null][]} [notes]
   * @returns {Promise<boolean>} whether it is kept
   */
  async write(changes, notes = []) {
    for (const { id, row } of changes) this.unkept.set(id, row);
    for (const [name, text] of notes) this.unkeptNotes.set(name, text);
    if (!this.isRead) return false;
    try {
      const transaction = await this.begin();
      const ended = new Promise((resolve, reject) => {
        transaction.oncomplete = resolve;
        transaction.onabort = () => reject(transaction.error ?? new DOMException("", "AbortError"));
      });
      // A request that fails has the transaction abort, which says why.
      ended.catch(() => {});
      const games = transaction.objectStore("games");
      for (const [id, row] of this.unkept) row === null ? games.delete(id) : games.put({ id, row });
      const page = transaction.objectStore("page");
      for (const [name, text] of this.unkeptNotes) text === null ? page.delete(name) : page.put(text, name);
      await ended;
    } catch (error) {
      this.tell(troubleOf(error));
      return false;
    }
    this.unkept.clear();
    this.unkeptNotes.clear();
    this.tell(null);
    return true;
  }

  /** A transaction; in a database that is opened anew if need be. */
  async begin() {
    const begin = (/** @type {IDBDatabase} */ database) => database.transaction(["games", "page"], "readwrite");
    try {
      return begin(await this.reach());
    } catch (error) {
      // Nobody has told that it is closed.
      if (Object(error).name !== "InvalidStateError" || !this.database) throw error;
      this.database = null;
      return begin(await this.reach());
    }
  }
}
