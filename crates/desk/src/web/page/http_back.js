// @ts-check
// Asks a server: plain requests, and streams of events.

import { ApiError, refusal } from "./api_error.js";
import { openPlaced } from "./placed.js";
import { t } from "./texts.js";

export { watchTable } from "./stream.js";

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

/** Posts a request whose answer is a stream of events. @type {import("./api.js").Back["openStream"]} */
export const openStream = (path, body, onEvent, how) => openPlaced((signal) => read(path, body, onEvent, signal), how);

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
