// @ts-check
// The curve of win probability over the turns of a line; a click or the arrow keys go to a turn.

import { element } from "./board.js";
import { h } from "./dom.js";
import { isChord, percent } from "./widgets.js";

const WIDTH = 600;
const HEIGHT = 168;
const LEFT = 80;
const FOOT = 26;
const RIGHT = 16;
/** Room for marks at the edges. */
const PAD = 9;
/** The marks differ in shape: a disc, a triangle, a diamond, a square. @type {Record<string, string>} */
const SHAPES = { "!": "M-5,0a5,5 0 1 0 10,0a5,5 0 1 0 -10,0z", "?!": "M0,-6l6,11h-12z", "?": "M0,-7l7,7l-7,7l-7,-7z", "??": "M-6,-6h12v12h-12z" };

/**
 * @typedef {object} Point
 * @property {number | null} share
 * @property {string} label the turn that led here
 * @property {string} [seat] for whom the share is, where that changes along the line
 * @property {string | null} [mark]
 * @property {boolean} [turning]
 */

/** The parts of a curve without gaps, as lists of indices. @param {(number | null)[]} shares */
export function runsOf(shares) {
  /** @type {number[][]} */
  const runs = [];
  shares.forEach((share, index) => {
    if (share === null) return;
    if (index > 0 && shares[index - 1] !== null && runs.length > 0) runs[runs.length - 1].push(index);
    else runs.push([index]);
  });
  return runs;
}

/** The numbers to write below a line of so many turns. @param {number} last */
export function ticksOf(last) {
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500].find((each) => last / each <= 10) ?? 1000;
  return Array.from({ length: Math.floor(last / step) + 1 }, (_, index) => index * step);
}

export class Graph {
  /** @param {string} id @param {string} name what a screen reader calls it @param {(index: number) => void} onGo */
  constructor(id, name, onGo) {
    this.svg = element("svg", { viewBox: `0 0 ${WIDTH + LEFT + RIGHT} ${HEIGHT + FOOT + 8}`, class: "graph", "aria-hidden": "true" });
    this.svg.addEventListener("click", (event) => {
      const box = this.svg.getBoundingClientRect();
      const x = ((event.clientX - box.left) / box.width) * (WIDTH + LEFT + RIGHT) - LEFT;
      onGo(Math.max(0, Math.min(this.last, Math.round((x / WIDTH) * this.last))));
    });
    this.host = h("div", { id, class: "graph-host", role: "slider", tabIndex: 0, "aria-label": name, "aria-valuenow": 0 });
    this.host.append(this.svg);
    this.host.addEventListener("keydown", (event) => {
      const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, Home: -this.last, End: this.last }[event.key];
      if (by === undefined || isChord(event)) return;
      event.preventDefault();
      event.stopPropagation();
      onGo(Math.max(0, Math.min(this.last, this.now + by)));
    });
    this.last = 0;
    this.now = 0;
  }

  /**
   * @param {Point[]} points the first is the position before the first turn
   * @param {number} now
   * @param {number} even the share of an even game
   */
  show(points, now, even) {
    this.last = points.length - 1;
    this.now = now;
    const x = (/** @type {number} */ index) => LEFT + (this.last === 0 ? WIDTH / 2 : (index * WIDTH) / this.last);
    const y = (/** @type {number} */ share) => 4 + PAD + (HEIGHT - 2 * PAD) * (1 - share);
    this.svg.replaceChildren();
    element("rect", { class: "frame", x: LEFT - PAD, y: 4, width: WIDTH + 2 * PAD, height: HEIGHT }, this.svg);
    for (const share of [0, 0.5, 1])
      element("text", { x: LEFT - PAD - 6, y: y(share) + 6, "text-anchor": "end" }, this.svg).textContent =
        percent(share).replace(" ", "\u202f");
    for (const tick of ticksOf(this.last))
      element("text", { x: x(tick), y: HEIGHT + FOOT + 2, "text-anchor": "middle" }, this.svg).textContent = String(tick);
    element("line", { class: "even", x1: LEFT, x2: LEFT + WIDTH, y1: y(even), y2: y(even) }, this.svg);
    const shares = points.map((point) => point.share);
    for (const run of runsOf(shares)) {
      const path = run.map((index) => `${x(index).toFixed(1)},${y(shares[index] ?? 0).toFixed(1)}`);
      element("polygon", { class: "area", points: `${x(run[0])},${y(0)} ${path.join(" ")} ${x(run[run.length - 1])},${y(0)}` }, this.svg);
      element("polyline", { class: "curve-line", points: path.join(" ") }, this.svg);
    }
    points.forEach(({ share, mark, turning }, index) => {
      if (share === null) return;
      if (turning) element("path", { class: "turning", d: `M${x(index)},4v${HEIGHT}` }, this.svg);
      const shape = mark ? SHAPES[mark] : null;
      const place = `translate(${x(index).toFixed(1)} ${y(share).toFixed(1)})`;
      if (shape) element("path", { class: mark === "!" ? "good" : mark === "?!" ? "doubtful" : "bad", d: shape, transform: place }, this.svg);
      else element("circle", { class: "known", cx: x(index), cy: y(share), r: mark ? 5 : 2 }, this.svg);
      if (mark) {
        const above = share < 0.8 ? -10 : 21;
        element("text", { class: "mark-text", x: x(index), y: y(share) + above, "text-anchor": "middle" }, this.svg).textContent = mark;
      }
    });
    element("line", { class: "now", x1: x(now), x2: x(now), y1: 4, y2: 4 + HEIGHT }, this.svg);
    const { label, share, seat } = points[now];
    const words = [`${now} ${label}`.trim(), share === null ? "" : percent(share), seat ?? ""].filter(Boolean).join(", ");
    const said = { min: 0, max: this.last, now, text: words };
    for (const [name, value] of Object.entries(said)) this.host.setAttribute(`aria-value${name}`, String(value));
  }
}
