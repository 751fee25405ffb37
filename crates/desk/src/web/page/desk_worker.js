// @ts-check
// The worker of a tab that stands alone: it takes part in the desk of this browser, and has it if no other tab has.

import { KeptGames } from "./kept_games.js";
import { canShare, compiled, ModuleHost } from "./module_host.js";
import { SearchPool } from "./search_pool.js";
import { SharedDesk } from "./shared_desk.js";
import { TabDesk } from "./tab_desk.js";

/** A request, by its number in its tab; or that nobody waits for it any more.
 * @typedef {{id: number, method?: string, path?: string, body?: string, isOver?: true}} Asked */

/** Why something is not kept, or that all is; or that the desk is that of another version of the page, which does not answer.
 * @typedef {import("./kept_games.js").Trouble | "version" | "none"} Wrong */

/** A part of an answer: with a status it is the last, 0 if there is none; `again` that what was told may not be true any more.
 * @typedef {{id: number, status?: number, text?: string, event?: string, data?: string, again?: true, trouble?: Wrong}} FromDesk */

/** How often the desk is told that time passes. */
const TICK_MS = 50;

/** @param {Set<string>} tabs @param {(wrong: Wrong) => void} onTrouble */
async function open(tabs, onTrouble) {
  const fetched = compiled();
  const kept = await KeptGames.open((trouble) => onTrouble(trouble ?? "none"));
  const held = await kept.read();
  const module = await fetched;
  const start = () => {
    const worker = new Worker(new URL("search_worker.js", import.meta.url), { type: "module", name: "search" });
    worker.postMessage(module);
    return worker;
  };
  const cores = navigator.hardwareConcurrency || 2;
  const desk = new TabDesk(kept, held, {
    host: (hear) => new ModuleHost(module, hear),
    pool: (hear) => {
      const pool = new SearchPool(start, cores, hear);
      pool.warm();
      return pool;
    },
    seed: [...crypto.getRandomValues(new Uint8Array(32))],
    seconds: Date.now() / 1000,
    threads: canShare(module) ? cores : 1,
  }, tabs);
  setInterval(() => desk.tick(), TICK_MS);
  return desk;
}

const channel = new BroadcastChannel("quintet");
const shared = new SharedDesk({
  name: crypto.randomUUID(),
  // Every version of a site has its own folder.
  version: new URL(".", import.meta.url).pathname,
  locks: navigator.locks,
  speak: (word) => channel.postMessage(word),
  tell: (part) => postMessage(part),
  open,
});
addEventListener("message", (/** @type {MessageEvent<Asked>} */ { data }) => shared.ask(data));
channel.onmessage = (/** @type {MessageEvent<import("./shared_desk.js").Word>} */ { data }) => shared.heard(data);
// One that cannot begin says so by ending.
shared.begin().catch((error) => setTimeout(() => {
  throw error;
}));
