// @ts-check
// The workers that search. None hears anything while it searches, so one whose search is not wanted any more is ended, and
// another takes its place; the module is compiled once, so that takes a few milliseconds.

/** Searches for turns share the processor with the page. */
const MOST = 4;

/** Analyses and reviews have places, which the tabs of a browser give each other (stream_hub.js), so they begin at once; and since
 * they may go on for hours, no game waits for one. @param {unknown} work */
const isPlaced = (work) => /** @type {any} */ (work).live !== undefined;

/** @typedef {{number: number, work: unknown, threads: number}} Search */
/** What a search says: a part, or its end. @typedef {{number: number, told?: string, found?: unknown}} SearchNews */
/** @typedef {Pick<Worker, "postMessage" | "terminate" | "onmessage" | "onerror">} SearchWorker */

export class SearchPool {
  /**
   * @param {() => SearchWorker} start starts a worker
   * @param {number} cores
   * @param {(news: SearchNews | {number: number, hasBegun: true}) => void} hear
   */
  constructor(start, cores, hear) {
    this.start = start;
    this.most = Math.max(1, Math.min(MOST, cores - 1));
    this.hear = hear;
    /** @type {Search[]} */
    this.waiting = [];
    /** @type {Map<number, {worker: SearchWorker, work: unknown}>} */
    this.running = new Map();
    /** @type {SearchWorker[]} */
    this.idle = [];
  }

  /** Has a worker ready for the first search. */
  warm() {
    this.idle.push(this.start());
  }

  /** @param {Search} search */
  begin(search) {
    this.waiting.push(search);
    this.next();
  }

  /** A search is not wanted any more. @param {number} number */
  end(number) {
    this.waiting = this.waiting.filter((search) => search.number !== number);
    const running = this.running.get(number);
    if (!running) return;
    this.running.delete(number);
    running.worker.terminate();
    this.idle.push(this.start());
    this.next();
  }

  next() {
    for (;;) {
      const counted = [...this.running.values()].filter(({ work }) => !isPlaced(work)).length;
      const at = this.waiting.findIndex(({ work }) => isPlaced(work) || counted < this.most);
      if (at < 0) return;
      const [{ number, work, threads }] = this.waiting.splice(at, 1);
      const worker = this.idle.pop() ?? this.start();
      this.running.set(number, { worker, work });
      worker.onmessage = ({ data }) => {
        if (this.running.get(number)?.worker !== worker) return;
        if (data.found !== undefined) this.free(number);
        this.hear({ ...data, number });
      };
      // One that has failed is of no further use; what it was to do has an end all the same.
      worker.onerror = () => {
        if (this.running.get(number)?.worker !== worker) return;
        this.end(number);
        this.hear({ number, found: null });
      };
      this.hear({ number, hasBegun: true });
      worker.postMessage({ work, threads });
    }
  }

  /** @param {number} number */
  free(number) {
    const running = this.running.get(number);
    this.running.delete(number);
    if (running) this.idle.push(running.worker);
    this.next();
  }
}
