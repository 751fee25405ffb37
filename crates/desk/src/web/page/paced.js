// @ts-check
// Limits how often something is shown: of what comes faster, only the newest is.

/**
 * Shows what is given at once, but no two within `ms`: of what comes in between, the newest is shown when that time is over.
 * @template T
 * @param {(one: T) => void} show
 * @param {number} ms from the end of one showing to the next
 * @returns {{ give: (one: T) => void, stop: () => void }}
 */
export function paced(show, ms) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {T[]} */
  let waiting = [];
  const next = () => {
    timer = undefined;
    const [one] = waiting;
    if (waiting.length === 0) return;
    waiting = [];
    // If this fails, the next is shown all the same.
    try {
      show(one);
    } finally {
      timer = setTimeout(next, ms);
    }
  };
  return {
    give(one) {
      waiting = [one];
      if (timer === undefined) next();
    },
    stop() {
      clearTimeout(timer);
      waiting = [];
    },
  };
}
