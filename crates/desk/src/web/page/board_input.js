// @ts-check
// Touches on a board by pointer and by keyboard: the nearest place that answers, arrow keys, typed names of places.

import { BoardDrag, pointOf } from "./board_drag.js";
import { BoardSketch } from "./board_sketch.js";

/**
 * @typedef {import("./board_view.js").BoardView} BoardView
 * @typedef {import("./types.d.ts").PlaceState} Place
 */

/** A touch so far from a place that answers still means it, in distances of places. */
const REACH = 0.7;
/** A touch so far from any place means it. */
const NEAR = 0.6;

/** @type {Record<string, [number, number]>} */
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * The place next to one in a direction: near, and not far from the straight way.
 * @param {Iterable<Place>} places
 * @param {Place} from
 * @param {[number, number]} direction
 * @returns {Place | null}
 */
export function neighbour(places, from, [dx, dy]) {
  let best = null;
  let least = Infinity;
  for (const place of places) {
    const [x, y] = [place.x - from.x, place.y - from.y];
    const along = x * dx + y * dy;
    const aside = Math.abs(x * dy - y * dx);
    if (along < 1 || aside > 1.8 * along) continue;
    const cost = along + 2 * aside;
    if (cost < least - 0.01) [best, least] = [place, cost];
  }
  return best;
}

/**
 * @typedef {object} InputWiring
 * @property {(place: string, carried?: string | null) => void} onTouch `carried`: the piece from there has been carried to the place
 * @property {() => void} [onEscape]
 * @property {(key: string) => boolean} [onKey]
 * @property {(text: string) => void} [onTyped]
 * @property {import("./board_sketch.js").OnSketch} [onSketch] without it, nothing can be drawn
 */

export class BoardInput {
  /**
   * @param {BoardView} view
   * @param {InputWiring} wiring
   */
  constructor(view, { onTouch, onEscape, onKey, onTyped, onSketch }) {
    this.view = view;
    this.places = view.board.places;
    this.onTouch = onTouch;
    this.onEscape = onEscape ?? (() => {});
    this.onKey = onKey ?? (() => false);
    this.onTyped = onTyped ?? (() => {});
    this.typed = "";
    this.drag = new BoardDrag(view, this);
    this.sketch = onSketch && new BoardSketch(view, this, onSketch);
    this.moveTabStop([...this.places.keys()][0]);
    const { svg } = view;
    svg.addEventListener("click", (event) => this.click(event));
    svg.addEventListener("keydown", (event) => this.key(event));
    // With these listeners of its own, the picture itself could take the focus in some browsers.
    svg.parentElement?.addEventListener("focusin", () => this.focused());
    svg.parentElement?.addEventListener("focusout", () => this.view.board.mark("focus", [], 0));
  }

  /**
   * The place that a pointer means.
   * @param {MouseEvent} event
   * @param {boolean} [isAny] whether the nearest is meant, also if one beside it answers
   * @returns {string | null}
   */
  placeAt(event, isAny = false) {
    const target = /** @type {Element} */ (event.target).closest?.("[data-point]");
    const named = target instanceof SVGElement ? (target.dataset.point ?? null) : null;
    const at = pointOf(this.view, event);
    // A click of the keyboard or of a screen reader has no point.
    if (!at || (event.type === "click" && event.detail === 0)) return named;
    const far = (/** @type {Place} */ { x, y }) => Math.hypot(x - at.x, y - at.y) / this.view.board.spacing.distance;
    const nearest = (/** @type {Place[]} */ places, /** @type {number} */ reach) => {
      const [best] = places.sort((a, b) => far(a) - far(b));
      return best && far(best) <= reach ? best.name : null;
    };
    const all = [...this.places.values()];
    const { answers } = this.view.offered;
    return nearest(isAny ? [] : all.filter(({ name }) => answers.has(name)), REACH) ?? nearest(all, NEAR) ?? named;
  }

  /** @param {MouseEvent} event */
  click(event) {
    const place = this.placeAt(event);
    if ((this.drag.isDone && event.detail > 0) || !place) return;
    this.focus(place);
    this.onTouch(place);
  }

  /** @param {string | undefined} name */
  group(name) {
    return this.view.groups().find((group) => group.dataset.point === name);
  }

  /** The place that has the focus, or would have it. */
  current() {
    return this.view.groups().find((group) => group.getAttribute("tabindex") === "0")?.dataset.point ?? "";
  }

  /** @param {string | undefined} name */
  moveTabStop(name) {
    this.group(this.current())?.setAttribute("tabindex", "-1");
    this.group(name)?.setAttribute("tabindex", "0");
  }

  /** @param {string | undefined} name */
  focus(name = this.current()) {
    this.moveTabStop(name);
    this.group(name)?.focus({ preventScroll: true });
  }

  focused() {
    const group = document.activeElement;
    if (!(group instanceof SVGElement) || !group.dataset.point) return;
    this.moveTabStop(group.dataset.point);
    this.view.board.mark("focus", group.matches(":focus-visible") ? [group.dataset.point] : [], 0.5);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (this.takesKey(event.key)) {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  /**
   * @param {string} key
   * @returns {boolean} whether it meant something here
   */
  takesKey(key) {
    const from = this.places.get(this.current());
    if (key in DIRECTIONS && from) {
      const to = neighbour(this.places.values(), from, DIRECTIONS[key]);
      if (to) this.focus(to.name);
      return true;
    }
    if (this.sketch?.takesKey(key, this.current())) return true;
    if (key === "PageDown" || key === "PageUp") return this.goToOpen(key === "PageDown" ? 1 : -1);
    if (key === "Enter" || key === " ") return this.enter();
    if (key === "Escape") return this.escape();
    if (key === "Backspace" && this.typed !== "") return this.type(this.typed.slice(0, -1));
    const typed = this.typed + key.toLowerCase();
    if (key.length === 1 && [...this.places.keys()].some((name) => name.startsWith(typed))) return this.type(typed);
    return false;
  }

  /**
   * To the next place that may be touched.
   * @param {number} step
   */
  goToOpen(step) {
    const names = [...this.places.keys()];
    const open = names.filter((name) => this.view.offered.next.has(name) || name === this.current());
    const at = open.indexOf(this.current());
    this.focus(open[(at + step + open.length) % open.length]);
    return true;
  }

  /** Touches the place that was typed, or that has the focus; what was typed may be a key of the page. */
  enter() {
    const typed = this.typed;
    this.type("");
    if (typed === "") this.onTouch(this.current());
    else if (this.places.has(typed)) this.touchTyped(typed);
    else return this.onKey(typed);
    return true;
  }

  /** @param {string} name */
  touchTyped(name) {
    this.focus(name);
    this.onTouch(name);
  }

  escape() {
    if (this.typed !== "") return this.type("");
    this.onEscape();
    return true;
  }

  /** @param {string} text */
  type(text) {
    this.typed = text;
    this.onTyped(text);
    return true;
  }
}
