// @ts-check
// Says things to screen readers: one region of the page, which waits until what is being read out is over.

/** @type {string[]} */
let waiting = [];
let timer = 0;

/**
 * What is said at almost the same time is said in one go.
 * @param {string} text
 */
export function announce(text) {
  if (text === "") return;
  waiting.push(text);
  window.clearTimeout(timer);
  timer = window.setTimeout(() => {
    const region = document.getElementById("announcements");
    if (region) region.textContent = waiting.join(". ");
    waiting = [];
  }, 120);
}
