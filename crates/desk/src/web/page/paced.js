// @ts-check
// Shows what may come faster than anybody can look: the newest, so many times a second.

/**
 * What is given is shown at once, unless something was shown less than `ms` before: then the newest is, after that.
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
    // Also after a defect.
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
