// @ts-check
// The worker of this tab, where the page stands alone. The page loads this before all else, so that the engine comes while the
// rest of the page does.

export const worker = new Worker(new URL("desk_worker.js", import.meta.url), { type: "module", name: "desk" });
