// @ts-check
// A worker that searches, one thing after the other: first it is given the module.

import { ModuleHost } from "./module_host.js";

/** @type {ModuleHost | null} */
let host = null;

addEventListener("message", ({ data }) => {
  if (data instanceof WebAssembly.Module) host = new ModuleHost(data, (message) => postMessage(message));
  else host?.obey({ do: "search", work: data });
});
