// @ts-check
// A thread of a search: it shares the memory of the module of another worker.

import { ModuleHost } from "./module_host.js";

addEventListener("message", (/** @type {MessageEvent<{module: WebAssembly.Module, place: import("./module_host.js").Place}>} */ { data }) => {
  const host = new ModuleHost(data.module, (message) => postMessage(message), data.place.memory);
  postMessage("ready");
  host.help(data.place);
});
