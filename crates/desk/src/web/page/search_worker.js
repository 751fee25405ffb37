// @ts-check
// A worker that searches, one thing after the other: first it is given the module.

import { ModuleHost } from "./module_host.js";

/** @type {ModuleHost | null} */
let host = null;

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

addEventListener("message", ({ data }) => {
  if (data instanceof WebAssembly.Module) host = new ModuleHost(data, (message) => postMessage(message));
  else if (host) search(host, data).catch(fail);
});
