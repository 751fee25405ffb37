// Keeps the files of a site, so that it works without a network. Each version has its own; a newer one waits until no tab uses
// the one before, or a tab asks for it.

const OURS = `quintet ${self.registration.scope} `;
const CACHE = `${OURS}{{folder}}`;
const FILES = {{files}};
/** A function with a vector instruction: what is valid where there are some. */
const VECTORS = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11];

async function fetchAll() {
  // Of the modules a browser needs one.
  const modules = FILES.filter((file) => file.endsWith(".wasm"));
  const named = (name) => modules.find((file) => file.endsWith(`/${name}`));
  const threads = self.crossOriginIsolated && named("quintet-threads.wasm");
  const needed = threads || named(WebAssembly.validate(new Uint8Array(VECTORS)) ? "quintet.wasm" : "quintet-plain.wasm");
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.filter((file) => file === needed || !modules.includes(file)).map((file) => new Request(file, { cache: file === "./" ? "reload" : "default" })));
}

async function dropOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(OURS) && name !== CACHE).map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function answer(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request.mode === "navigate" ? "./" : request);
  return kept ?? fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(fetchAll()));
self.addEventListener("activate", (event) => event.waitUntil(dropOthers()));
self.addEventListener("message", ({ data, ports }) => {
  if (data === "take over") self.skipWaiting();
  if (data === "which version") ports[0].postMessage(new URL("{{folder}}/", self.registration.scope).href);
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && request.url.startsWith(self.registration.scope)) event.respondWith(answer(request));
});
