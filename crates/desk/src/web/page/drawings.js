// @ts-check
// Shows what people have drawn on a board, in a layer of its own.

import { announce } from "./announce.js";
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

/** Says what has been drawn, or is gone from what is drawn. @param {Drawn} one @param {Drawn[]} drawn */
export function tellDrawn(one, drawn) {
  const { from = "", to = null } = partsOf(one) ?? {};
  const what = to ? t("drawn.arrow", { from, to }) : t("drawn.circle", { place: from });
  announce(drawn.includes(one) ? what : t("drawn.gone", { what }));
}
