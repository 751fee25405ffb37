// @ts-check
// A position in which somebody tries turns: what is asked for is done in its order, a verdict is told, and after a wrong turn one
// may try again at once.

import { Desk } from "./desk.js";
import { h, say } from "./dom.js";
import { marksOf } from "./overlay.js";
import { Study } from "./study.js";
import { why } from "./texts.js";

/** Time to see what has happened. */
export const pause = () => new Promise((resolve) => setTimeout(resolve, 700));

export class Trial {
  /**
   * @param {import("./types").GameLine} start
   * @param {object} wiring
   * @param {string} wiring.label
   * @param {string} wiring.verdictId
   * @param {(text: string) => void} wiring.onDecision
   * @param {boolean} [wiring.isFinal] whether a wrong turn counts
   * @param {() => boolean} wiring.mayTry whether there is something to be tried
   * @param {() => void} wiring.onDone something that was asked for is done
   */
  constructor(start, { label, verdictId, onDecision, isFinal, mayTry, onDone }) {
    this.study = new Study(start);
    this.desk = new Desk({ onDecision, why: (touched) => this.study.whyNot(touched), label, isFinal });
    this.verdict = h("p", { id: verdictId, role: "status", class: "verdict" });
    this.onDone = onDone;
    /** Grows with each new beginning; what was under way gives way. */
    this.beginning = 0;
    /** @type {Promise<void>} What is under way. */
    this.under = Promise.resolve();
    /** Who tries. @type {number | null} */
    let who = null;
    // What the other side plays is not touched; all else is answered at once.
    this.study.onShow = (answer, isForward) => {
      who ??= answer.state.decides;
      const isMine = this.study.partial.length > 0 || answer.state.decides === who;
      void this.desk.show(answer, { isForward, mayDecide: isMine && mayTry() });
    };
  }

  /** @param {"good" | "bad" | "plain"} kind @param {string} text */
  tell(kind, text) {
    this.verdict.className = `verdict ${kind}`;
    say(this.verdict, `${{ good: "✓ ", bad: "✗ ", plain: "" }[kind]}${text}`);
  }

  /** Does one thing after another: nothing that is asked for is lost. @param {(isNow: () => boolean) => Promise<void>} what */
  next(what) {
    const mine = this.beginning;
    const isNow = () => mine === this.beginning;
    this.under = this.under.then(async () => {
      if (!isNow()) return;
      await what(isNow).catch((error) => {
        if (!isNow()) return;
        this.desk.restore();
        this.tell("bad", why(error));
      });
      this.onDone();
    });
    return this.under;
  }

  /** Begins anew: what is under way, or asked for, is left. */
  beginAnew() {
    this.beginning += 1;
    this.under = Promise.resolve();
  }

  unmark() {
    this.desk.overlay?.showMarks([]);
  }

  /**
   * Goes back at once, and points at a turn that was wrong and at what answers it.
   * @param {import("./tree.js").Node} before @param {string | null} reply @param {() => boolean} isNow
   */
  async showWrong(before, reply, isNow) {
    const tried = this.study.answer?.last?.decisions ?? [];
    const turns = this.study.tree.turns();
    await this.study.go(before);
    const found = reply ? await this.study.stateAfter([...turns, reply]).catch(() => null) : null;
    if (!isNow()) return;
    this.desk.overlay?.showMarks([...marksOf(tried, "line", "✗", 0.8), ...marksOf(found?.last?.decisions ?? [], "threat", "!", 0.8)]);
  }

  /** Nothing happens any more. */
  close() {
    this.beginAnew();
    this.desk.close();
  }
}
