// @ts-check
// What the server says by itself: news of tables, and places for searches, whose answers are streams, too. The tabs of a
// browser share one stream, which a shared worker holds, so that any number of them gets the news. Where there is none
// (Chrome on Android), each tab has its own while it is seen, and asks now and then while it is hidden. A page that stands alone
// has its news from elsewhere, and shares the places alone.

import { Hub } from "./stream_hub.js";

/** @typedef {import("./stream_hub.js").News} News */

/** @typedef {import("./api.js").Watcher} Watcher */

/** @typedef {{id: number, keeps: boolean, onPlace: (hasPlace: boolean) => void, hasPlace: boolean}} Search */

/** How often a hub looks at its stream, and a tab says that it is there. */
export const TICK_MS = 2_000;
const BEAT_MS = 30_000;
/** A worker that does not answer in so long is none. */
const PATIENCE_MS = 15_000;

/** @type {Map<string, Set<Watcher>>} */
const watchers = new Map();
/** @type {Map<number, Search>} */
const searches = new Map();
let count = 0;
/** Where to say what is wanted; `null` leaves. @type {((wish: import("./stream_hub.js").Wish | null) => void) | null} */
let say = null;
/** Whether this tab has no worker. */
let isAlone = false;
/** When the hub was last heard. */
let answered = 0;
/** When the server was last heard, in milliseconds since 1970. */
export let heard = Date.now();

/** @param {string[]} tables */
export const openEvents = (tables) => new EventSource(new URL(`../api/events?games=${tables.map(encodeURIComponent)}`, import.meta.url));

/** @param {News} news */
function receive({ game, gone, again, isConnected, isHeld, isAlive, placed }) {
  answered = Date.now();
  if (isAlive || game || isConnected) heard = answered;
  const of = (/** @type {string} */ table) => [...(watchers.get(table) ?? [])];
  for (const one of of(game?.id)) one.onGame(game);
  for (const one of of(gone ?? again ?? "")) one.onAgain();
  for (const one of [...watchers.values()].flatMap((each) => [...each])) {
    if (isConnected !== undefined) one.onState(isConnected);
    if (isHeld !== undefined) one.onHeld?.(isHeld);
  }
  if (placed) for (const search of [...searches.values()]) setPlace(search, placed.includes(search.id));
}

/** @param {Search} search @param {boolean} hasPlace */
function setPlace(search, hasPlace) {
  if (search.hasPlace === hasPlace) return;
  search.hasPlace = hasPlace;
  search.onPlace(hasPlace);
}

/** This tab has a stream of its own. */
function beAlone() {
  if (isAlone) return;
  say?.(null);
  isAlone = true;
  const hub = new Hub(openEvents);
  const port = { postMessage: receive };
  setInterval(() => hub.tick(), TICK_MS);
  say = (wish) => (wish ? hub.hear(port, wish) : hub.leave(port));
  speak();
}

function connect() {
  if (isAlone) return;
  say?.(null);
  try {
    // Tabs of another version, whose modules have another address, have another worker.
    const worker = new SharedWorker(new URL("stream_worker.js", import.meta.url), { type: "module" });
    worker.onerror = beAlone;
    worker.port.onmessage = ({ data }) => receive(data);
    say = (wish) => worker.port.postMessage(wish);
  } catch {
    beAlone();
  }
}

/** Says what this tab wants. */
function speak() {
  if (!say) {
    connect();
    document.addEventListener("visibilitychange", speak);
    window.addEventListener("pageshow", speak);
    // Also one that may come back: a frozen page needs no connection.
    window.addEventListener("pagehide", () => say?.(null));
    setInterval(beat, BEAT_MS);
  }
  const isHidden = document.visibilityState === "hidden";
  const isOff = isAlone && isHidden;
  const wanted = [...searches.values()].filter(({ keeps }) => keeps || !isOff);
  for (const search of searches.values()) if (isOff && !search.keeps) setPlace(search, false);
  const asked = Date.now();
  say?.({ tables: isOff ? [] : [...watchers.keys()], isHidden, searches: wanted.map(({ id, keeps }) => ({ id, keeps })) });
  // A page that wakes up may see the time before the answer.
  setTimeout(() => setTimeout(() => answered < asked && beAlone(), TICK_MS), PATIENCE_MS);
}

function beat() {
  speak();
  if (isAlone && document.visibilityState === "hidden") for (const each of watchers.values()) for (const one of each) one.onAgain();
}

/** The news of a table, until the answer is called. @param {string} table @param {Watcher} watcher @returns {() => void} */
export function watchTable(table, watcher) {
  const each = watchers.get(table) ?? new Set();
  watchers.set(table, each.add(watcher));
  speak();
  return () => {
    each.delete(watcher);
    if (each.size === 0) watchers.delete(table);
    speak();
  };
}

/**
 * A place for a search, until the answer is called. `onPlace` is told when there is one, and when it has to be given up for a
 * while, to a tab that is seen; not if it `keeps` it.
 * @param {boolean} keeps
 * @param {(hasPlace: boolean) => void} onPlace
 * @returns {() => void}
 */
export function wantPlace(keeps, onPlace) {
  const id = ++count;
  searches.set(id, { id, keeps, onPlace, hasPlace: false });
  speak();
  return () => {
    searches.delete(id);
    speak();
  };
}
