// @ts-check
// Keeps a search running for the position that is shown, and passes on its news, at most once a frame.

import { ApiError, stream } from "./api.js";

/** @typedef {import("./types").AnalysisEvent} AnalysisEvent */
/** @typedef {import("./types").AnalyzeRequest} AnalyzeRequest */

/** How long a threat is looked for. */
const THREAT_MS = 1500;
/** Who walks through turns quickly wants none of them searched. */
const SETTLED_MS = 100;
/** When to try again if too many searches are going on, and how often. */
const AGAIN_MS = 600;
const TRIES = 5;
/** The status of that refusal. */
const BUSY = 429;

export class Analyst {
  /**
   * @param {(event: AnalysisEvent) => void} onNews
   * @param {(error: unknown) => void} onError
   * @param {() => void} onEnd it is over by itself
   * @param {(waits: boolean) => void} onWait whether it waits for searches of other tabs
   */
  constructor(onNews, onError, onEnd, onWait) {
    this.onNews = onNews;
    this.onError = onError;
    this.onEnd = onEnd;
    this.onWait = onWait;
    /** @type {{stop: () => void} | null} */
    this.running = null;
    this.frame = 0;
    this.timer = 0;
    this.tries = TRIES;
  }

  /**
   * A threat is looked for when everything else has been, so a long search is preceded by a short one for the threat.
   * @param {AnalyzeRequest} request
   */
  start(request) {
    this.stop();
    this.tries = TRIES;
    this.timer = window.setTimeout(() => this.begin(request), SETTLED_MS);
  }

  /** @param {AnalyzeRequest} request */
  begin(request) {
    const isLong = request.threats && (request.timeMs ?? Infinity) > THREAT_MS;
    // No threat is news at the end only; and the end of the short search is not the end.
    const open = (/** @type {AnalysisEvent} */ event) => {
      const isDuringSearch = isLong || event.answer.isDuringSearch;
      return isDuringSearch ? { ...event, answer: { ...event.answer, threats: event.answer.threats ?? undefined, isDuringSearch } } : event;
    };
    if (!isLong) return this.run(request, null, request.threats ? open : undefined);
    const goOn = (/** @type {AnalysisEvent} */ found) => {
      const { threats = null, rootInfo } = found.answer;
      // Until the long search has come as far as the short one, that is what is known.
      this.run({ ...request, threats: false }, null, (event) =>
        event.answer.isDuringSearch && (event.answer.rootInfo?.nodes ?? 0) < (rootInfo?.nodes ?? 0)
          ? found
          : { ...event, answer: { ...event.answer, threats }, threat: found.threat },
      );
    };
    this.run({ ...request, timeMs: THREAT_MS }, goOn, open);
  }

  /**
   * @param {AnalyzeRequest} request
   * @param {((last: AnalysisEvent) => void) | null} goOn what to do with what was found at last
   * @param {(event: AnalysisEvent) => AnalysisEvent} [complete]
   */
  run(request, goOn, complete = (event) => event) {
    /** @type {AnalysisEvent | null} */
    let news = null;
    const tell = () => {
      this.frame = 0;
      if (news && this.running === search) this.onNews(news);
    };
    const onEvent = (/** @type {any} */ event) => {
      if (event.error) return this.onError(new ApiError(event.error, 500, event));
      news = complete(event);
      if (this.frame === 0) this.frame = requestAnimationFrame(tell);
    };
    const search = stream("/api/analyze", request, onEvent, { onWait: this.onWait });
    this.running = search;
    search.finished
      .catch((error) => {
        if (this.running !== search) return;
        const isBusy = error instanceof ApiError && error.status === BUSY;
        if (!isBusy || --this.tries < 0) return this.onError(error);
        this.running = null;
        this.timer = window.setTimeout(() => this.run(request, goOn, complete), AGAIN_MS);
      })
      .finally(() => {
        if (this.running !== search) return;
        tell();
        this.running = null;
        if (goOn && news) goOn(news);
        else this.onEnd();
      });
  }

  stop() {
    clearTimeout(this.timer);
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    const { running } = this;
    this.running = null;
    running?.stop();
  }
}

/**
 * The best turn of a short search, with its line; null if there is none.
 * @param {AnalyzeRequest} request
 * @returns {Promise<AnalysisEvent | null>}
 */
export async function bestOf(request) {
  /** @type {AnalysisEvent | null} */
  let last = null;
  const search = stream("/api/analyze", request, (event) => {
    if (event.error) throw new ApiError(event.error, 500, event);
    last = event;
    // A proven win needs no longer search.
    if ((event.answer.rootInfo?.mate ?? 0) > 0) search.stop();
  }, { keeps: true });
  await search.finished;
  return last;
}
