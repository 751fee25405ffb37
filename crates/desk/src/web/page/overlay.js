// @ts-check
// What is drawn over a board: arrows of turns, the heat map, threats. Each has a sign besides its colour.

import { element } from "./board.js";

/** @typedef {import("./types").LegalDecision} Decision */
/** @typedef {import("./types").PlaceState} Place */

/**
 * A ring around a place, an arrow to it, or a cross on it.
 * @typedef {object} Mark
 * @property {"ring" | "arrow" | "cross"} shape
 * @property {string} to
 * @property {string} [from]
 * @property {string} [label]
 * @property {"line" | "threat" | "hint" | "own"} kind
 * @property {number} strength From 0 to 1.
 */

/** @typedef {{place: string, share: number, level: number}} Heat `level` is 4 for the best down to 0. */

/** What the best gives away less than reaches the next level. */
const LEVELS = [0.35, 0.2, 0.1, 0.03];

/**
 * What of a decision is to be pointed at: its way over the board, or what it takes.
 * @param {Decision} decision
 * @returns {{shape: Mark["shape"], to: string, from?: string}[]}
 */
function shapesOf(decision) {
  const pushed = decision.effects.find((effect) => effect.via && effect.to);
  if (pushed) return [{ shape: "arrow", from: pushed.via, to: pushed.to ?? "" }];
  const moved = decision.effects.find((effect) => effect.effect === "move" && effect.from && effect.to);
  if (moved) return [{ shape: "arrow", from: moved.from, to: moved.to ?? "" }];
  const filled = decision.effects.find((effect) => effect.effect === "put" && effect.to);
  if (filled) return [{ shape: "ring", to: filled.to ?? "" }];
  const taken = decision.effects.flatMap((effect) => (effect.effect === "take" && effect.from ? [effect.from] : []));
  if (taken.length > 0) return taken.map((to) => ({ shape: "cross", to }));
  return decision.touches.slice(0, 1).flatMap((touched) => touched.slice(0, 1).map((to) => ({ shape: "ring", to })));
}

/**
 * The marks of decisions; the first one carries the label.
 * @param {Decision[]} decisions @param {Mark["kind"]} kind @param {string} label @param {number} strength
 * @returns {Mark[]}
 */
export function marksOf(decisions, kind, label, strength) {
  return decisions.flatMap(shapesOf).map((shape, index) => ({ ...shape, kind, strength, ...(index === 0 && label ? { label } : {}) }));
}

/**
 * The heat map of what may be touched next, when `touched` has been already: for each place the best that goes by it.
 * @param {{winrate: number}[]} decisions @param {string[][]} points What each of them touches. @param {string[]} touched
 * @returns {Heat[]}
 */
export function heatOf(decisions, points, touched) {
  /** @type {Map<string, number>} */
  const shares = new Map();
  decisions.forEach(({ winrate }, index) => {
    const way = points[index] ?? [];
    const next = way[touched.length];
    if (next === undefined || touched.some((name, at) => way[at] !== name)) return;
    shares.set(next, Math.max(winrate, shares.get(next) ?? 0));
  });
  const top = Math.max(...shares.values());
  return [...shares].map(([place, share]) => ({ place, share, level: LEVELS.filter((loss) => top - share < loss).length }));
}

/** The smallest distance of two places. @param {Place[]} places */
export function spacingOf(places) {
  let best = Infinity;
  places.forEach((a, index) => {
    for (const b of places.slice(index + 1)) best = Math.min(best, Math.hypot(a.x - b.x, a.y - b.y));
  });
  return best;
}

export class Overlay {
  /** @param {SVGSVGElement} svg The board's picture. @param {Place[]} places */
  constructor(svg, places) {
    this.places = new Map(places.map((place) => [place.name, place]));
    this.unit = spacingOf(places);
    this.heat = element("g", { class: "over heat", "aria-hidden": "true" }, svg);
    this.marks = element("g", { class: "over marks-over", "aria-hidden": "true" }, svg);
  }

  /** @param {Heat[]} heats */
  showHeat(heats) {
    this.heat.replaceChildren();
    const top = Math.max(...heats.map((heat) => heat.share));
    for (const { place, share, level } of heats) {
      const at = this.places.get(place);
      if (!at) continue;
      const group = element("g", { class: `heat-${level}${share === top ? " best" : ""}` }, this.heat);
      element("circle", { cx: at.x, cy: at.y, r: (0.25 + 0.03 * level) * this.unit }, group);
      const text = { x: at.x, y: at.y + 0.1 * this.unit, "text-anchor": "middle", "font-size": 0.28 * this.unit };
      element("text", text, group).textContent = String(Math.round(100 * share));
    }
  }

  /** Later marks are drawn below earlier ones, so that the best is on top. @param {Mark[]} marks */
  showMarks(marks) {
    this.marks.replaceChildren();
    for (const mark of [...marks].reverse()) {
      const group = element("g", { class: `${mark.kind} ${mark.shape}` }, this.marks);
      group.style.opacity = String(0.45 + 0.55 * mark.strength);
      this.drawMark(mark, group);
    }
  }

  /** @param {Mark} mark @param {SVGElement} group */
  drawMark(mark, group) {
    const { unit } = this;
    const to = this.places.get(mark.to);
    const from = mark.from ? this.places.get(mark.from) : undefined;
    if (!to) return;
    const width = (0.06 + 0.07 * mark.strength) * unit;
    // A threat leaves room for a line that does the same.
    const [corner, radius] = mark.kind === "threat" ? [-0.36 * unit, 0.5 * unit] : [0.34 * unit, 0.42 * unit];
    if (mark.shape === "cross") {
      const arm = 0.2 * unit;
      const path = `M${to.x - arm},${to.y - arm}l${2 * arm},${2 * arm}m0,${-2 * arm}l${-2 * arm},${2 * arm}`;
      element("path", { class: "stroke", d: path, "stroke-width": width }, group);
      this.drawLabel(mark, to.x + corner, to.y - corner, group);
    } else if (mark.shape === "arrow" && from) {
      this.drawArrow(from, to, width, group);
      const far = Math.hypot(to.x - from.x, to.y - from.y);
      // Near its beginning arrows to the same place are apart.
      const along = far < 1.5 * unit ? 0.12 : Math.min(0.42, (0.75 * unit) / far);
      this.drawLabel(mark, from.x + along * (to.x - from.x), from.y + along * (to.y - from.y), group);
    } else {
      element("circle", { class: "stroke", cx: to.x, cy: to.y, r: radius, "stroke-width": width }, group);
      this.drawLabel(mark, to.x + corner, to.y - corner, group);
    }
  }

  /** @param {{x: number, y: number}} from @param {{x: number, y: number}} to @param {number} width @param {SVGElement} group */
  drawArrow(from, to, width, group) {
    const { unit } = this;
    const far = Math.hypot(to.x - from.x, to.y - from.y);
    const [dx, dy] = [(to.x - from.x) / far, (to.y - from.y) / far];
    const head = Math.min(0.34 * unit, 0.5 * far);
    const [endX, endY] = [to.x - dx * 0.1 * unit, to.y - dy * 0.1 * unit];
    const [neckX, neckY] = [endX - dx * head, endY - dy * head];
    const begin = Math.min(0.2 * unit, 0.2 * far);
    const side = 0.55 * head;
    const line = { x1: from.x + dx * begin, y1: from.y + dy * begin, x2: neckX, y2: neckY };
    element("line", { class: "stroke", ...line, "stroke-width": width }, group);
    const corners = [
      [endX, endY],
      [neckX - dy * side, neckY + dx * side],
      [neckX + dy * side, neckY - dx * side],
    ];
    element("polygon", { class: "fill", points: corners.map((corner) => corner.join(",")).join(" ") }, group);
  }

  /** @param {Mark} mark @param {number} x @param {number} y @param {SVGElement} group */
  drawLabel(mark, x, y, group) {
    if (!mark.label) return;
    element("circle", { class: "label", cx: x, cy: y, r: 0.2 * this.unit }, group);
    const at = { x, y: y + 0.095 * this.unit, "text-anchor": "middle", "font-size": 0.27 * this.unit };
    element("text", at, group).textContent = mark.label;
  }
}
