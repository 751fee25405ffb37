// @ts-check
// Asks the workers of this tab, where the page stands alone: no server, all games in this browser.

import { ApiError, refusal } from "./api_error.js";
import { followVersions } from "./page_version.js";
import { worker } from "./tab_worker.js";
import { t } from "./texts.js";

/** @typedef {import("./desk_worker.js").FromDesk} FromDesk */

/** @type {import("./desk_worker.js").Wrong} */
let trouble = "none";
/** Whether the page has words for it. */
let hasWords = false;
/** What to do with what comes for a request. @type {Map<number, (part: FromDesk) => void>} */
const waiting = new Map();
let count = 0;

worker.addEventListener("message", (/** @type {MessageEvent<FromDesk>} */ { data }) => {
  if (data.trouble) {
    trouble = data.trouble;
    tellTrouble();
  }
  waiting.get(data.id)?.(data);
});
// One that cannot start answers nothing any more.
worker.addEventListener("error", () => {
  for (const [id, hear] of [...waiting]) hear({ id, status: 0, text: "" });
});

// Some browsers keep a page that is left, with its worker, for whoever goes back: it must not have the desk meanwhile, as nobody
// would be answered. Whoever does go back has the page loaded anew.
addEventListener("pagehide", ({ persisted }) => persisted && worker.terminate());
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());

/** @param {Omit<import("./desk_worker.js").Asked, "id">} asked @param {(part: FromDesk) => void} hear @returns {() => void} ends it */
function ask(asked, hear) {
  const id = ++count;
  waiting.set(id, hear);
  worker.postMessage({ ...asked, id });
  return () => {
    if (waiting.delete(id)) worker.postMessage({ id, isOver: true });
  };
}

const silent = () => new ApiError(t("problem.defect"), 0, null);

/** @type {import("./api.js").Back["send"]} */
export function send(method, path, body) {
  return new Promise((resolve, reject) => {
    const text = body === undefined ? "" : JSON.stringify(body);
    const end = ask({ method, path, body: text }, (part) => {
      if (part.status === undefined) return;
      end();
      if (part.status === 0) reject(silent());
      else resolve({ status: part.status, text: part.text ?? "" });
      // Browsers throw away what nobody has asked them to keep.
      if (method === "POST" && (path === "/api/games" || path === "/api/archive")) void navigator.storage?.persist?.();
    });
  });
}

/** @param {string} path @param {unknown} body @param {(data: any) => void} onEvent @param {AbortSignal} signal @returns {Promise<void>} */
const read = (path, body, onEvent, signal) =>
  new Promise((resolve, reject) => {
    const leave = ask({ method: "POST", path, body: JSON.stringify(body) }, ({ status, text, data }) => {
      if (data !== undefined) onEvent(JSON.parse(data));
      if (status === undefined) return;
      leave();
      if (status === 0) reject(silent());
      else if (status < 300) resolve();
      else reject(refusal({ status, text: text ?? "" }));
    });
    signal.addEventListener("abort", leave);
  });

/** @type {import("./api.js").Back["openStream"]} */
export function openStream(path, body, onEvent, how) {
  let isOver = false;
  /** @type {import("./api.js").Stream | null} */
  let placed = null;
  // The first board needs nothing of this.
  const finished = import("./placed.js").then(({ openPlaced }) => {
    placed = openPlaced((signal) => read(path, body, onEvent, signal), how);
    if (isOver) placed.stop();
    return placed.finished;
  });
  const stop = () => {
    isOver = true;
    placed?.stop();
  };
  return { stop, finished };
}

/** @type {import("./api.js").Back["watchTable"]} */
export function watchTable(table, watcher) {
  return ask({ method: "GET", path: `/api/events?games=${encodeURIComponent(table)}`, body: "" }, ({ event, data, again, status }) => {
    if (event === "game") watcher.onGame(JSON.parse(data ?? ""));
    else if (event === "gone" || again) watcher.onAgain();
    else if (status !== undefined) watcher.onState(false);
  });
}

const alone = () => import("./alone.js");

/** Says what is not kept, also where nothing can be shown; and takes it back. */
const tellTrouble = () => void (hasWords && alone().then(({ tell }) => tell(trouble)));

/** @param {Promise<void>} shown */
export function whenBegun(shown) {
  hasWords = true;
  if (trouble !== "none") tellTrouble();
  void shown.then(alone).then(({ goOffline }) => goOffline());
}

followVersions();
