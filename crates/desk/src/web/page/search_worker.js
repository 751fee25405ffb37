// @ts-check
// A worker that searches, one thing after the other: first it is given the module. Where its memory can be shared, it has as many
// threads as were ever asked for.

import { ModuleHost } from "./module_host.js";

/** @type {{module: WebAssembly.Module, host: ModuleHost} | null} */
let own = null;
/** The threads beside this one; each is ready in time. @type {Promise<unknown>[]} */
const threads = [];

/** @param {WebAssembly.Module} module @param {ModuleHost} host */
function startThread(module, host) {
  const worker = new Worker(new URL("thread_worker.js", import.meta.url), { type: "module", name: "thread" });
  worker.postMessage({ module, place: host.newThread() });
  // A search goes on without one that cannot begin.
  return new Promise((ready) => {
    worker.onmessage = ready;
    worker.onerror = ready;
  });
}

/** @param {ModuleHost} host @param {unknown} work */
async function search(host, work) {
  const order = { do: "search", work };
  const needs = host.obey(order);
  if (needs.length === 0) return;
  await host.fetch(needs);
  host.obey(order);
}

/** One that has failed says so by ending: another takes its place. @param {unknown} error */
function fail(error) {
  setTimeout(() => {
    throw error;
  });
}

/** @param {{module: WebAssembly.Module, host: ModuleHost}} own @param {{work: unknown, threads: number}} asked */
async function begin({ module, host }, { work, threads: count }) {
  while (threads.length + 1 < count) threads.push(startThread(module, host));
  await Promise.all(threads);
  await search(host, work);
}

addEventListener("message", ({ data }) => {
  if (data instanceof WebAssembly.Module) own = { module: data, host: new ModuleHost(data, (message) => postMessage(message)) };
  else if (own) begin(own, data).catch(fail);
});
