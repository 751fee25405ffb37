// @ts-check
// The desk of a browser: the games and searches of all tabs. It answers what a server would.

import { ModuleHost } from "./module_host.js";
import { SearchPool } from "./search_pool.js";

/** How often the desk is told that time passes. */
const TICK_MS = 50;

/** @typedef {import("./desk_worker.js").Asked} Asked */
/** @typedef {import("./desk_worker.js").FromDesk} FromDesk */
/** @typedef {(part: FromDesk) => void} Tell */

export class TabDesk {
  /**
   * @param {WebAssembly.Module} module
   * @param {import("./kept_games.js").KeptGames} kept
   * @param {{rows: import("./kept_games.js").KeptRow[], person: string | undefined}} held
   */
  constructor(module, kept, { rows, person }) {
    this.kept = kept;
    /** Who has asked what, by the number under which the module knows it. @type {Map<number, {id: number, tab: string, tell: Tell}>} */
    this.asked = new Map();
    this.count = 0;
    /** What the module has said during a call. @type {any[]} */
    this.said = [];
    /** What is being kept; what is said later is told later. */
    this.keeping = Promise.resolve();
    const start = () => {
      const worker = new Worker(new URL("search_worker.js", import.meta.url), { type: "module", name: "search" });
      worker.postMessage(module);
      return worker;
    };
    const cores = navigator.hardwareConcurrency || 2;
    this.pool = new SearchPool(start, cores, (news) => this.obey({ do: "searched", ...news }));
    this.host = new ModuleHost(module, (message) => this.said.push(message));
    const seed = [...crypto.getRandomValues(new Uint8Array(32))];
    this.obey({ do: "open", rows, person: person ?? null, seed, seconds: Date.now() / 1000 });
    setInterval(() => this.obey({ do: "tick" }), TICK_MS);
  }

  /** Answers a request of a tab, or lets go of one. @param {string} tab @param {Asked} asked @param {Tell} tell */
  answer(tab, { id, isOver, method, path = "", body }, tell) {
    if (isOver) return this.letGo((known) => known.tab === tab && known.id === id);
    const number = ++this.count;
    this.asked.set(number, { id, tab, tell });
    const [place, query = ""] = path.split("?", 2);
    this.obey({ do: "request", number, method, path: place, query, body });
  }

  /** A tab has gone. @param {string} tab */
  leave(tab) {
    this.letGo((known) => known.tab === tab);
  }

  /** @param {(known: {id: number, tab: string}) => boolean} isMeant */
  letGo(isMeant) {
    for (const [number, known] of [...this.asked]) {
      if (!isMeant(known)) continue;
      this.asked.delete(number);
      this.obey({ do: "letGo", number });
    }
  }

  /** @param {unknown} order */
  obey(order) {
    this.host.obey(order);
    const said = this.said;
    this.said = [];
    /** @type {import("./kept_games.js").Change[]} */
    const changes = said.flatMap(({ kept }) => kept ?? []);
    const person = said.find((message) => message.person !== undefined)?.person;
    // Nothing is told before it is kept.
    if (changes.length > 0 || person !== undefined) {
      const write = () => this.kept.write(changes, person === undefined ? undefined : ["person", person]);
      this.keeping = this.keeping.then(write);
      this.keeping.then(() => this.tell(said));
    } else this.keeping.then(() => this.tell(said));
  }

  /** @param {any[]} said */
  tell(said) {
    for (const { to, search, work, endSearch, ...part } of said) {
      if (search !== undefined) this.pool.begin({ number: search, work });
      if (endSearch !== undefined) this.pool.end(endSearch);
      const known = this.asked.get(to);
      if (!known) continue;
      if (part.status !== undefined) this.asked.delete(to);
      known.tell({ ...part, id: known.id });
    }
  }
}
