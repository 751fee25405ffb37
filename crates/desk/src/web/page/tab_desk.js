// @ts-check
// The desk of a browser: the games and searches of all tabs. It answers what a server would.

/** @typedef {import("./desk_worker.js").Asked} Asked */
/** @typedef {import("./desk_worker.js").FromDesk} FromDesk */
/** @typedef {(part: FromDesk) => void} Tell */

/**
 * What a desk is made of: a module, which is given orders and says something meanwhile, and workers that search for it.
 * @typedef {object} Parts
 * @property {(hear: (message: any) => void) => {obey: (order: unknown) => string[], fetch: (needs: string[]) => Promise<void>}} host
 * @property {(hear: (news: any) => void) => {begin: (search: any) => void, end: (number: number) => void}} pool
 * @property {number[]} seed random numbers
 * @property {number} seconds since 1970
 * @property {number} threads that a search can have
 */

/** So many answers are kept for each tab: more than it waits for at once. */
const ANSWERS = 8;
const ANSWER = "answer ";

export class TabDesk {
  /**
   * @param {Pick<import("./kept_games.js").KeptGames, "write">} kept
   * @param {{rows: import("./kept_games.js").KeptRow[], notes: Map<string, string>}} held what was kept
   * @param {Parts} parts
   * @param {Set<string>} tabs that are there
   */
  constructor(kept, { rows, notes }, { host, pool, seed, seconds, threads }, tabs) {
    this.kept = kept;
    /** Who has asked what, by the number under which the module knows it. @type {Map<number, {id: number, tab: string, tell: Tell}>} */
    this.asked = new Map();
    this.count = 0;
    /**
     * The last answers to each tab for what has changed a game, the newest last. They are kept with it: where a desk ends before
     * a tab has heard its answer, the tab asks the next desk, and nothing is done twice. @type {Map<string, FromDesk>}
     */
    this.answers = new Map();
    /** What goes along with the next change. @type {[string, string | null][]} */
    this.notes = [];
    const inOrder = [...notes].sort(([one], [other]) => Number(one.split(" ")[2]) - Number(other.split(" ")[2]));
    for (const [name, text] of inOrder) {
      if (!name.startsWith(ANSWER)) continue;
      if (tabs.has(name.split(" ")[1])) this.answers.set(name, JSON.parse(text));
      else this.notes.push([name, null]);
    }
    /** What the module has said during a call. @type {any[]} */
    this.said = [];
    /** What is being kept; what is said later is told later. */
    this.keeping = /** @type {Promise<unknown>} */ (Promise.resolve());
    this.pool = pool((news) => this.obey({ do: "searched", ...news }));
    this.host = host((message) => this.said.push(message));
    this.obey({ do: "open", rows, person: notes.get("person") ?? null, seed, seconds, threads });
  }

  /** Time has passed. */
  tick() {
    this.obey({ do: "tick" });
  }

  /** Answers a request of a tab, or lets go of one. @param {string} tab @param {Asked} asked @param {Tell} tell */
  answer(tab, { id, isOver, method, path = "", body }, tell) {
    if (isOver) return this.letGo((known) => known.tab === tab && known.id === id);
    const told = this.answers.get(nameOf(tab, id));
    if (told) return void this.keeping.then(() => tell(told));
    // A tab asks again that has not heard in time that its desk is there.
    if ([...this.asked.values()].some((known) => known.tab === tab && known.id === id)) return;
    const number = ++this.count;
    this.asked.set(number, { id, tab, tell });
    const [place, query = ""] = path.split("?", 2);
    this.obey({ do: "request", number, method, path: place, query, body });
  }

  /** A tab has gone. @param {string} tab */
  leave(tab) {
    this.letGo((known) => known.tab === tab);
    this.forget(tab, 0);
  }

  /** Forgets all answers to a tab but the last. @param {string} tab @param {number} most */
  forget(tab, most) {
    const names = [...this.answers.keys()].filter((name) => name.split(" ")[1] === tab);
    for (const name of names.slice(0, Math.max(0, names.length - most))) {
      this.answers.delete(name);
      this.notes.push([name, null]);
    }
  }

  /** @param {(known: {id: number, tab: string}) => boolean} isMeant */
  letGo(isMeant) {
    for (const [number, known] of [...this.asked]) {
      if (!isMeant(known)) continue;
      this.asked.delete(number);
      this.obey({ do: "letGo", number });
    }
  }

  /** @param {any} order */
  obey(order) {
    const needs = this.host.obey(order);
    if (needs.length > 0) {
      const lost = () => this.tell([{ to: order.number, status: 0, text: "" }]);
      this.host.fetch(needs).then(() => this.obey(order), lost);
    }
    const said = this.said;
    this.said = [];
    /** @type {import("./kept_games.js").Change[]} */
    const changes = said.flatMap(({ kept }) => kept ?? []);
    const person = said.find((message) => message.person !== undefined)?.person;
    if (person !== undefined) this.notes.push(["person", person]);
    if (changes.length > 0) this.noteAnswers(said);
    // Nothing is told before it is kept.
    if (changes.length > 0 || person !== undefined) {
      const notes = this.notes;
      this.notes = [];
      this.keeping = this.keeping.then(() => this.kept.write(changes, notes));
    }
    this.keeping.then(() => this.tell(said));
  }

  /** Keeps the answers that belong to a change. @param {any[]} said */
  noteAnswers(said) {
    for (const { to, status, text } of said) {
      const known = status === undefined ? undefined : this.asked.get(to);
      if (!known) continue;
      const name = nameOf(known.tab, known.id);
      const answer = { id: known.id, status, text };
      this.answers.set(name, answer);
      this.notes.push([name, JSON.stringify(answer)]);
      this.forget(known.tab, ANSWERS);
    }
  }

  /** @param {any[]} said */
  tell(said) {
    for (const { to, search, work, threads, endSearch, ...part } of said) {
      if (search !== undefined) this.pool.begin({ number: search, work, threads });
      if (endSearch !== undefined) this.pool.end(endSearch);
      const known = this.asked.get(to);
      if (!known) continue;
      if (part.status !== undefined) this.asked.delete(to);
      known.tell({ ...part, id: known.id });
    }
  }
}

/** Where the answer to a request is kept. @param {string} tab @param {number} id */
const nameOf = (tab, id) => `${ANSWER}${tab} ${id}`;
