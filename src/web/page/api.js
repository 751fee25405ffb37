// @ts-check
// Asks the server: plain requests, the events of a table, and streams of answers.

/** A refusal of the server, with its sentence; `body` is all that it said. */
export class ApiError extends Error {
  /**
   * @param {string} message
   * @param {number} status 0 if there was no answer
   * @param {any} body
   */
  constructor(message, status, body) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.body = body;
  }
}

/**
 * @param {Response} response
 * @returns {Promise<ApiError>}
 */
async function refusal(response) {
  const text = await response.text();
  let body = null;
  try {
    body = JSON.parse(text);
  } catch {
    // A plain text is its own sentence.
  }
  return new ApiError(body?.error ?? (text.slice(0, 300) || response.statusText), response.status, body);
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {AbortSignal} [signal]
 * @returns {Promise<Response>}
 */
async function send(method, path, body, signal) {
  const headers = body === undefined ? undefined : { "Content-Type": "application/json" };
  let response;
  try {
    response = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body), signal });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError("The server does not answer.", 0, null);
  }
  if (!response.ok) throw await refusal(response);
  return response;
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 */
async function request(method, path, body) {
  const response = await send(method, path, body);
  const text = await response.text();
  return text === "" ? null : JSON.parse(text);
}

/** @type {(path: string) => Promise<any>} */
export const get = (path) => request("GET", path);
/** @type {(path: string, body?: unknown) => Promise<any>} */
export const post = (path, body = {}) => request("POST", path, body);
/** @type {(path: string, body?: unknown) => Promise<any>} */
export const put = (path, body = {}) => request("PUT", path, body);
/** @type {(path: string) => Promise<any>} */
export const remove = (path) => request("DELETE", path);

const RECONNECT_MS = 1500;

/**
 * The events of a table, for as long as the answer is not called. A lost connection is taken up again.
 * @param {string} path
 * @param {(data: any) => void} onEvent
 * @param {(isConnected: boolean) => void} onState
 * @returns {() => void} ends it
 */
export function events(path, onEvent, onState) {
  /** @type {EventSource | null} */
  let source = null;
  let timer = 0;
  const open = () => {
    source = new EventSource(path);
    source.onopen = () => onState(true);
    source.addEventListener("game", (event) => onEvent(JSON.parse(event.data)));
    source.onerror = () => {
      onState(false);
      // The browser tries again by itself, unless it has given up.
      if (source?.readyState === EventSource.CLOSED) timer = window.setTimeout(open, RECONNECT_MS);
    };
  };
  open();
  return () => {
    window.clearTimeout(timer);
    source?.close();
  };
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
 * Posts a request whose answer is a stream of events. `finished` resolves at its end, also once it is stopped, and rejects
 * with the server's sentence.
 * @param {string} path
 * @param {unknown} body
 * @param {(data: any) => void} onEvent
 * @returns {{ stop: () => void, finished: Promise<void> }}
 */
export function stream(path, body, onEvent) {
  const control = new AbortController();
  const finished = read(path, body, onEvent, control.signal).catch((error) => {
    if (!control.signal.aborted) throw error;
  });
  return { stop: () => control.abort(), finished };
}

/**
 * @param {string} path
 * @param {unknown} body
 * @param {(data: any) => void} onEvent
 * @param {AbortSignal} signal
 */
async function read(path, body, onEvent, signal) {
  const response = await send("POST", path, body, signal);
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
