// @ts-check
// Of all tabs of a browser one has the desk, as games and their clocks are there once; the others ask it, and when it is closed
// the next one opens what has been kept. Knows nothing of workers and databases.

/** @typedef {import("./desk_worker.js").Asked} Asked */
/** @typedef {import("./desk_worker.js").FromDesk} FromDesk */
/** @typedef {import("./desk_worker.js").Wrong} Wrong */

/** What the tabs say to each other: a request of a tab; and the desk, that it is there now, an answer, what is wrong with what is
 * kept. What was said first is heard first, whoever said it.
 * @typedef {{from?: string, asked?: Asked, isOpen?: true, to?: string, part?: FromDesk, trouble?: Wrong}} Word */

/** What a desk does for its tabs.
 * @typedef {object} Desk
 * @property {(tab: string, asked: Asked, tell: (part: FromDesk) => void) => void} answer
 * @property {(tab: string) => void} leave */

/**
 * What a tab has of its browser. Without `locks` it is alone.
 * @typedef {object} Surroundings
 * @property {string} name of the tab, which no other has
 * @property {Pick<LockManager, "request" | "query"> | undefined} locks
 * @property {(word: Word) => void} say to the other tabs
 * @property {(part: FromDesk) => void} tell to the page
 * @property {(tabs: Set<string>, onTrouble: (wrong: Wrong) => void) => Promise<Desk>} open opens the desk of the tabs that are there
 */

const LOCK = "quintet desk";
const TAB = "quintet tab ";
const lockOf = (/** @type {string} */ tab) => TAB + tab;
const forEver = () => new Promise(() => {});

export class SharedDesk {
  /** @param {Surroundings} surroundings */
  constructor(surroundings) {
    this.surroundings = surroundings;
    /** What has been asked here and has no last answer yet. @type {Map<number, Asked>} */
    this.open = new Map();
    /** @type {Desk | null} */
    this.desk = null;
    /** What is wrong, for those who come later. @type {Wrong} */
    this.trouble = "none";
    /** Tabs that are met, one after the other. */
    this.meeting = Promise.resolve();
    /** The tabs that are there, as far as the desk here knows. @type {Set<string>} */
    this.known = new Set();
  }

  /** Takes part; resolves never, and rejects if the desk cannot be opened here. */
  async begin() {
    const { locks, name } = this.surroundings;
    if (!locks) return this.lead();
    void locks.request(lockOf(name), forEver);
    await locks.request(LOCK, () => this.lead().then(forEver));
  }

  async lead() {
    const { name, locks, say, tell, open } = this.surroundings;
    const { held = [] } = (await locks?.query()) ?? {};
    const tabs = held.flatMap(({ name = "" }) => (name.startsWith(TAB) ? [name.slice(TAB.length)] : []));
    const tellTrouble = (/** @type {Wrong} */ wrong) => {
      this.trouble = wrong;
      say({ trouble: wrong });
      tell({ id: 0, trouble: wrong });
    };
    this.desk = await open(new Set([name, ...tabs]), tellTrouble);
    tabs.filter((tab) => tab !== name).forEach((tab) => this.watch(tab));
    say({ isOpen: true });
    // What the desk of before could not do need not be so any more.
    tellTrouble(this.trouble);
    this.askAgain();
  }

  /** Notes when a tab has gone: it has no lock any more. @param {string} tab */
  watch(tab) {
    if (this.known.has(tab)) return;
    this.known.add(tab);
    void this.surroundings.locks?.request(lockOf(tab), { mode: "shared" }, () => {
      this.known.delete(tab);
      this.desk?.leave(tab);
    });
  }

  /** The page asks, or lets go. @param {Asked} asked */
  ask(asked) {
    if (asked.isOver) this.open.delete(asked.id);
    else this.open.set(asked.id, asked);
    this.pass(asked);
  }

  /** @param {Asked} asked */
  pass(asked) {
    const { name, say } = this.surroundings;
    if (this.desk) this.desk.answer(name, asked, (part) => this.hear(part));
    else say({ from: name, asked });
  }

  /** Asks anew, since what was asked may have gone with the desk of before. */
  askAgain() {
    for (const asked of this.open.values()) {
      if (asked.path?.startsWith("/api/events")) this.surroundings.tell({ id: asked.id, again: true });
      this.pass(asked);
    }
  }

  /** @param {FromDesk} part */
  hear(part) {
    if (!this.open.has(part.id)) return;
    if (part.status !== undefined) this.open.delete(part.id);
    this.surroundings.tell(part);
  }

  /** Another tab says something. @param {Word} word */
  heard({ from, asked, isOpen, to, part, trouble }) {
    const { name, tell } = this.surroundings;
    if (!this.desk) {
      if (isOpen) this.askAgain();
      if (to === name && part) this.hear(part);
      if (trouble) tell({ id: 0, trouble });
      return;
    }
    // Here is the desk; what the one of before has said is not so any more.
    if (!from || !asked) return;
    if (this.known.has(from)) this.answer(from, asked);
    else this.meeting = this.meeting.then(() => this.meet(from, asked));
  }

  /** Another tab asks for the first time. What a tab that has gone still says is not done: it may have been already. @param {string} tab @param {Asked} asked */
  async meet(tab, asked) {
    if (!this.known.has(tab)) {
      const { held = [] } = (await this.surroundings.locks?.query()) ?? {};
      if (!held.some(({ name }) => name === lockOf(tab))) return;
      if (this.trouble !== "none") this.surroundings.say({ trouble: this.trouble });
      this.watch(tab);
    }
    this.answer(tab, asked);
  }

  /** @param {string} tab @param {Asked} asked */
  answer(tab, asked) {
    this.desk?.answer(tab, asked, (one) => this.surroundings.say({ to: tab, part: one }));
  }
}
