// @ts-check
// The clocks of a table: what the server said is left, and what has run down since.

/**
 * A time as clocks show it: hours, minutes and seconds, tenths at the end.
 * @param {number} ms
 */
export function clockText(ms) {
  const left = Math.max(0, ms);
  if (left < 20000) return `0:${(Math.floor(left / 100) / 10).toFixed(1).padStart(4, "0")}`;
  const seconds = Math.ceil(left / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = String(seconds % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

export class Clock {
  /** @param {(texts: string[], low: boolean[]) => void} onTick the times of all seats, and which are short */
  constructor(onTick) {
    this.onTick = onTick;
    /** @type {number[]} */
    this.left = [];
    /** @type {number | null} */
    this.running = null;
    this.since = 0;
    this.timer = window.setInterval(() => this.running !== null && this.tick(), 100);
  }

  /** @param {import("./types.d.ts").SeenGame} table */
  set({ remainingMs, running }) {
    this.left = remainingMs ?? [];
    this.running = remainingMs ? running : null;
    this.since = performance.now();
    this.tick();
  }

  tick() {
    const passed = performance.now() - this.since;
    const now = this.left.map((ms, index) => (index + 1 === this.running ? ms - passed : ms));
    this.onTick(now.map(clockText), now.map((ms) => ms < 20000));
  }

  stop() {
    window.clearInterval(this.timer);
  }
}
