// @ts-check
// The worker of a tab that stands alone. Of all tabs of a browser one has the desk, as games and their clocks are there once;
// the others ask it, and when it is closed the next one opens what has been kept.

import { KeptGames } from "./kept_games.js";
import { compiled } from "./module_host.js";
import { TabDesk } from "./tab_desk.js";

/** A request, by its number in its tab; or that nobody waits for it any more.
 * @typedef {{id: number, method?: string, path?: string, body?: string, isOver?: true}} Asked */

/** A part of an answer: with a status it is the last, 0 if there is none; `again` that what was told may not be true any more.
 * @typedef {{id: number, status?: number, text?: string, event?: string, data?: string, again?: true, trouble?: import("./kept_games.js").Trouble}} FromDesk */

/** What the tabs say to each other: a new desk is there; a request of a tab to it; its answer; what is wrong with what is kept.
 * @typedef {{isOpen?: true, from?: string, asked?: Asked, to?: string, part?: FromDesk, trouble?: import("./kept_games.js").Trouble}} Word */

const LOCK = "quintet desk";
const tab = crypto.randomUUID();
const lockOf = (/** @type {string} */ name) => `quintet tab ${name}`;
const channel = new BroadcastChannel("quintet");
/** What has been asked here and has no last answer yet. @type {Map<number, Asked>} */
const open = new Map();
/** @type {TabDesk | null} */
let desk = null;
/** Why nothing is kept, for those who come later. @type {import("./kept_games.js").Trouble | null} */
let trouble = null;
/** The tabs that have asked. @type {Set<string>} */
const known = new Set();

/** @param {Word} word */
const say = (word) => channel.postMessage(word);

/** @param {FromDesk} part */
function hear(part) {
  if (!open.has(part.id)) return;
  if (part.status !== undefined) open.delete(part.id);
  postMessage(part);
}

addEventListener("message", (/** @type {MessageEvent<Asked>} */ { data: asked }) => {
  if (asked.isOver) open.delete(asked.id);
  else open.set(asked.id, asked);
  if (desk) desk.answer(tab, asked, hear);
  else say({ from: tab, asked });
});

/** Asks anew, since what was asked may have gone with the desk of before. */
function askAgain() {
  for (const asked of open.values()) {
    if (asked.path?.startsWith("/api/events")) postMessage({ id: asked.id, again: true });
    if (desk) desk.answer(tab, asked, hear);
    else say({ from: tab, asked });
  }
}

channel.onmessage = (/** @type {MessageEvent<Word>} */ { data: { isOpen, from, asked, to, part, trouble: wrong } }) => {
  if (isOpen) askAgain();
  if (to === tab && part) hear(part);
  if (wrong) postMessage({ id: 0, trouble: wrong });
  if (!desk || !from || !asked) return;
  desk.answer(from, asked, (one) => say({ to: from, part: one }));
  if (known.has(from)) return;
  known.add(from);
  if (trouble) say({ trouble });
  // A tab that has gone has no lock any more.
  void navigator.locks.request(lockOf(from), { mode: "shared" }, () => {
    known.delete(from);
    desk?.leave(from);
  });
};

async function lead() {
  const module = compiled();
  const kept = await KeptGames.open((wrong) => {
    trouble = wrong;
    say({ trouble: wrong });
    postMessage({ id: 0, trouble: wrong });
  });
  const [rows, person] = await Promise.all([kept.read(), kept.note("person")]);
  desk = new TabDesk(await module, kept, { rows, person });
  say({ isOpen: true });
  askAgain();
}

/** What cannot begin says so by ending. @param {unknown} error */
function fail(error) {
  setTimeout(() => {
    throw error;
  });
}

const forEver = () => new Promise(() => {});
if (navigator.locks) {
  void navigator.locks.request(lockOf(tab), forEver);
  void navigator.locks.request(LOCK, () => lead().then(forEver, fail));
} else lead().catch(fail);
