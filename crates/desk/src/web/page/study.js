// @ts-check
// A position that is studied: where it begins, the tree of variations, the node one stands on and its state.

import { post } from "./api.js";
import { sentence } from "./texts.js";
import { Tree } from "./tree.js";

/** @typedef {import("./types").GameLine} Position */
/** @typedef {import("./types").StateAnswer} StateAnswer */
/** @typedef {import("./tree.js").Node} Node */

/** So many states are kept: some megabytes. */
const KEPT = 300;

export class Study {
  /** @param {Position} start a game and where it begins; its moves become the main line @param {Tree} [tree] */
  constructor(start, tree = new Tree()) {
    /** @type {Position} */
    this.start = { game: start.game, options: start.options ?? {}, position: start.position ?? null };
    this.tree = tree;
    /** @type {string[]} The decisions of a turn that is not over. */
    this.partial = [];
    /** @type {Map<string, Promise<StateAnswer>>} */
    this.known = new Map();
    this.asked = 0;
    /** The node whose position is seen; none in the midst of a turn. @type {Node | null} */
    this.shown = null;
    /** @type {StateAnswer | null} */
    this.answer = null;
    /** @type {(answer: StateAnswer, isForward: boolean) => void} */
    this.onShow = () => {};
  }

  /** What is shown now, as requests name it. @returns {Position & {moves: string[]}} */
  position() {
    return { ...this.start, moves: [...this.tree.turns(), ...this.partial] };
  }

  /** The state after moves from the start. @param {string[]} moves @returns {Promise<StateAnswer>} */
  stateAfter(moves) {
    const key = moves.join(" ");
    let answer = this.known.get(key);
    if (!answer) {
      answer = /** @type {Promise<StateAnswer>} */ (post("/api/state", { ...this.start, moves }));
      answer.catch(() => this.known.delete(key));
      if (this.known.size >= KEPT) this.known.delete(this.known.keys().next().value ?? "");
      this.known.set(key, answer);
    }
    return answer;
  }

  /**
   * Shows the state after moves, unless something else has been asked for meanwhile.
   * @param {string[]} moves
   * @param {boolean} isForward
   * @param {(answer: StateAnswer) => void} arrange
   */
  async load(moves, isForward, arrange) {
    const mine = ++this.asked;
    const answer = await this.stateAfter(moves);
    if (mine !== this.asked) return;
    arrange(answer);
    this.shown = this.partial.length === 0 ? this.tree.current : null;
    this.answer = answer;
    this.onShow(answer, isForward);
  }

  /** Why places of what is shown cannot be touched one after the other. @param {string[]} touched */
  async whyNot(touched) {
    const { sentence: english, said } = /** @type {import("./types").RefusedTouch} */ (await post("/api/touch", { ...this.position(), touched }));
    return sentence(english, said);
  }

  /** Shows the node on which the tree stands, or the last before it that can be; then it says why. */
  async open() {
    let refused = null;
    for (;;) {
      try {
        await this.go(this.tree.current);
        break;
      } catch (error) {
        if (!this.tree.current.parent) throw error;
        refused = error;
        this.tree.remove(this.tree.current);
      }
    }
    if (refused) throw refused;
  }

  /** @param {Node} node */
  async go(node) {
    this.tree.go(node);
    this.partial = [];
    await this.load(this.tree.turns(), node.parent !== null && node.parent === this.shown, () => {});
  }

  /** Plays a decision, or a whole turn, from what is shown. @param {string} text */
  async decide(text) {
    await this.load([...this.position().moves, text], true, ({ state }) => {
      if (state.decisions.length > 0) {
        this.partial = [...state.decisions];
      } else {
        this.partial = [];
        this.tree.go(this.tree.add(this.tree.current, state.turns[state.turns.length - 1]));
      }
    });
  }

  /** Plays turns of a line one after another and shows where they lead. @param {string[]} turns */
  async decideAll(turns) {
    for (const turn of turns) await this.decide(turn);
  }

  /** Takes back the last decision of the turn, or goes back a turn. */
  async back() {
    if (this.partial.length === 0) return this.go(this.tree.step("back"));
    const left = this.partial.slice(0, -1);
    await this.load([...this.tree.turns(), ...left], false, () => (this.partial = left));
  }
}
