// @ts-check
// Goes through a game by itself: a button that begins and stops it, and its pace.

import { button, h } from "./dom.js";
import { remember, remembered } from "./store.js";
import { t } from "./texts.js";
import { choose } from "./widgets.js";

/** How long a position is shown, in milliseconds. @type {Record<string, number>} */
const PACES = { slow: 3000, normal: 1500, fast: 600 };

export class Autoplay {
  /** @param {{ atEnd: () => boolean, toStart: () => unknown, step: () => unknown }} walk one step ahead, and where that is possible */
  constructor(walk) {
    this.walk = walk;
    /** @type {number | null} */
    this.timer = null;
    /** Whether what is walked just now is walked by itself. */
    this.isOwn = false;
    this.toggle = button("autoplay", "", () => (this.timer === null ? this.start() : this.stop()), { "aria-keyshortcuts": "p" });
    const paces = Object.keys(PACES).map((name) => /** @type {[string, string]} */ ([name, t(`autoplay.${name}`)]));
    const kept = remembered("pace", "normal");
    this.pace = choose("pace", paces, kept in PACES ? kept : "normal", (pace) => {
      remember("pace", pace);
      if (this.timer !== null) this.wait();
    });
    this.pace.setAttribute("aria-label", t("autoplay.pace"));
    this.host = h("div", { class: "buttons autoplay", role: "group", "aria-label": t("autoplay.title") }, this.toggle, this.pace);
    this.show();
  }

  show() {
    const isOn = this.timer !== null;
    this.toggle.textContent = t(isOn ? "autoplay.stop" : "autoplay.start");
    this.toggle.title = `${this.toggle.textContent} (p)`;
  }

  /** From here on; at the end, from the start. */
  start() {
    if (this.walk.atEnd()) this.go(this.walk.toStart);
    this.wait();
    this.show();
  }

  wait() {
    if (this.timer !== null) window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      this.go(this.walk.step);
      if (!this.toggle.isConnected || this.walk.atEnd()) this.stop();
      else this.wait();
    }, PACES[this.pace.value]);
  }

  /** @param {() => unknown} how */
  go(how) {
    this.isOwn = true;
    how();
    this.isOwn = false;
  }

  /** Somebody walks there, or leaves: it is over, unless it is this that walks. */
  stop() {
    if (this.isOwn || this.timer === null) return;
    window.clearTimeout(this.timer);
    this.timer = null;
    this.show();
  }
}
