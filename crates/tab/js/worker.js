// @ts-check
// The thread of an engine, in a browser or in Node.js: answers one request after the other.

import { instantiate } from "./module.js";

/** @typedef {{ number: number, request: string }} Job */

const host = "process" in globalThis && !("WorkerGlobalScope" in globalThis) ? await import("node:worker_threads") : null;
/** @type {any} */
const port = host ? host.parentPort : globalThis;

/** A text of a game, such as its weights, from the folder of the package. @param {string} name @returns {Promise<string>} */
async function textOf(name) {
  const url = new URL(`data/${name}`, import.meta.url);
  if (host) return new TextDecoder().decode(await (await import("node:fs/promises")).readFile(url));
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} cannot be loaded: ${response.status} ${response.statusText}`);
  return response.text();
}

/**
 * @param {{ compiled: WebAssembly.Module, stops: Int32Array | null }} start
 * @returns {Promise<(job: Job) => Promise<void>>}
 */
async function begin({ compiled, stops }) {
  let number = 0;
  /** The texts without which a request cannot be answered. @type {string[]} */
  let needs = [];
  const post = (/** @type {string} */ answer) => {
    if (answer.startsWith('{"needs":')) needs = JSON.parse(answer).needs;
    else port.postMessage({ number, answer });
  };
  // The number of the last request that shall end is in memory that both threads see.
  const module = await instantiate(compiled, post, () => stops !== null && Atomics.load(stops, 0) >= number);
  return async (job) => {
    number = job.number;
    needs = [];
    module.call(job.request);
    if (needs.length > 0) {
      const texts = await Promise.all(needs.map(textOf));
      needs.forEach((name, i) => module.take(name, texts[i]));
      module.call(job.request);
    }
    port.postMessage({ number, memory: module.memory.buffer.byteLength });
  };
}

/** @type {Promise<(job: Job) => Promise<void>> | null} */
let answer = null;
/** The job before. @type {Promise<void>} */
let before = Promise.resolve();
/** What has failed ends the thread. @param {unknown} error */
const fail = (error) => {
  setTimeout(() => {
    throw error;
  });
};
const hear = (/** @type {any} */ message) => {
  if (answer === null) {
    answer = begin(message);
  } else {
    const begun = answer;
    before = before.then(async () => (await begun)(message)).catch(fail);
  }
};
if (host) {
  port.on("message", hear);
} else {
  port.onmessage = (/** @type {MessageEvent} */ event) => hear(event.data);
}
