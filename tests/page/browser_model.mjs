// A model of what tabs have in common in a browser: locks, a channel, a database; and of time: nothing happens until `step` picks
// what happens next, at random. A tab that is closed does nothing more, and of what it was writing all or nothing is written.

const fault = (name) => Object.assign(new Error(name), { name });

export class Browser {
  /** @param {(below: number) => number} random */
  constructor(random) {
    this.random = random;
    /** What may happen next, in queues that each keep their order: [queue, tab, what]. */
    this.queues = new Map();
    this.tabs = new Set();
    this.locks = [];
    /** What the database holds: by store and key. */
    this.stored = new Map();
    this.version = 0;
    this.connections = new Set();
    /** What a page has found wrong. @type {Error | undefined} */
    this.wrong = undefined;
    /** How many transactions in a hundred fail, and why. */
    this.faults = { chance: 0, name: "QuotaExceededError" };
  }

  later(queue, tab, what) {
    if (!this.queues.has(queue)) this.queues.set(queue, []);
    this.queues.get(queue).push([tab, what]);
  }

  /** Something that can happen does; whether there was anything. */
  async step() {
    const queues = [...this.queues].filter(([, all]) => all.length > 0);
    if (queues.length === 0) return false;
    const [, all] = queues[this.random(queues.length)];
    const [tab, what] = all.shift();
    if (tab === null || this.tabs.has(tab)) what();
    await new Promise(setImmediate);
    if (this.wrong) throw this.wrong;
    return true;
  }

  async settle() {
    for (let steps = 0; await this.step(); steps++) if (steps > 20_000) throw new Error("it never rests");
  }

  open(tab) {
    this.tabs.add(tab);
  }

  close(tab) {
    this.tabs.delete(tab);
    for (const connection of this.connections) if (connection.tab === tab) this.connections.delete(connection);
    this.locks = this.locks.filter((lock) => lock.tab !== tab);
    this.grant();
  }

  /** To all other tabs. Each hears in the order in which things were said. */
  say(tab, word) {
    const text = JSON.stringify(word);
    for (const other of this.tabs) if (other !== tab) this.later(`to ${other.name}`, other, () => other.heard(JSON.parse(text)));
  }

  /** Those of a tab. What it asks for arrives later, in its order, and no sooner than what it says to other tabs. */
  locksOf(tab) {
    const arrive = (what) => this.later(`locks for ${tab.name}`, tab, what);
    return {
      request: (name, ...rest) =>
        new Promise((resolve, reject) => {
          const work = rest.pop();
          arrive(() => {
            this.locks.push({ tab, name, isShared: rest[0]?.mode === "shared", isHeld: false, work, resolve, reject });
            this.grant();
          });
        }),
      query: () =>
        new Promise((resolve) => arrive(() => resolve({ held: this.locks.filter((lock) => lock.isHeld).map(({ name }) => ({ name })) }))),
    };
  }

  grant() {
    for (const lock of this.locks) {
      const before = this.locks.slice(0, this.locks.indexOf(lock)).filter((other) => other.name === lock.name);
      if (lock.isHeld || before.some((other) => !other.isShared || !lock.isShared)) continue;
      lock.isHeld = true;
      const free = () => {
        this.locks = this.locks.filter((other) => other !== lock);
        this.grant();
      };
      this.later("locks", lock.tab, () => Promise.resolve(lock.work(lock)).finally(free).then(lock.resolve, lock.reject));
    }
  }

  /** Whether this transaction fails, and why. */
  failure() {
    return this.random(100) < this.faults.chance ? fault(this.faults.name) : null;
  }

  factoryOf(tab) {
    const settled = (request, queue, what) =>
      this.later(queue, tab, () => {
        try {
          request.result = what();
          request.onsuccess?.();
        } catch (error) {
          request.error = error;
          request.onerror?.();
        }
      });
    return {
      open: (_, version) => {
        const request = {};
        settled(request, `database of ${tab.name}`, () => {
          if (version < this.version) throw fault("VersionError");
          const failure = this.failure();
          if (failure) throw failure;
          const connection = new Connection(this, tab, settled);
          this.connections.add(connection);
          request.result = connection;
          if (version > this.version) {
            this.version = version;
            request.onupgradeneeded?.();
          }
          return connection;
        });
        return request;
      },
    };
  }

  /** A newer page opens the database, and changes its layout. */
  upgrade() {
    this.version += 1;
    for (const connection of [...this.connections]) this.later(`database of ${connection.tab.name}`, connection.tab, () => connection.onversionchange?.());
  }
}

class Connection {
  constructor(browser, tab, settled) {
    Object.assign(this, { browser, tab, settled, isClosed: false });
  }

  createObjectStore(name) {
    this.browser.stored.set(name, new Map());
  }

  close() {
    this.isClosed = true;
    this.browser.connections.delete(this);
  }

  /** The browser closes it, and says so or not. */
  lose(isTold) {
    this.close();
    if (isTold) this.browser.later(`database of ${this.tab.name}`, this.tab, () => this.onclose?.());
  }

  transaction(_, mode = "readonly") {
    if (this.isClosed) throw fault("InvalidStateError");
    const { browser, tab, settled } = this;
    // Transactions come one after the other, whoever began them, also those of a tab that is gone.
    const queue = "database";
    const transaction = { error: null };
    const changes = [];
    const failure = browser.failure();
    if (mode === "readwrite") {
      const commit = () => changes.forEach(([name, key, value]) => (value === undefined ? browser.stored.get(name).delete(key) : browser.stored.get(name).set(key, value)));
      // What is written is there even where nobody is left to be told.
      browser.later(queue, null, () => {
        const isAborted = failure || (!browser.tabs.has(tab) && browser.random(2) === 0);
        if (!isAborted) commit();
        browser.later(queue, tab, () => {
          transaction.error = failure;
          if (isAborted) transaction.onabort?.();
          else transaction.oncomplete?.();
        });
      });
    }
    const read = (what) => {
      const request = {};
      settled(request, queue, () => {
        if (failure) throw failure;
        return what();
      });
      return request;
    };
    transaction.objectStore = (name) => {
      const store = browser.stored.get(name);
      return {
        getAll: () => read(() => [...store.values()]),
        getAllKeys: () => read(() => [...store.keys()]),
        put: (value, key = value.id) => changes.push([name, key, value]),
        delete: (key) => changes.push([name, key, undefined]),
      };
    };
    return transaction;
  }
}
