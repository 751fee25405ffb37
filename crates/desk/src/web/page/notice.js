// @ts-check
// A bar at the lower edge, on whatever page: what has been done, and what can be done about it. Screen readers say it.

import { fill, h } from "./dom.js";

/** It is there before anything is said, as only changes of it are heard. */
const host = h("div", { id: "notice", role: "status" });
document.body.append(host);
/** @type {number | undefined} */
let timer;

/** Takes the bar away; what had the focus in it gives it to the page. */
export function hideNotice() {
  window.clearTimeout(timer);
  const hadFocus = host.contains(document.activeElement);
  fill(host);
  if (hadFocus) document.getElementById("main")?.focus({ preventScroll: true });
}

/**
 * Says something, in place of what was said before.
 * @param {string[]} sentences
 * @param {HTMLElement[]} [actions] what can be pressed
 * @param {number} [ms] after so long it goes; 0: once it is taken away
 */
export function showNotice(sentences, actions = [], ms = 0) {
  window.clearTimeout(timer);
  if (ms > 0) timer = window.setTimeout(hideNotice, ms);
  fill(host, h("div", { class: "panel" }, h("div", {}, sentences.map((one) => h("p", {}, one))), actions.length > 0 && h("div", { class: "buttons" }, actions)));
}
