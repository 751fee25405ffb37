// @ts-check
// Asks the back, which has the games and searches: a server, or the workers of this tab where the page stands alone. Both answer the
// same requests, so that nothing else of the page knows which it is.

import { refusal } from "./api_error.js";

export { ApiError } from "./api_error.js";

/** @typedef {import("./api_error.js").Reply} Reply */

/** An answer in parts. `finished` resolves at its end, also once it is stopped, and rejects with the sentence of a refusal.
 * @typedef {{stop: () => void, finished: Promise<void>}} Stream */

/**
 * @typedef {object} StreamOptions
 * @property {boolean} keeps whether it goes on where others wait for its place
 * @property {(waits: boolean) => void} onWait is told whether it waits for others
 */

/**
 * @typedef {object} Watcher what to do with the news of a table
 * @property {(view: any) => void} onGame
 * @property {() => void} onAgain to ask for it, as it may have changed, or is gone
 * @property {(isConnected: boolean) => void} onState
 * @property {(isHeld: boolean) => void} [onHeld]
 */

/**
 * What answers.
 * @typedef {object} Back
 * @property {(method: string, path: string, body: unknown) => Promise<Reply>} send rejects if there is no answer
 * @property {(path: string, body: unknown, onEvent: (data: any) => void, how: StreamOptions) => Stream} openStream
 * @property {(table: string, watcher: Watcher) => () => void} watchTable
 * @property {(shown: Promise<void>) => void} [whenBegun] for what the page has besides: it has its words, and will have shown something
 */

/** Whether this page answers itself. */
const isAlone = globalThis.document?.documentElement.dataset.back === "tab";

/** It is waited for where it is asked: of modules that wait while they are evaluated, WebKit runs those too early that import them.
 * @type {Promise<Back>} */
const back = isAlone ? import("./tab_back.js") : import("./http_back.js");

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 */
async function request(method, path, body) {
  const reply = await (await back).send(method, path, body);
  if (reply.status < 200 || reply.status > 299) throw refusal(reply);
  return reply.text === "" ? null : JSON.parse(reply.text);
}

/** @type {(path: string) => Promise<any>} */
export const get = (path) => request("GET", path);
/** @type {(path: string, body?: unknown) => Promise<any>} */
export const post = (path, body = {}) => request("POST", path, body);
/** @type {(path: string, body?: unknown) => Promise<any>} */
export const put = (path, body = {}) => request("PUT", path, body);
/** @type {(path: string) => Promise<any>} */
export const remove = (path) => request("DELETE", path);

/**
 * Posts a request whose answer comes in parts, as soon as there is a place for its search.
 * @param {string} path
 * @param {unknown} body
 * @param {(data: any) => void} onEvent
 * @param {Partial<StreamOptions>} [how]
 * @returns {Stream}
 */
export function stream(path, body, onEvent, { keeps = false, onWait = () => {} } = {}) {
  let isOver = false;
  /** @type {Stream | null} */
  let opened = null;
  const finished = back.then((back) => {
    if (isOver) return;
    opened = back.openStream(path, body, onEvent, { keeps, onWait });
    return opened.finished;
  });
  const stop = () => {
    isOver = true;
    opened?.stop();
  };
  return { stop, finished };
}

/** The news of a table, until the answer is called. @type {Back["watchTable"]} */
export function watchTable(table, watcher) {
  let isOver = false;
  let end = () => {};
  const begin = (/** @type {Back} */ back) => {
    if (!isOver) end = back.watchTable(table, watcher);
  };
  back.then(begin, () => watcher.onState(false));
  return () => {
    isOver = true;
    end();
  };
}

/** The page has its words, and will have shown something. @type {(shown: Promise<void>) => void} */
export const whenBegun = (shown) => void back.then((back) => back.whenBegun?.(shown));
