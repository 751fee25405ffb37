// @ts-check
// Keeps the variations of a tree where other tabs, and other people, keep theirs of the same: nothing that they have added is
// written over, and what they have done comes into the tree. Pure.

import { Tree } from "./tree.js";
import { mergeInto } from "./tree_merge.js";

/**
 * What is kept, and its version.
 * @typedef {{version: unknown, text: string}} Kept
 */

/**
 * Where it is kept. `write` is refused unless `version` is kept now; it answers what is kept then, and whether that is the text.
 * @typedef {object} Place
 * @property {() => Promise<Kept>} read
 * @property {(version: unknown, text: string) => Promise<Kept & {isWritten: boolean}>} write
 */

/** Variations are written down so long after the last change, in milliseconds, and again so long after they could not be. */
const SAVE_MS = 700;
const AGAIN_MS = 8_000;
const BUSY = 429;
/** As often somebody else may come in between before one waits for a while. */
const TRIES = 20;

export class Keeper {
  /**
   * @param {Tree} tree
   * @param {Place} place
   * @param {Kept} kept what has been read there, which the tree holds
   * @param {(hasMoved: boolean) => void} onMerged the tree has changed; whether one stands somewhere else now
   * @param {(error: unknown) => void} onProblem it could not be kept; `null`: it could
   */
  constructor(tree, place, kept, onMerged, onProblem = () => {}) {
    this.tree = tree;
    this.place = place;
    /** What the tree and the place had in common last. */
    this.base = kept;
    this.onMerged = onMerged;
    this.onProblem = onProblem;
    this.isChanged = false;
    /** What was written last, as its answer may be lost. @type {string | null} */
    this.sent = null;
    /** @type {Promise<void> | null} */
    this.work = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** The tree has been changed here. @param {number} [ms] when it is kept */
  changed(ms = SAVE_MS) {
    this.isChanged = true;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.flush(), ms);
  }

  /** Keeps at once what has been changed. */
  async flush() {
    clearTimeout(this.timer);
    while (this.work) await this.work;
    if (this.isChanged) await this.alone(() => this.write());
  }

  /** Takes over what others have kept. */
  async look() {
    while (this.work) await this.work;
    await this.alone(async () => this.take(await this.place.read()));
  }

  /** One thing at a time. @param {() => Promise<void>} what */
  async alone(what) {
    const work = what().catch((error) => {
      this.onProblem(error);
      // What is refused today is refused in a moment, too, unless it was too much at the same time.
      const { status = 0 } = Object(error);
      if (this.isChanged && (status < 400 || status === BUSY || status >= 500)) this.changed(AGAIN_MS);
    });
    this.work = work;
    await work;
    this.work = null;
  }

  async write() {
    for (let tries = 0; this.isChanged; tries++) {
      if (tries === TRIES) return this.changed(AGAIN_MS * Math.random());
      const before = this.sent;
      const text = (this.sent = this.tree.write());
      this.isChanged = false;
      try {
        const { isWritten, ...kept } = await this.place.write(this.base.version, text);
        if (isWritten) this.base = kept;
        else {
          this.isChanged = true;
          // What one has written oneself one has seen.
          if (kept.text === before) this.base = kept;
          else this.take(kept);
        }
      } catch (error) {
        this.isChanged = true;
        throw error;
      }
    }
    this.onProblem(null);
  }

  /** @param {Kept} kept */
  take(kept) {
    const [before, was] = [this.tree.current, this.tree.write()];
    mergeInto(Tree.read(this.base.text), this.tree, Tree.read(kept.text));
    this.base = kept;
    if (this.tree.write() !== was) this.onMerged(this.tree.current !== before);
  }
}
