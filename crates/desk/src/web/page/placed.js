// @ts-check
// A search whose answer comes in parts, once it has a place beside the searches of other tabs.

import { wantPlace } from "./stream.js";

/** A search that waits for so long for others says so. */
const WAIT_MS = 400;

/**
 * Runs a search as soon as it has a place; if it has to give it up for a while, it is run anew, unless it `keeps` it.
 * @param {(signal: AbortSignal) => Promise<void>} run
 * @param {import("./api.js").StreamOptions} how
 * @returns {import("./api.js").Stream}
 */
export function openPlaced(run, { keeps, onWait }) {
  /** @type {AbortController | null} */
  let control = null;
  /** @type {(error?: unknown) => void} */
  let end = () => {};
  let timer = 0;
  const wait = () => (timer = window.setTimeout(() => onWait(true), WAIT_MS));
  wait();
  const leave = wantPlace(keeps, (hasPlace) => {
    clearTimeout(timer);
    control?.abort();
    if (!hasPlace) return wait();
    onWait(false);
    const { signal } = (control = new AbortController());
    run(signal).then(
      () => signal.aborted || end(),
      (error) => signal.aborted || end(error),
    );
  });
  const finished = new Promise((resolve, reject) => {
    end = (error) => {
      clearTimeout(timer);
      control?.abort();
      leave();
      if (error === undefined) resolve(undefined);
      else reject(error);
    };
  });
  return { stop: () => end(), finished };
}
