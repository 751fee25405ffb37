// @ts-check
// The one stream of events that all tabs of a browser share, and whose search may have a connection: a browser has six to a
// server, and each stream takes one as long as it is open. Runs in a shared worker, or in a tab of its own. Pure.

/** Searches with a connection at the same time; besides them the events take one, and two are left for all that is short. */
const PLACES = 3;
/** The server says every three seconds that it is there: a stream that is silent for longer is opened anew. */
const SILENT_MS = 25_000;
/** Without a first or a next event for so long, a stream is held back somewhere. */
const FIRST_MS = 4_000;
const HELD_MS = 10_000;
/** A tab that was not heard for so long has gone. One that is hidden is heard once a minute. */
const GONE_MS = 180_000;
const RECONNECT_MS = 1500;
/** Who opens several tables at once has them in one stream. */
const GATHER_MS = 10;

/**
 * What a tab says, always as a whole: the tables at which it looks, whether it is hidden, and the searches for which it wants
 * a place; one that `keeps` its place does not give it up to a tab that is seen.
 * @typedef {{tables: string[], isHidden: boolean, searches: {id: number, keeps: boolean}[]}} Wish
 */

/**
 * What a tab is told: a table that has changed or is gone; that it should ask for a table itself, as no news of it are to be
 * expected now; whether the stream is there; whether its events are held back; that it is alive; which of its searches have a place.
 * @typedef {{game?: any, gone?: string, again?: string, isConnected?: boolean, isHeld?: boolean, isAlive?: true, placed?: number[]}} News
 */

/** @typedef {{postMessage: (news: News) => void}} Port */
/** @typedef {{id: number, keeps: boolean, order: number, hasPlace: boolean}} Search */
/** @typedef {{tables: Set<string>, isHidden: boolean, searches: Map<number, Search>, heard: number}} Tab */
/** @typedef {Pick<EventSource, "addEventListener" | "close" | "readyState">} Source */

export class Hub {
  /** @param {(tables: string[]) => Source} open @param {() => number} [now] in milliseconds */
  constructor(open, now = Date.now) {
    this.open = open;
    this.now = now;
    /** @type {Map<Port, Tab>} */
    this.tabs = new Map();
    /** @type {Source | null} */
    this.source = null;
    /** The tables of the stream. @type {Set<string>} */
    this.streamed = new Set();
    this.isConnected = true;
    this.isHeld = false;
    /** When the next event should have come. */
    this.due = 0;
    this.heard = 0;
    this.orders = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** A tab says what it wants. @param {Port} port @param {Wish} wish */
  hear(port, { tables, isHidden, searches }) {
    const before = this.tabs.get(port);
    const known = before?.searches;
    const wanted = searches.map(({ id, keeps }) => known?.get(id) ?? { id, keeps, order: this.orders++, hasPlace: false });
    const tab = { tables: new Set(tables), isHidden, heard: this.now(), searches: new Map(wanted.map((one) => [one.id, one])) };
    this.tabs.set(port, tab);
    port.postMessage({ isConnected: this.isConnected, isHeld: this.isHeld });
    const added = tables.filter((table) => !before?.tables.has(table));
    for (const table of added) if (this.streamed.has(table)) port.postMessage({ again: table });
    if (added.some((table) => !this.streamed.has(table))) this.openLater(GATHER_MS);
    this.sharePlaces();
  }

  /** A tab has gone. @param {Port} port */
  leave(port) {
    this.tabs.delete(port);
    if (this.tabs.size === 0) this.openNow();
    this.sharePlaces();
  }

  /** To be called every few seconds. */
  tick() {
    const now = this.now();
    for (const [port, tab] of this.tabs) if (now - tab.heard > GONE_MS) this.leave(port);
    const wanted = this.wanted();
    if (this.source && now > this.due) this.held(true);
    const isSilent = this.source && now - this.heard > SILENT_MS;
    if (isSilent) this.connected(false);
    if (isSilent || [...this.streamed].some((table) => !wanted.has(table))) this.openNow();
    // A tab that is not told asks.
    else if (this.isHeld) for (const table of this.streamed) this.tell(table, { again: table });
  }

  /** The tables at which somebody looks. */
  wanted() {
    return new Set([...this.tabs.values()].flatMap(({ tables }) => [...tables]));
  }

  /** @param {number} ms */
  openLater(ms) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.openNow(), ms);
  }

  /** Opens the stream of all tables anew; it begins with what is to be seen of each. */
  openNow() {
    clearTimeout(this.timer);
    this.source?.close();
    this.source = null;
    this.streamed = this.wanted();
    this.heard = this.now();
    this.due = this.heard + FIRST_MS;
    if (this.streamed.size === 0) return this.held(false);
    const source = (this.source = this.open([...this.streamed].sort()));
    /** @param {string} name @param {(event: any) => void} what */
    const on = (name, what) =>
      source.addEventListener(name, (/** @type {any} */ event) => {
        if (source !== this.source) return;
        if (name !== "open" && name !== "error") {
          this.due = this.now() + HELD_MS;
          this.held(false);
        }
        what(event);
      });
    on("open", () => this.isHere());
    on("alive", () => this.isHere());
    on("game", ({ data }) => {
      this.isHere();
      const game = JSON.parse(data);
      this.tell(game.id, { game });
    });
    on("gone", ({ data }) => {
      const { id } = JSON.parse(data);
      this.tell(id, { gone: id });
    });
    on("error", () => {
      this.connected(false);
      // The browser tries again by itself, unless it has given up.
      if (source.readyState === 2) this.openLater(RECONNECT_MS);
    });
  }

  /** @param {boolean} isHeld */
  held(isHeld) {
    if (isHeld === this.isHeld) return;
    this.isHeld = isHeld;
    for (const port of this.tabs.keys()) port.postMessage({ isHeld });
  }

  /** The server has said something. */
  isHere() {
    this.heard = this.now();
    if (this.isConnected) for (const port of this.tabs.keys()) port.postMessage({ isAlive: true });
    else this.connected(true);
  }

  /** @param {string} table @param {News} news */
  tell(table, news) {
    for (const [port, { tables }] of this.tabs) if (tables.has(table)) port.postMessage(news);
  }

  /** @param {boolean} isConnected */
  connected(isConnected) {
    if (isConnected === this.isConnected) return;
    this.isConnected = isConnected;
    for (const port of this.tabs.keys()) port.postMessage({ isConnected });
  }

  /** Gives places to searches: to those of tabs that are seen first, else to who has waited longest. */
  sharePlaces() {
    const all = [...this.tabs].flatMap(([port, { isHidden, searches }]) => [...searches.values()].map((search) => ({ port, isHidden, search })));
    const changed = new Set();
    const give = (/** @type {typeof all[0]} */ one, /** @type {boolean} */ hasPlace) => {
      one.search.hasPlace = hasPlace;
      changed.add(one.port);
    };
    const waiting = all.filter(({ search }) => !search.hasPlace);
    waiting.sort((a, b) => Number(a.isHidden) - Number(b.isHidden) || a.search.order - b.search.order);
    for (const next of waiting) {
      if (all.filter(({ search }) => search.hasPlace).length >= PLACES) {
        const other = all.find(({ isHidden, search }) => search.hasPlace && isHidden && !search.keeps);
        if (next.isHidden || !other) break;
        give(other, false);
        other.search.order = this.orders++;
      }
      give(next, true);
    }
    for (const port of changed) {
      const searches = [...(this.tabs.get(port)?.searches.values() ?? [])];
      port.postMessage({ placed: searches.filter(({ hasPlace }) => hasPlace).map(({ id }) => id) });
    }
  }
}
