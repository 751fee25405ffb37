// @ts-check
// Arrows and circles of people's own: drawn with the right button, a long touch, or the keys `*` and `>`. Shift, Alt and both
// draw in other colours.

/**
 * @typedef {import("./board_view.js").BoardView} BoardView
 * @typedef {import("./board_input.js").BoardInput} BoardInput
 * @typedef {(drawn: import("./drawn.js").Drawn, isDone: boolean) => void} OnSketch what is being drawn, and whether that is all
 */

/** A finger that stays so long, in milliseconds, draws; one that moves so far, in pixels, does not stay. */
const LONG_MS = 450;
const STILL = 8;

/** @param {MouseEvent | KeyboardEvent} event */
const colourOf = ({ shiftKey, altKey }) => (shiftKey ? (altKey ? "Y" : "R") : altKey ? "B" : "G");

export class BoardSketch {
  /**
   * @param {BoardView} view
   * @param {BoardInput} input
   * @param {OnSketch} onSketch
   */
  constructor(view, input, onSketch) {
    this.input = input;
    this.onSketch = onSketch;
    /** Where what is being drawn begins. @type {string | null} */
    this.from = null;
    /** Where an arrow begins that the keyboard draws. @type {string | null} */
    this.keyed = null;
    this.timer = 0;
    /** Where a finger has been put down. */
    this.down = { x: 0, y: 0 };
    const { svg } = view;
    svg.addEventListener("pointerdown", (event) => this.press(event));
    svg.addEventListener("pointermove", (event) => this.move(event));
    svg.addEventListener("pointerup", (event) => this.release(event));
    svg.addEventListener("pointercancel", () => this.end());
    svg.addEventListener("contextmenu", (event) => event.preventDefault());
    svg.addEventListener("touchmove", (event) => this.from && event.preventDefault(), { passive: false });
  }

  /** @param {PointerEvent} event */
  press(event) {
    this.end();
    const place = this.input.placeAt(event, true);
    if (!place || !event.isPrimary) return;
    if (event.button === 2) this.from = place;
    if (event.button !== 0 || event.pointerType === "mouse") return;
    this.down = { x: event.clientX, y: event.clientY };
    this.timer = window.setTimeout(() => {
      this.from = place;
      this.input.drag.drop();
      this.onSketch(`G${place}`, false);
    }, LONG_MS);
  }

  /** @param {PointerEvent} event */
  sketched(event) {
    const to = this.input.placeAt(event, true);
    return `${colourOf(event)}${this.from}${to && to !== this.from ? to : ""}`;
  }

  /** @param {PointerEvent} event */
  move(event) {
    if (Math.hypot(event.clientX - this.down.x, event.clientY - this.down.y) > STILL) window.clearTimeout(this.timer);
    if (this.from) this.onSketch(this.sketched(event), false);
  }

  /** @param {PointerEvent} event */
  release(event) {
    const drawn = this.from && this.sketched(event);
    this.end();
    if (drawn) this.onSketch(drawn, true);
  }

  end() {
    window.clearTimeout(this.timer);
    this.from = null;
  }

  /**
   * `*` is a circle, `>` begins an arrow and ends it.
   * @param {string} key @param {string} place
   */
  takesKey(key, place) {
    if (key !== "*" && key !== ">") return false;
    const from = this.keyed;
    this.keyed = key === ">" && !from ? place : null;
    if (key === "*") this.onSketch(`G${place}`, true);
    else this.onSketch(from && from !== place ? `G${from}${place}` : `G${place}`, Boolean(from) && from !== place);
    return true;
  }
}
