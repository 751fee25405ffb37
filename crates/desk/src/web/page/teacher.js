// @ts-check
// Teaches while a game against quintet is played: whose chances are better, and at once which turn has given away much.

import { bestOf } from "./analyst.js";
import { Bar } from "./bar.js";
import { evaluationOf, evaluationOfEnd } from "./curve.js";
import { button, fill, h, say } from "./dom.js";
import { seatName } from "./names.js";
import { t } from "./texts.js";
import { percent } from "./widgets.js";

/** @typedef {import("./types").SeenGame} GameView */
/** What is known of a position: the share of seat 1, and the best turn. @typedef {{ share: number, best: string }} Found */

/** How long each position is searched. */
const EACH_MS = 700;
/** A turn that gives away less is not spoken of. */
const LEAST = 0.15;

export class Teacher {
  /** @param {HTMLElement} host @param {() => void} takeBack @param {typeof bestOf} [search] */
  constructor(host, takeBack, search = bestOf) {
    this.takeBack = takeBack;
    this.search = search;
    this.bar = new Bar();
    this.words = h("p", { id: "teacher-words", role: "status" });
    this.deeds = h("div", { class: "buttons" });
    fill(host, this.bar.host, this.words, this.deeds);
    /** By the turns before. @type {Map<string, Promise<Found | null>>} */
    this.known = new Map();
    /** The turns up to the one that has been judged. */
    this.judged = "";
    /** The turns of the position seen last. */
    this.length = 0;
    /** Grows with every position. */
    this.seen = 0;
  }

  /** @param {GameView} view @param {number} count after so many turns @returns {Promise<Found | null>} */
  find(view, count) {
    const { game, options, start, turns, state } = view;
    const moves = turns.slice(0, count).map(({ turn }) => turn);
    const key = moves.join(" ");
    const known = this.known.get(key);
    if (known) return known;
    if (state.result && count === turns.length) return Promise.resolve({ share: evaluationOfEnd(state).share, best: "" });
    const found = this.search({ game, options, position: start, moves, multipv: 1, timeMs: EACH_MS }).then((event) => {
      const evaluation = event && evaluationOf(state, event);
      return evaluation && { share: evaluation.share, best: event.answer.moveInfos?.[0]?.turn ?? "" };
    });
    // What could not be searched now may be another time.
    found.catch(() => this.known.delete(key));
    this.known.set(key, found);
    return found;
  }

  /** A newer position of the game, whose learner sits at this seat. @param {GameView} view @param {number} seat */
  async follow(view, seat) {
    if (view.state.decisions.length > 0) return;
    this.seen += 1;
    const mine = this.seen;
    const count = view.turns.length;
    const takenBack = count < this.length;
    this.length = count;
    const last = view.turns.map((turn) => turn.seat).lastIndexOf(seat);
    const played = view.turns.slice(0, last + 1).map(({ turn }) => turn).join(" ");
    if (played !== this.judged) this.clear();
    // After a takeback only the next turn matters: the turns before it were judged when they were played.
    if (takenBack) this.judged = played;
    const now = await this.find(view, count).catch(() => null);
    if (mine !== this.seen) return;
    this.bar.show(now?.share ?? null, seatName(view.state.seats[0]), view.state.seats[0].colour, 2);
    if (last < 0 || played === this.judged) return;
    const [before, after] = await Promise.all([this.find(view, last), this.find(view, last + 1)]).catch(() => [null, null]);
    if (mine !== this.seen || !before || !after) return;
    this.judged = played;
    const own = (/** @type {Found} */ { share }) => (seat === 1 ? share : 1 - share);
    const { turn } = view.turns[last];
    if (own(before) - own(after) < LEAST || before.best === turn) return;
    say(this.words, t("teach.gave", { turn, before: percent(own(before)), after: percent(own(after)), best: before.best }));
    if (view.canUndo) fill(this.deeds, button("teacher-undo", t("teach.takeBack"), this.takeBack, { class: "primary" }));
  }

  clear() {
    say(this.words, "");
    fill(this.deeds);
  }
}
