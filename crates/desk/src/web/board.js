// @ts-check
// Draws boards from the state of a game (docs/json.md): places and what lies on them. Knows no game.

import { SHAPES } from "./shapes.js";

/**
 * @typedef {import("./page/types.d.ts").PlaceState} Place
 * @typedef {import("./page/types.d.ts").Piece} Piece
 * @typedef {import("./page/types.d.ts").Board} BoardState
 * @typedef {{ x: number, y: number }} Point
 * @typedef {[string, Piece]} Lying where, and what
 */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} name
 * @param {Record<string, string | number>} attributes
 * @param {Element | null} [parent]
 * @returns {SVGElementTagNameMap[T]}
 */
export function element(name, attributes, parent) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  if (parent) parent.append(made);
  return made;
}

/**
 * The distance of neighbouring places, and the angle from one to the other.
 * @param {Place[]} places
 */
function spacing(places) {
  let best = { distance: Infinity, angle: 0 };
  for (const a of places) {
    for (const b of places) {
      const distance = Math.hypot(b.x - a.x, b.y - a.y);
      if (a !== b && distance < best.distance - 0.01) best = { distance, angle: Math.atan2(b.y - a.y, b.x - a.x) };
    }
  }
  return best;
}

/**
 * The corners of the smallest convex shape around points, in order.
 * @param {Point[]} points
 * @returns {Point[]}
 */
function hull(points) {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
  const half = (/** @type {Point[]} */ all) => {
    /** @type {Point[]} */
    const corners = [];
    for (const point of all) {
      for (;;) {
        const [a, b] = corners.slice(-2);
        if (!b || (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x) > 1e-6) break;
        corners.pop();
      }
      corners.push(point);
    }
    return corners.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

const format = (/** @type {Point[]} */ points) => points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");

/** What pieces look like: the light on them, their middle and their edge. A page's style may say otherwise. */
const PAINT = {
  white: ["#ffffff", "#f4eee0", "#cfc4ad", "#6d6250"],
  black: ["#6a6660", "#33302c", "#141210", "#000000"],
  red: ["#f08a72", "#c8402f", "#8c2218", "#541209"],
};

/**
 * So far the ground goes around the outermost places on both sides together, in distances of places: around cells and squares
 * it is seen from their edges only.
 * @param {Place[]} places
 */
const ground = (places) => (places.some(({ kind }) => kind === "point" || kind === "dot") ? 1.6 : 1.85);

/** So that each picture has names of its own for its gradients. */
let pictures = 0;

/**
 * The gradients of a picture; the name of one is its answer followed by the colour.
 * @param {Element} svg
 * @returns {string}
 */
export function gradients(svg) {
  pictures += 1;
  const name = `paint${pictures}-`;
  const defs = element("defs", {}, svg);
  for (const [colour, [light, middle, dark]] of Object.entries(PAINT)) {
    const made = element("radialGradient", { id: name + colour, cx: 0.36, cy: 0.3, r: 0.8 }, defs);
    element("stop", { offset: 0, "stop-color": light }, made);
    element("stop", { offset: 0.45, "stop-color": middle }, made);
    element("stop", { offset: 1, "stop-color": dark }, made);
  }
  const shade = element("radialGradient", { id: `${name}shade` }, defs);
  element("stop", { offset: 0.62, "stop-color": "#000000", "stop-opacity": 0.42 }, shade);
  element("stop", { offset: 1, "stop-color": "#000000", "stop-opacity": 0 }, shade);
  return name;
}

/** A shape that tells the colour without being coloured. */
const SIGNS = { white: "M0,-1 L1,0 0,1 -1,0Z", black: "M-.8,-.8 H.8 V.8 H-.8Z", red: "M0,-1 L.95,.75 H-.95Z" };

/**
 * Draws a piece around a point.
 * @param {Element} parent
 * @param {Piece} piece
 * @param {Point} at
 * @param {number} size the distance of two places
 * @param {string} paint the name of the gradients
 * @returns {SVGElement}
 */
export function drawPiece(parent, { kind, shape, colour }, { x, y }, size, paint) {
  const group = element("g", { class: `piece ${kind} ${colour}` }, parent);
  const [glint, flat, , edge] = PAINT[colour];
  /** @type {Record<string, string>} */
  const parts = {
    body: `url(#${paint}${colour})`,
    shade: `url(#${paint}shade)`,
    light: colour === "white" ? edge : "#f3eadb",
    sign: SIGNS[colour],
    glint,
    flat,
    edge,
  };
  const drawn = element("g", { transform: `translate(${x} ${y}) scale(${size})` }, group);
  drawn.innerHTML = (SHAPES[shape] ?? SHAPES.disc).replace(/\{(\w+)\}/g, (_, part) => parts[part]);
  return group;
}

/** A board that shows positions: `new Board(host, state.board).show(pieces, touched, title, description)`. */
export class Board {
  /**
   * @param {Element} host
   * @param {BoardState} board
   */
  constructor(host, board) {
    /** @type {Map<string, Place>} */
    this.places = new Map(board.places.map((place) => [place.name, place]));
    this.spacing = spacing(board.places);
    this.svg = element("svg", { viewBox: this.frame(board.places), role: "img", class: "board" });
    this.title = element("title", {}, this.svg);
    this.description = element("desc", {}, this.svg);
    this.paint = gradients(this.svg);
    const layer = (/** @type {string} */ name) => element("g", { class: name }, this.svg);
    const under = layer("ground");
    const lines = layer("lines");
    this.cells = layer("cells");
    this.marks = layer("marks");
    this.pieces = layer("pieces");
    this.lights = layer("lights");
    /** The pieces that lie there, by their places. @type {Map<string, { piece: Piece, drawn: SVGElement }>} */
    this.lying = new Map();
    this.drawGround(board.places, under);
    this.drawLines(board.places, lines);
    this.drawEdge(board.places, layer("edge"));
    for (const place of board.places) this.drawPlace(place);
    host.replaceChildren(this.svg);
  }

  /**
   * What of the plane is to be seen: the ground with its shadow.
   * @param {Place[]} places
   */
  frame(places) {
    const margin = (ground(places) / 2 + 0.25) * this.spacing.distance;
    const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)];
    const [left, top] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
    return [left, top, Math.max(...xs) + margin - left, Math.max(...ys) + margin - top].map((each) => each.toFixed(1)).join(" ");
  }

  /**
   * @param {Place[]} places
   * @param {SVGElement} layer
   */
  drawGround(places, layer) {
    const look = { fill: "none", "stroke-linejoin": "round", "stroke-width": ground(places) * this.spacing.distance };
    element("polygon", { points: format(hull(places)), ...look }, layer);
  }

  /**
   * @param {Place[]} places
   * @param {SVGElement} lines
   */
  drawLines(places, lines) {
    const points = places.filter((place) => place.kind === "point" || place.kind === "dot");
    points.forEach((a, i) => {
      for (const b of points.slice(i + 1)) {
        const near = Math.hypot(b.x - a.x, b.y - a.y) < 1.1 * this.spacing.distance;
        if (near && !(a.kind === "dot" && b.kind === "dot")) {
          element("line", { x1: a.x, y1: a.y, x2: b.x, y2: b.y }, lines);
        }
      }
    });
  }

  /**
   * Letters and numbers, each before the lowest place of its line; where the edge consists of dots, their names.
   * @param {Place[]} places
   * @param {SVGElement} edge
   */
  drawEdge(places, edge) {
    const { distance } = this.spacing;
    const look = { "font-size": 0.28 * distance, "text-anchor": "middle", "aria-hidden": "true" };
    // The point beyond `to`, seen from `from`; letters stand on their lower edge.
    const write = (/** @type {string} */ text, /** @type {Point} */ from, /** @type {Point} */ to, /** @type {number} */ by) => {
      const reach = (by * distance) / Math.max(1, Math.hypot(to.x - from.x, to.y - from.y));
      const at = { x: to.x + (to.x - from.x) * reach, y: to.y + (to.y - from.y) * reach + 0.1 * distance };
      element("text", { ...at, ...look }, edge).textContent = text;
    };
    const dots = places.filter(({ kind }) => kind === "dot");
    if (dots.length > 0) {
      const middle = (/** @type {number[]} */ all) => (Math.min(...all) + Math.max(...all)) / 2;
      const centre = { x: middle(places.map(({ x }) => x)), y: middle(places.map(({ y }) => y)) };
      for (const dot of dots) write(dot.name, centre, dot, 0.36);
      return;
    }
    /** The places of each letter and each number, by what comes second. @type {Map<string, { order: number, place: Place }[]>} */
    const lines = new Map();
    for (const place of places) {
      const [, letter, number] = /^([a-z])(\d+)$/.exec(place.name) ?? [];
      if (!letter) return;
      lines.set(letter, [...(lines.get(letter) ?? []), { order: Number(number), place }]);
      lines.set(number, [...(lines.get(number) ?? []), { order: letter.charCodeAt(0), place }]);
    }
    const by = places.some(({ kind }) => kind === "point") ? 0.67 : 0.7;
    for (const [text, line] of lines) {
      const [first, next] = line.sort((a, b) => a.order - b.order);
      if (next) write(text, next.place, first.place, by);
    }
  }

  /** @param {Place} place */
  drawPlace(place) {
    const { distance, angle } = this.spacing;
    const group = element("g", { "data-point": place.name, class: place.kind }, this.cells);
    const at = { x: place.x, y: place.y + 0.4 * distance };
    if (place.kind === "cell") {
      const corner = (/** @type {number} */ k) => {
        const turn = angle + Math.PI / 6 + (k * Math.PI) / 3;
        const reach = distance / Math.sqrt(3);
        return { x: place.x + reach * Math.cos(turn), y: place.y + reach * Math.sin(turn) };
      };
      element("polygon", { points: format([0, 1, 2, 3, 4, 5].map(corner)) }, group);
    } else if (place.kind === "square") {
      const corner = { x: place.x - distance / 2, y: place.y - distance / 2 };
      const odd = Math.round(place.x / distance + place.y / distance) % 2 !== 0;
      element("rect", { ...corner, width: distance, height: distance, class: odd ? "odd" : "even" }, group);
      at.y = place.y + 0.46 * distance;
    } else {
      element("circle", { cx: place.x, cy: place.y, r: (place.kind === "dot" ? 0.1 : 0.04) * distance }, group);
      at.x += 0.2 * distance;
      at.y = place.y + 0.36 * distance;
    }
    // Those of dots are at the edge.
    if (place.kind === "dot") return;
    element("text", { ...at, "font-size": 0.18 * distance, "text-anchor": "middle" }, group).textContent = place.name;
  }

  /**
   * @param {Lying[]} pieces
   * @param {string[]} touched the places of the last turn
   * @param {string} title
   * @param {string} description
   */
  show(pieces, touched, title, description) {
    this.title.textContent = title;
    this.description.textContent = description;
    this.pieces.replaceChildren();
    this.lying.clear();
    for (const [name, piece] of pieces) {
      const drawn = this.draw(piece, name);
      if (drawn) this.lying.set(name, { piece, drawn });
    }
    // No name is half under a piece.
    for (const group of this.cells.children) group.classList.toggle("taken", this.lying.has(group.getAttribute("data-point") ?? ""));
    this.mark("last", touched, 0.44, this.marks);
  }

  /**
   * Draws a piece on a place, beside what lies there: `show` does not know it and clears it away.
   * @param {Piece} piece
   * @param {string} name
   */
  draw(piece, name) {
    const place = this.places.get(name);
    return place && drawPiece(this.pieces, piece, place, this.spacing.distance, this.paint);
  }

  /**
   * Marks places with circles of a class; those of that class which are there already go away.
   * @param {string} kind
   * @param {Iterable<string>} names
   * @param {number} radius in distances of places
   * @param {SVGElement} [layer]
   */
  mark(kind, names, radius, layer = this.lights) {
    for (const old of layer.querySelectorAll(`.${kind}`)) old.remove();
    for (const name of names) {
      const place = this.places.get(name);
      if (place) element("circle", { class: kind, cx: place.x, cy: place.y, r: radius * this.spacing.distance, fill: "none" }, layer);
    }
  }
}
