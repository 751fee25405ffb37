// @ts-check
// Pieces are also dragged, by mouse, finger or pen: that touches where one lies and where it is let go, and it follows the
// pointer. A finger that begins elsewhere scrolls the page as ever.

/**
 * @typedef {import("./board_view.js").BoardView} BoardView
 * @typedef {import("./board_input.js").BoardInput} BoardInput
 * @typedef {{ place: string, id: number, x: number, y: number, at: DOMPoint }} Held where a pointer was pressed
 */

/** A pointer that moves less, in pixels, is only pressed. */
const STILL = 7;

/**
 * Where on the picture a pointer is.
 * @param {BoardView} view
 * @param {MouseEvent} event
 */
export function pointOf({ svg }, { clientX, clientY }) {
  const matrix = svg instanceof SVGGraphicsElement ? svg.getScreenCTM() : null;
  return matrix && new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
}

export class BoardDrag {
  /**
   * @param {BoardView} view
   * @param {BoardInput} input
   */
  constructor(view, input) {
    this.view = view;
    this.input = input;
    /** @type {Held | null} */
    this.held = null;
    this.isMoving = false;
    /** Whether the pointer that was pressed last has dragged something: its click is none. */
    this.isDone = false;
    const { svg } = view;
    svg.addEventListener("pointerdown", (event) => this.press(event));
    svg.addEventListener("pointermove", (event) => this.move(event));
    svg.addEventListener("pointerup", (event) => this.release(event));
    svg.addEventListener("pointercancel", () => this.end());
    // What is held is not scrolled away.
    svg.addEventListener("touchmove", (event) => this.held && event.preventDefault(), { passive: false });
  }

  /** @param {PointerEvent} event */
  press(event) {
    this.end();
    this.isDone = false;
    if (!event.isPrimary || event.button !== 0) return;
    const [place, at] = [this.input.placeAt(event), pointOf(this.view, event)];
    if (!place || !at || !this.isDraggable(place)) return;
    this.held = { place, id: event.pointerId, x: event.clientX, y: event.clientY, at };
  }

  /** @param {string} place */
  isDraggable(place) {
    const { leads, touched } = this.view.offered;
    return Boolean(leads?.has(place)) || touched.at(-1) === place;
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { held } = this;
    if (!held || event.pointerId !== held.id) return;
    if (!this.isMoving) {
      if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < STILL) return;
      this.begin(held);
    }
    const at = pointOf(this.view, event);
    if (at) this.view.carry(held.place, { x: at.x - held.at.x, y: at.y - held.at.y });
  }

  /** @param {Held} held */
  begin({ place, id }) {
    this.isMoving = true;
    this.isDone = true;
    try {
      this.view.svg.setPointerCapture(id);
    } catch {
      // The pointer is gone in this very moment.
    }
    this.view.svg.classList.add("dragging");
    if (!this.view.offered.touched.includes(place)) this.input.onTouch(place);
  }

  /** @param {PointerEvent} event */
  release(event) {
    const { held, isMoving } = this;
    const to = isMoving ? this.input.placeAt(event) : null;
    this.end();
    if (held && to && to !== held.place && this.view.offered.next.has(to)) this.input.onTouch(to, held.place);
  }

  /** What is held is not dragged, and the pointer that holds it does not press either. */
  drop() {
    this.end();
    this.isDone = true;
  }

  /** Nothing is held any more. */
  end() {
    if (this.held && this.isMoving) this.view.carry(this.held.place, null);
    this.view.svg.classList.remove("dragging");
    [this.held, this.isMoving] = [null, false];
  }
}
