// @ts-check
// The thread of an engine, in a browser or in Node.js: answers one request after the other.

import { instantiate } from "./module.js";

/** @typedef {{ number: number, request: string }} Job */

const host = "process" in globalThis && !("WorkerGlobalScope" in globalThis) ? await import("node:worker_threads") : null;
/** @type {any} */
const port = host ? host.parentPort : globalThis;

/**
 * @param {{ compiled: WebAssembly.Module, stops: Int32Array | null }} start
 * @returns {Promise<(job: Job) => void>}
 */
async function begin({ compiled, stops }) {
  let number = 0;
  const post = (/** @type {string} */ answer) => port.postMessage({ number, answer });
  // The number of the last request that shall end is in memory that both threads see.
  const module = await instantiate(compiled, post, () => stops !== null && Atomics.load(stops, 0) >= number);
  return (job) => {
    number = job.number;
    module.call(job.request);
    port.postMessage({ number, memory: module.memory.buffer.byteLength });
  };
}

/** @type {Promise<(job: Job) => void> | null} */
let answer = null;
const hear = async (/** @type {any} */ message) => {
  if (answer === null) {
    answer = begin(message);
  } else {
    (await answer)(message);
  }
};
if (host) {
  port.on("message", hear);
} else {
  port.onmessage = (/** @type {MessageEvent} */ event) => hear(event.data);
}
