// @ts-check
// The curve of a game that is analysed: what a search has found of a position, and short searches where nothing is known.

import { bestOf } from "./analyst.js";
import { finalShare, viewOf } from "./bar.js";

/** @typedef {import("./types").AnalysisEvent} AnalysisEvent */
/** @typedef {import("./tree.js").Evaluation} Evaluation */

/** So long each position is searched, and how soon after a failure. */
const EACH_MS = 150;
const AGAIN_MS = 1000;
/** So often in a row it may fail, as where the server has too much to do. */
const TRIES = 5;

/** How a game that is over is drawn. @param {import("./types").State} state @returns {Evaluation} */
export function evaluationOfEnd(state) {
  const { seat } = viewOf(state, state.seats[0].seat);
  return { share: finalShare(state, seat), seat, depth: Infinity, search: "" };
}

/** What a search has found. @param {import("./types").State} state @param {AnalysisEvent} event @returns {Evaluation | null} */
export function evaluationOf(state, { answer: { rootInfo, moveInfos } }) {
  if (!rootInfo) return null;
  const { seat, isTurned } = viewOf(state, rootInfo.seat);
  const winrate = moveInfos?.[0]?.winrate ?? rootInfo.winrate;
  return { share: isTurned ? 1 - winrate : winrate, seat, depth: rootInfo.depth, search: rootInfo.search };
}

/** Searches in the background what the curve has no point for, one position after the other. */
export class CurveFiller {
  /** @param {import("./study.js").Study} study @param {() => void} onFound @param {typeof bestOf} [search] */
  constructor(study, onFound, search = bestOf) {
    this.search = search;
    this.study = study;
    this.onFound = onFound;
    this.isOn = false;
    this.isRunning = false;
  }

  /** @param {Record<string, string>} settings of the engine */
  start(settings) {
    this.settings = settings;
    this.isOn = true;
    if (!this.isRunning) void this.run();
  }

  stop() {
    this.isOn = false;
  }

  /** The next position without a point; the one that is shown has its own search. */
  next() {
    const { tree } = this.study;
    return this.isOn ? tree.line().find((node) => node !== tree.current && !node.evaluation) : undefined;
  }

  async run() {
    this.isRunning = true;
    let tries = TRIES;
    for (let node = this.next(); node && tries > 0; node = this.next()) {
      const moves = this.study.tree.turns(node);
      try {
        const { state } = await this.study.stateAfter(moves);
        const found = state.result
          ? evaluationOfEnd(state)
          : evaluationOf(state, /** @type {AnalysisEvent} */ (await this.search({ ...this.study.start, moves, multipv: 1, timeMs: EACH_MS, settings: this.settings })));
        if (!found) break;
        node.evaluation ??= found;
        tries = TRIES;
        this.onFound();
      } catch {
        tries -= 1;
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      }
    }
    this.isRunning = false;
  }
}
