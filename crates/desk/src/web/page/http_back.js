// @ts-check
// Asks a server: plain requests, and streams of events.

import { ApiError, refusal } from "./api_error.js";
import { wantPlace } from "./stream.js";
import { t } from "./texts.js";

export { watchTable } from "./stream.js";

/** A search that waits for so long for others says so. */
const WAIT_MS = 400;
/** Browsers send 64 KiB after a page has gone; a character takes three bytes at most. */
const KEPT_ALIVE = 20_000;

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<Response>}
 */
async function ask(method, path, body, signal) {
  const headers = body === undefined ? undefined : { "Content-Type": "application/json" };
  const text = body === undefined ? undefined : JSON.stringify(body);
  // What is kept when a tab is closed arrives all the same, unless it is too long for that.
  const keepalive = method === "PUT" && (text?.length ?? 0) < KEPT_ALIVE;
  try {
    return await fetch(new URL(`..${path}`, import.meta.url), { method, headers, body: text, signal, keepalive });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(t("problem.silent"), 0, null);
  }
}

/** @param {Response} response */
const replyOf = async (response) => ({ status: response.status, text: await response.text(), reason: response.statusText });

/** @type {import("./api.js").Back["send"]} */
export async function send(method, path, body) {
  return replyOf(await ask(method, path, body));
}

/**
 * The data of the whole events at the beginning of a stream's text, and what is left of it.
 * @param {string} text
 * @returns {{ data: string[], rest: string }}
 */
export function parseEvents(text) {
  const blocks = text.replace(/\r\n?/g, "\n").split("\n\n");
  const rest = blocks.pop() ?? "";
  const dataOf = (/** @type {string} */ block) => {
    const lines = block.split("\n").filter((line) => line.startsWith("data:"));
    return lines.map((line) => line.slice(5).replace(/^ /, "")).join("\n");
  };
  return { data: blocks.map(dataOf).filter((data) => data !== ""), rest };
}

/**
 * Posts a request whose answer is a stream of events, as soon as a search may have a connection; if it has to give it up for a
 * while, it is posted anew, unless it `keeps` it.
 * @type {import("./api.js").Back["openStream"]}
 */
export function openStream(path, body, onEvent, { keeps, onWait }) {
  /** @type {AbortController | null} */
  let control = null;
  /** @type {(error?: unknown) => void} */
  let end = () => {};
  let timer = 0;
  const wait = () => (timer = window.setTimeout(() => onWait(true), WAIT_MS));
  wait();
  const leave = wantPlace(keeps, (hasPlace) => {
    clearTimeout(timer);
    control?.abort();
    if (!hasPlace) return wait();
    onWait(false);
    const { signal } = (control = new AbortController());
    read(path, body, onEvent, signal).then(
      () => signal.aborted || end(),
      (error) => signal.aborted || end(error),
    );
  });
  const finished = new Promise((resolve, reject) => {
    end = (error) => {
      clearTimeout(timer);
      control?.abort();
      leave();
      if (error === undefined) resolve(undefined);
      else reject(error);
    };
  });
  return { stop: () => end(), finished };
}

/**
 * @param {string} path
 * @param {unknown} body
 * @param {(data: any) => void} onEvent
 * @param {AbortSignal} signal
 */
async function read(path, body, onEvent, signal) {
  const response = await ask("POST", path, body, signal);
  if (!response.ok) throw refusal(await replyOf(response));
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const { data, rest } = parseEvents(text + value);
    text = rest;
    for (const event of data) {
      if (!signal.aborted) onEvent(JSON.parse(event));
    }
  }
}
