// @ts-check
// Shows what people have drawn on a board, in a layer of its own.

import { partsOf } from "./drawn.js";
import { Overlay } from "./overlay.js";
import { t } from "./texts.js";

/** @typedef {import("./drawn.js").Drawn} Drawn */

export class Drawings {
  /** @param {SVGSVGElement} svg @param {import("./types").PlaceState[]} places */
  constructor(svg, places) {
    this.overlay = new Overlay(svg, places);
    this.overlay.marks.classList.add("drawings");
  }

  /** @param {Drawn[]} drawn */
  show(drawn) {
    const parts = drawn.flatMap((one) => partsOf(one) ?? []);
    this.overlay.showMarks(parts.map(({ from, to }) => (to ? { shape: "arrow", from, to, kind: "own", strength: 0.8 } : { shape: "ring", to: from, kind: "own", strength: 0.8 })));
    // The last of them is drawn first.
    [...this.overlay.marks.children].reverse().forEach((group, index) => group.classList.add(`colour-${parts[index].colour}`));
  }
}

/** In words. @param {Drawn} drawn */
export function drawnWords(drawn) {
  const { from = "", to = null } = partsOf(drawn) ?? {};
  return to ? t("drawn.arrow", { from, to }) : t("drawn.circle", { place: from });
}
