// @ts-check
// The class `Engine`: quintet.d.ts describes it.

import { fileName } from "./module.js";

const inNode = "process" in globalThis && !("window" in globalThis) && !("WorkerGlobalScope" in globalThis);

/** Compiled once, whatever the number of engines. @type {Promise<WebAssembly.Module> | null} */
let compiling = null;

/** @returns {Promise<WebAssembly.Module>} */
async function compile() {
  const url = new URL(fileName(), import.meta.url);
  if (inNode) {
    const { readFile } = await import("node:fs/promises");
    return WebAssembly.compile(await readFile(url));
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} cannot be loaded: ${response.status} ${response.statusText}`);
  // Compiling while it is fetched needs the right type, which not every server sends.
  const isTyped = response.headers.get("Content-Type")?.startsWith("application/wasm");
  return isTyped ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

/** @returns {Promise<WebAssembly.Module>} */
function compiled() {
  compiling ??= compile().catch((error) => {
    // The next one may have a network again.
    compiling = null;
    throw error;
  });
  return compiling;
}

/**
 * Starts a thread; `hear` gets its messages, `failed` what went wrong.
 * @param {(message: any) => void} hear
 * @param {(error: Error) => void} failed
 */
async function startWorker(hear, failed) {
  const url = new URL("worker.js", import.meta.url);
  if (inNode) {
    const { Worker } = await import("node:worker_threads");
    const worker = new Worker(url);
    worker.on("message", hear);
    worker.on("error", failed);
    return worker;
  }
  const worker = new Worker(url, { type: "module" });
  worker.onmessage = (event) => hear(event.data);
  worker.onerror = (event) => failed(new Error(event.message ?? `${url} cannot be loaded`));
  return worker;
}

/** Memory that a thread sees while it is busy: always in Node.js, in browsers only on pages isolated from others. */
const canShare = typeof SharedArrayBuffer !== "undefined" && (inNode || globalThis.crossOriginIsolated === true);

/** @typedef {{ postMessage(message: unknown): void, terminate(): void }} ThreadHandle */

/**
 * @typedef {object} Waiting
 * @property {string} request
 * @property {boolean} isAnalysis
 * @property {any} interim the last answer of a search that goes on
 * @property {(answer: any) => void} hear
 * @property {(error: Error) => void} fail
 */

/** A thread with a module, and the requests that it has not answered yet, by their numbers. */
class Thread {
  constructor() {
    this.stops = canShare ? new Int32Array(new SharedArrayBuffer(4)) : null;
    this.last = 0;
    /** @type {Map<number, Waiting>} */
    this.waiting = new Map();
    /** The size of the module's memory after the last request. */
    this.memory = 0;
    this.isClosed = false;
    /** @type {Promise<ThreadHandle> | null} */
    this.worker = this.start();
  }

  /** @returns {Promise<ThreadHandle>} */
  start() {
    const thread = startWorker(
      (message) => this.worker === started && this.heard(message),
      (error) => this.worker === started && this.broken(error),
    );
    /** @type {Promise<ThreadHandle>} */
    const started = Promise.all([compiled(), thread]).then(([module, worker]) => {
      worker.postMessage({ compiled: module, stops: this.stops });
      return worker;
    });
    started.catch((error) => {
      // A thread without a module would only keep the process alive.
      thread.then((worker) => worker.terminate(), () => {});
      if (this.worker === started) this.broken(error);
    });
    return started;
  }

  /** @param {{ number: number, answer?: string, memory?: number }} message */
  heard({ number, answer, memory }) {
    const waiting = this.waiting.get(number);
    if (answer === undefined) {
      this.memory = memory ?? 0;
      return;
    }
    const parsed = JSON.parse(answer);
    if (parsed.defect) {
      this.broken(new Error(parsed.defect));
    } else if (waiting && parsed.isDuringSearch) {
      waiting.interim = parsed;
      waiting.hear(parsed);
    } else if (waiting && !("warning" in parsed)) {
      this.waiting.delete(number);
      if ("error" in parsed) {
        waiting.fail(new Error(parsed.error));
      } else {
        waiting.hear(parsed);
      }
    }
  }

  /** Nothing that waits is answered any more; the next request begins anew. @param {Error} error */
  broken(error) {
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    this.end();
    waiting.forEach(({ fail }) => fail(error));
  }

  end() {
    this.worker?.then((worker) => worker.terminate(), () => {});
    this.worker = null;
  }

  /** @param {Omit<Waiting, "interim">} waiting */
  ask(waiting) {
    if (this.isClosed) {
      waiting.fail(new Error("the engine is closed"));
      return;
    }
    this.last += 1;
    this.waiting.set(this.last, { ...waiting, interim: null });
    this.send(this.last, waiting.request);
  }

  /** @param {number} number @param {string} request */
  send(number, request) {
    this.worker ??= this.start();
    this.worker.then((worker) => worker.postMessage({ number, request }), () => {});
  }

  /** Ends all searches asked for so far. */
  stop() {
    if (![...this.waiting.values()].some(({ isAnalysis }) => isAnalysis)) return;
    if (this.stops) {
      Atomics.store(this.stops, 0, this.last);
      return;
    }
    // A thread that searches hears nothing: another takes its place, and what was found last is the answer.
    for (const [number, { isAnalysis, interim, hear }] of this.waiting) {
      if (isAnalysis) {
        this.waiting.delete(number);
        hear(interim ? { ...interim, isDuringSearch: false, terminated: true } : { terminated: true, noResults: true });
      }
    }
    this.end();
    this.worker = this.start();
    for (const [number, { request }] of this.waiting) this.send(number, request);
  }

  close() {
    this.isClosed = true;
    this.broken(new Error("the engine is closed"));
  }
}

/** @typedef {import("./quintet.js").Engine} Described */

/** @implements {Described} */
export class Engine {
  #thread = new Thread();
  #line;

  /**
   * @param {string} game
   * @param {{ options?: Record<string, string>, position?: string, moves?: string[] }} [start]
   */
  constructor(game, { options = {}, position, moves = [] } = {}) {
    this.#line = { game, options, ...(position === undefined ? {} : { position }), moves: [...moves] };
  }

  /** @param {string} action @param {object} [more] @returns {Promise<any>} */
  #ask(action, more = {}) {
    const request = JSON.stringify({ ...this.#line, id: action, action, ...more });
    return new Promise((hear, fail) => this.#thread.ask({ request, isAnalysis: false, hear, fail }));
  }

  get game() {
    return this.#line.game;
  }

  get moves() {
    return [...this.#line.moves];
  }

  get memory() {
    return this.#thread.memory;
  }

  async games() {
    return (await this.#ask("games")).games;
  }

  async state() {
    return (await this.#ask("state")).state;
  }

  async legal() {
    return (await this.#ask("legal")).decisions;
  }

  async legalTurns() {
    return (await this.#ask("legal")).turns;
  }

  async picture() {
    return (await this.#ask("picture")).svg;
  }

  /** @param {string} turn */
  async play(turn) {
    const { state } = await this.#ask("play", { turn });
    this.#line.moves = [...state.turns, ...state.decisions];
    return state;
  }

  async undo() {
    this.#line.moves = this.#line.moves.slice(0, -1);
    return this.state();
  }

  /** @param {Record<string, unknown>} [query] */
  async *analyze(query = {}) {
    const request = JSON.stringify({ reportDuringSearchEvery: 0.1, ...query, ...this.#line, id: "analyze" });
    /** @type {any[]} */
    const answers = [];
    /** @type {Error | null} */
    let failed = null;
    let isOver = false;
    let wake = () => {};
    const hear = (/** @type {any} */ answer) => {
      answers.push(answer);
      isOver = !answer.isDuringSearch;
      wake();
    };
    const fail = (/** @type {Error} */ error) => {
      failed = error;
      wake();
    };
    this.#thread.ask({ request, isAnalysis: true, hear, fail });
    try {
      for (;;) {
        const answer = answers.shift();
        if (answer) yield answer;
        else if (failed) throw failed;
        else if (isOver) return;
        else await new Promise((/** @type {(_: void) => void} */ resolve) => (wake = resolve));
      }
    } finally {
      // Who looks no further wants no further search.
      if (!isOver && !failed) this.#thread.stop();
    }
  }

  stop() {
    this.#thread.stop();
  }

  close() {
    this.#thread.close();
  }
}
