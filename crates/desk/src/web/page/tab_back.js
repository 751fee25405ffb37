// @ts-check
// Asks the workers of this tab, where the page stands alone: no server, all games in this browser.

import { ApiError, refusal } from "./api_error.js";
import { t } from "./texts.js";

/** A search that waits for so long for others says so. */
const WAIT_MS = 400;

/** @typedef {import("./desk_worker.js").FromDesk} FromDesk */

/** Who is told why nothing is kept. @type {((trouble: import("./kept_games.js").Trouble) => void) | null} */
let tellTrouble = null;
/** @type {import("./kept_games.js").Trouble | null} */
let trouble = null;
/** What to do with what comes for a request. @type {Map<number, (part: FromDesk) => void>} */
const waiting = new Map();
let count = 0;

const worker = new Worker(new URL("desk_worker.js", import.meta.url), { type: "module", name: "desk" });
worker.addEventListener("message", (/** @type {MessageEvent<FromDesk>} */ { data }) => {
  if (data.trouble) {
    trouble = data.trouble;
    tellTrouble?.(trouble);
  }
  waiting.get(data.id)?.(data);
});
// One that cannot start answers nothing any more.
worker.addEventListener("error", () => {
  for (const [id, hear] of [...waiting]) hear({ id, status: 0, text: "" });
});

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

/** Tells why nothing is kept, now and later. @param {(trouble: import("./kept_games.js").Trouble) => void} tell */
export function watchTrouble(tell) {
  tellTrouble = tell;
  if (trouble) tell(trouble);
}

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
      if (method === "POST" && path === "/api/games") void navigator.storage?.persist?.();
    });
  });
}

/** @type {import("./api.js").Back["openStream"]} */
export function openStream(path, body, onEvent, { onWait }) {
  /** @type {(error?: unknown) => void} */
  let end = () => {};
  const finished = new Promise((resolve, reject) => {
    const timer = setTimeout(() => onWait(true), WAIT_MS);
    let isFirst = true;
    const leave = ask({ method: "POST", path, body: JSON.stringify(body) }, ({ status, text, data }) => {
      if (isFirst) {
        isFirst = false;
        clearTimeout(timer);
        onWait(false);
      }
      if (data !== undefined) onEvent(JSON.parse(data));
      else if (status === 0) end(silent());
      else if (status !== undefined) end(status < 300 ? undefined : refusal({ status, text: text ?? "" }));
    });
    end = (error) => {
      clearTimeout(timer);
      leave();
      if (error === undefined) resolve(undefined);
      else reject(error);
    };
  });
  return { stop: () => end(), finished };
}

/** @type {import("./api.js").Back["watchTable"]} */
export function watchTable(table, watcher) {
  return ask({ method: "GET", path: `/api/events?games=${encodeURIComponent(table)}`, body: "" }, ({ event, data, again, status }) => {
    if (event === "game") watcher.onGame(JSON.parse(data ?? ""));
    else if (event === "gone" || again) watcher.onAgain();
    else if (status !== undefined) watcher.onState(false);
  });
}

/** What a page that stands alone has besides. */
export const whenShown = () => void import("./alone.js").then(({ begin }) => begin());
