// @ts-check
// Of all tabs of a browser one has the desk, as games and their clocks are there once; the others ask it, and when it is closed
// the next one opens what has been kept. A desk answers tabs of its own version of the page alone; others say so and wait. Knows
// nothing of workers and databases.

/** @typedef {import("./desk_worker.js").Asked} Asked */
/** @typedef {import("./desk_worker.js").FromDesk} FromDesk */
/** @typedef {import("./desk_worker.js").Wrong} Wrong */

/** What the tabs say to each other: a request of a tab; and the desk, that it is there now, an answer or that it does not answer
 * a tab of another version, what is wrong with what is kept. What was said first is heard first, whoever said it.
 * @typedef {{version: string, from?: string, asked?: Asked, isOpen?: true, to?: string, part?: FromDesk, isRefused?: true, trouble?: Wrong}} Word */

/** What a desk does for its tabs.
 * @typedef {object} Desk
 * @property {(tab: string, asked: Asked, tell: (part: FromDesk) => void) => void} answer
 * @property {(tab: string) => void} leave */

/**
 * What a tab has of its browser. Without `locks` it is alone.
 * @typedef {object} Surroundings
 * @property {string} name of the tab, which no other has
 * @property {string} version of the page
 * @property {Pick<LockManager, "request" | "query"> | undefined} locks
 * @property {(word: Word) => void} speak to the other tabs
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
    /** Whether the others can see that this tab is there: until then it says nothing, as it would be taken for one that has gone. */
    this.isSeen = false;
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
    void locks.request(lockOf(name), () => {
      this.isSeen = true;
      this.open.forEach((asked) => this.pass(asked));
      return forEver();
    });
    await locks.request(LOCK, () => this.lead().then(forEver));
  }

  /** @param {Omit<Word, "version">} word */
  say(word) {
    this.surroundings.speak({ ...word, version: this.surroundings.version });
  }

  async lead() {
    const { name, locks, tell, open } = this.surroundings;
    const { held = [] } = (await locks?.query()) ?? {};
    const tabs = held.flatMap(({ name = "" }) => (name.startsWith(TAB) ? [name.slice(TAB.length)] : []));
    const tellTrouble = (/** @type {Wrong} */ wrong) => {
      this.trouble = wrong;
      this.say({ trouble: wrong });
      tell({ id: 0, trouble: wrong });
    };
    this.desk = await open(new Set([name, ...tabs]), tellTrouble);
    tabs.filter((tab) => tab !== name).forEach((tab) => this.watch(tab));
    this.say({ isOpen: true });
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
    const { name } = this.surroundings;
    if (this.desk) this.desk.answer(name, asked, (part) => this.hear(part));
    else if (this.isSeen) this.say({ from: name, asked });
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
  heard({ version, from, asked, isOpen, to, part, isRefused, trouble }) {
    const { name, tell } = this.surroundings;
    const isSame = version === this.surroundings.version;
    if (!this.desk) {
      if (isOpen) this.askAgain();
      if (to === name && part) this.hear(part);
      if (to === name && isRefused) tell({ id: 0, trouble: "version" });
      // What a desk says that does not answer here is nothing to this tab.
      if (trouble && isSame) tell({ id: 0, trouble });
      return;
    }
    // Here is the desk; what the one of before has said is not so any more.
    if (!from || !asked) return;
    if (!isSame) this.say({ to: from, isRefused: true });
    else if (this.known.has(from)) this.answer(from, asked);
    else this.meeting = this.meeting.then(() => this.meet(from, asked));
  }

  /** Another tab asks for the first time. What a tab that has gone still says is not done: it may have been already. @param {string} tab @param {Asked} asked */
  async meet(tab, asked) {
    if (!this.known.has(tab)) {
      const { held = [] } = (await this.surroundings.locks?.query()) ?? {};
      if (!held.some(({ name }) => name === lockOf(tab))) return;
      if (this.trouble !== "none") this.say({ trouble: this.trouble });
      this.watch(tab);
    }
    this.answer(tab, asked);
  }

  /** @param {string} tab @param {Asked} asked */
  answer(tab, asked) {
    this.desk?.answer(tab, asked, (one) => this.say({ to: tab, part: one }));
  }
}
