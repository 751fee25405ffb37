// Draws boards from the state of a game (docs/json.md): places and what lies on them. Knows no game.
"use strict";

const SVG = "http://www.w3.org/2000/svg";

function element(name, attributes, parent) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (parent) parent.append(made);
  return made;
}

/** The distance of neighbouring places, and the angle from one to the other. */
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

/** A board that shows positions: `new Board(host, state.board).show(pieces, touched, description)`. */
class Board {
  constructor(host, board) {
    this.places = new Map(board.places.map((place) => [place.name, place]));
    this.spacing = spacing(board.places);
    this.svg = element("svg", { viewBox: `0 0 ${board.width} ${board.height}`, role: "img", class: "board" });
    this.title = element("title", {}, this.svg);
    this.description = element("desc", {}, this.svg);
    const lines = element("g", { class: "lines" }, this.svg);
    this.cells = element("g", { class: "cells" }, this.svg);
    this.marks = element("g", { class: "marks" }, this.svg);
    this.pieces = element("g", { class: "pieces" }, this.svg);
    this.drawLines(board.places, lines);
    for (const place of board.places) this.drawPlace(place);
    host.replaceChildren(this.svg);
  }

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

  drawPlace(place) {
    const { distance, angle } = this.spacing;
    const group = element("g", { "data-point": place.name, class: place.kind }, this.cells);
    const at = { x: place.x, y: place.y + 0.38 * distance };
    if (place.kind === "cell") {
      const corner = (k) => {
        const turn = angle + Math.PI / 6 + (k * Math.PI) / 3;
        return `${place.x + (distance / Math.sqrt(3)) * Math.cos(turn)},${place.y + (distance / Math.sqrt(3)) * Math.sin(turn)}`;
      };
      element("polygon", { points: [0, 1, 2, 3, 4, 5].map(corner).join(" ") }, group);
    } else if (place.kind === "square") {
      const corner = { x: place.x - distance / 2, y: place.y - distance / 2 };
      element("rect", { ...corner, width: distance, height: distance }, group);
      at.y = place.y + 0.44 * distance;
    } else {
      element("circle", { cx: place.x, cy: place.y, r: (place.kind === "dot" ? 0.1 : 0.04) * distance }, group);
      at.x += 0.2 * distance;
      at.y = place.y + 0.36 * distance;
    }
    element("text", { ...at, "font-size": 0.2 * distance, "text-anchor": "middle" }, group).textContent = place.name;
  }

  /** `pieces` are `[place, kind, colour]`, `touched` the places of the last turn. */
  show(pieces, touched, title, description) {
    this.title.textContent = title;
    this.description.textContent = description;
    this.marks.replaceChildren();
    this.pieces.replaceChildren();
    const size = this.spacing.distance;
    for (const [name, kind, colour] of pieces) {
      const { x, y } = this.places.get(name);
      const group = element("g", { class: `piece ${kind} ${colour}` }, this.pieces);
      const radius = { ring: 0.34, marker: 0.26 }[kind] ?? 0.38;
      // A ring has a rim on either side, so that it is seen on any ground.
      if (kind === "ring") element("circle", { class: "rim", cx: x, cy: y, r: radius * size }, group);
      element("circle", { cx: x, cy: y, r: radius * size }, group);
      if (kind === "gipf" || kind === "zen") element("circle", { class: "inner", cx: x, cy: y, r: 0.2 * size }, group);
    }
    for (const name of touched) {
      const place = this.places.get(name);
      if (place) element("circle", { cx: place.x, cy: place.y, r: 0.44 * size }, this.marks);
    }
  }
}
