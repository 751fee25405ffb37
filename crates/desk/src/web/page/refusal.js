// @ts-check
// Why a place cannot be chosen, said where it was touched.

import { announce } from "./announce.js";
import { h } from "./dom.js";

/** So long it is shown. */
const SHOWN_MS = 6000;

export class Refusal {
  /** @param {HTMLElement} host what the board is in */
  constructor(host) {
    this.host = host;
    // It is read out by the page's own region.
    this.bubble = h("p", { class: "refusal", "aria-hidden": "true", hidden: true });
    host.append(this.bubble);
    this.timer = 0;
  }

  /** @param {import("./board_view.js").BoardView} view @param {string} name of a place @param {string} said */
  show({ svg, board }, name, said) {
    this.hide();
    // The marks around names are for terminals; a name keeps its small letter.
    const bare = said.replaceAll("`", "");
    const text = said.startsWith("`") ? bare : bare.charAt(0).toUpperCase() + bare.slice(1);
    announce(text);
    this.bubble.textContent = text;
    this.bubble.hidden = false;
    this.timer = window.setTimeout(() => this.hide(), SHOWN_MS);
    const place = board.places.get(name);
    const matrix = svg instanceof SVGGraphicsElement && svg.getScreenCTM();
    if (!matrix || !place) return;
    const at = new DOMPoint(place.x, place.y).matrixTransform(matrix);
    const host = this.host.getBoundingClientRect();
    const { width, height } = this.bubble.getBoundingClientRect();
    const left = Math.max(0, Math.min(host.width - width, at.x - host.left - width / 2));
    // Beside what was touched, not on it: above, or below where there is no room.
    const far = 0.6 * board.spacing.distance * Math.hypot(matrix.a, matrix.b);
    const above = at.y - host.top - far - height;
    this.bubble.style.left = `${left}px`;
    this.bubble.style.top = `${above >= 0 ? above : at.y - host.top + far}px`;
  }

  hide() {
    window.clearTimeout(this.timer);
    this.bubble.hidden = true;
  }
}
