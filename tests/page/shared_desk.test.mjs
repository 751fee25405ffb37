// The law of tabs: whatever tabs are opened and closed, in the middle of anything, and whatever the database fails to do, every
// request is answered once and done once, and what has been answered is kept, or it is said that something is not. Where tabs
// show several versions of the page, a desk answers those of its own, and the others say so until they are answered.

import assert from "node:assert/strict";
import { test } from "node:test";
import { KeptGames } from "../../crates/desk/src/web/page/kept_games.js";
import { SharedDesk } from "../../crates/desk/src/web/page/shared_desk.js";
import { TabDesk } from "../../crates/desk/src/web/page/tab_desk.js";
import { Browser } from "./browser_model.mjs";
import { random } from "./random.mjs";

/** A module whose games are lists of words. It tells as the real one does: first its answers, then what is to be kept. */
class WordModule {
  constructor(hear) {
    this.hear = hear;
    this.games = new Map();
    this.later = new Map();
    this.watchers = new Set();
  }

  obey(order) {
    const changed = [];
    if (order.do === "open") {
      for (const { id, row } of order.rows) this.games.set(id, JSON.parse(row));
      this.hear({ person: order.person ?? `person ${order.seed[0]}` });
    } else if (order.do === "request") this.request(order, changed);
    else if (order.do === "letGo") this.watchers.delete(order.number);
    else if (order.do === "searched" && order.found !== undefined) this.hear({ to: this.later.get(order.number), status: 200, text: "found" });
    if (changed.length === 0) return [];
    for (const to of this.watchers) this.hear({ to, event: "game", data: changed.join() });
    this.hear({ kept: changed.map((id) => ({ id, row: this.games.has(id) ? JSON.stringify(this.games.get(id)) : null })) });
    return [];
  }

  request({ number, method, path, query, body }, changed) {
    const reply = (status, text) => this.hear({ to: number, status, text });
    const [, , id] = path.split("/");
    if (path === "/api/events") {
      this.watchers.add(number);
      this.hear({ to: number, event: "game", data: query });
    } else if (path === "/api/search") {
      this.later.set(number, number);
      this.hear({ search: number, work: body });
    } else if (method === "GET") reply(200, JSON.stringify(this.games.get(id) ?? null));
    else {
      this.games.set(id, [...(this.games.get(id) ?? []), body]);
      changed.push(id);
      reply(200, JSON.stringify(this.games.get(id)));
    }
  }
}

/** A tab with its page. */
class Tab {
  constructor(browser, name, version) {
    Object.assign(this, { browser, name, version, count: 0, trouble: "none", open: new Map(), answered: [] });
    browser.open(this);
    this.shared = new SharedDesk({
      name,
      version,
      locks: browser.locksOf(this),
      speak: (word) => browser.tabs.has(this) && browser.say(this, word),
      tell: (part) => {
        try {
          if (browser.tabs.has(this)) this.hear(part);
        } catch (error) {
          browser.wrong ??= error;
        }
      },
      open: async (tabs, onTrouble) => {
        this.kept = await KeptGames.open((trouble) => onTrouble(trouble ?? "none"), () => browser.factoryOf(this));
        const held = await this.kept.read();
        const pool = (hear) => ({ begin: ({ number }) => browser.later(`search ${number}`, this, () => hear({ number, found: 1 })), end: () => {} });
        return new TabDesk(this.kept, held, { host: (hear) => (this.module = new WordModule(hear)), pool, seed: [name], seconds: 0, threads: 1 }, tabs);
      },
    });
    void this.shared.begin();
  }

  heard(word) {
    this.shared.heard(word);
  }

  ask(method, path, body = "") {
    const id = ++this.count;
    this.open.set(id, { path, body });
    this.browser.later(`page of ${this.name}`, this, () => this.shared.ask({ id, method, path, body }));
    return id;
  }

  leave(id) {
    this.open.delete(id);
    this.browser.later(`page of ${this.name}`, this, () => this.shared.ask({ id, isOver: true }));
  }

  hear({ id, status, text, trouble }) {
    if (trouble) this.trouble = trouble;
    if (status === undefined) return;
    const asked = this.open.get(id);
    // One that was let go may have been answered already.
    if (!asked) return assert.ok(!this.answered.includes(id), "answered twice");
    this.open.delete(id);
    this.answered.push(id);
    assert.equal(status, 200);
    this.onAnswer(asked, text);
  }
}

const GAMES = ["a", "b", "c"];

/** The words of a game in the database. */
const kept = (browser, id) => JSON.parse(browser.stored.get("games")?.get(id)?.row ?? "[]");

/** Random acts; how often something of each kind has happened. */
async function run(seed, { faults, upgrades, versions = 1 }) {
  const below = random(seed);
  const browser = new Browser(below);
  const seen = { answers: 0, closed: 0, asked: 0, troubles: 0, recovered: 0, lost: 0, refused: 0 };
  /** What was in the database when it was answered, and must stay. @type {Map<string, string>} */
  const safe = new Map();
  let names = 0;
  let words = 0;
  const check = () => {
    for (const [word, id] of safe) assert.equal(kept(browser, id).filter((other) => other === word).length, 1, `${word} of ${id}`);
    for (const id of GAMES) assert.equal(new Set(kept(browser, id)).size, kept(browser, id).length, "nothing is done twice");
  };
  const openTab = () => {
    const tab = new Tab(browser, `t${++names}`, `v${below(versions)}`);
    tab.onAnswer = ({ path, body }, text) => {
      seen.answers += 1;
      if (!body || path === "/api/search") return;
      const id = path.split("/")[2];
      assert.equal(JSON.parse(text).filter((word) => word === body).length, 1, "what is answered is done, once");
      if (kept(browser, id).includes(body)) safe.set(body, id);
      else {
        assert.notEqual(tab.trouble, "none", "what is not kept is said to be so");
        seen.lost += 1;
      }
    };
    // A page asks as soon as it is there.
    tab.ask("GET", "/game/a");
    return tab;
  };
  const any = () => [...browser.tabs][below(browser.tabs.size)];
  for (let act = 0; act < 120; act++) {
    const tab = any();
    switch (below(14)) {
      case 0:
        if (browser.tabs.size < 4) openTab();
        break;
      case 1:
        if (tab && browser.tabs.size > 1) {
          seen.asked += tab.open.size;
          seen.closed += 1;
          browser.close(tab);
        }
        break;
      case 2:
        tab?.ask("GET", "/api/events?games=a");
        break;
      case 3:
        tab?.ask("POST", "/api/search", "deep");
        break;
      case 4:
        if (tab?.open.size) tab.leave([...tab.open.keys()][below(tab.open.size)]);
        break;
      case 5:
        browser.faults = { chance: faults && below(2) ? 1 + below(60) : 0, name: ["QuotaExceededError", "AbortError", "UnknownError"][below(3)] };
        break;
      case 6:
        if (faults && below(4) === 0) for (const connection of [...browser.connections]) connection.lose(below(2) === 0);
        break;
      case 7:
        if (upgrades && below(8) === 0) browser.upgrade();
        break;
      default: {
        // No page asks more at once that changes something.
        const changes = tab ? [...tab.open.values()].filter(({ path }) => path.startsWith("/game/")).length : 4;
        if (changes < 4) tab.ask("POST", `/game/${GAMES[below(3)]}`, `w${++words}`);
      }
    }
    for (let steps = below(12); steps > 0 && (await browser.step()); steps--) check();
  }
  browser.faults.chance = 0;
  if (browser.tabs.size === 0) openTab();
  await browser.settle();
  check();
  const wasTroubled = [...browser.tabs].some(({ trouble }) => trouble !== "none");
  seen.troubles += Number(wasTroubled);
  // A tab of another version than the desk's waits and says so, as soon as it has asked for something.
  const desk = [...browser.tabs].find((one) => one.shared.desk);
  for (const tab of browser.tabs) {
    const isRefused = tab.version !== desk.version && tab.open.size > 0;
    if (isRefused) assert.equal(tab.trouble, "version");
    else if (tab.version === desk.version) assert.notEqual(tab.trouble, "version");
    seen.refused += Number(isRefused);
  }
  for (const tab of [...browser.tabs].filter(({ version }) => version !== desk.version)) browser.close(tab);
  // The next change takes along what only they needed, once it is noticed that they are gone.
  await browser.settle();
  // All that is still open are streams.
  for (const tab of browser.tabs) for (const { path } of tab.open.values()) assert.ok(path.startsWith("/api/events"), path);
  // Once the database is well again, the next change brings all of it there.
  const tab = any();
  tab.ask("POST", "/game/a", "last");
  await browser.settle();
  check();
  const leaders = [...browser.tabs].filter((one) => one.shared.desk);
  assert.equal(leaders.length, 1);
  const [leader] = leaders;
  // Each stream that is open somewhere is told of changes once.
  assert.equal(leader.module.watchers.size, [...browser.tabs].reduce((sum, { open }) => sum + open.size, 0));
  if (tab.trouble === "none") {
    seen.recovered += Number(wasTroubled);
    for (const id of GAMES) assert.deepEqual(kept(browser, id), leader.module.games.get(id) ?? []);
    assert.ok(safe.has("last"));
  } else assert.ok(upgrades || !leader.kept.isRead, tab.trouble);
  // Answers of tabs that are gone do not stay for ever.
  const answers = [...(browser.stored.get("page")?.keys() ?? [])].filter((name) => name.startsWith("answer "));
  const known = new Set([...browser.tabs].map(({ name }) => name));
  if (tab.trouble === "none") assert.deepEqual(answers.filter((name) => !known.has(name.split(" ")[1])), []);
  return seen;
}

async function all(seeds, how) {
  const total = {};
  for (let seed = 0; seed < seeds; seed++) {
    try {
      for (const [name, count] of Object.entries(await run(seed, how))) total[name] = (total[name] ?? 0) + count;
    } catch (error) {
      error.message = `seed ${seed}: ${error.message}`;
      throw error;
    }
  }
  return total;
}

test("tabs come and go, and nothing is lost or done twice", async () => {
  const seen = await all(60, {});
  assert.ok(seen.answers > 1_000 && seen.closed > 100 && seen.asked > 100, JSON.stringify(seen));
  assert.deepEqual([seen.troubles, seen.lost], [0, 0]);
});

test("where the database fails it is said, and what is there stays", async () => {
  const seen = await all(80, { faults: true });
  assert.ok(seen.troubles > 5 && seen.recovered > 3 && seen.lost > 10, JSON.stringify(seen));
});

test("a page of an older layout leaves what a newer one keeps as it is", async () => {
  const seen = await all(40, { faults: true, upgrades: true });
  assert.ok(seen.troubles > 5 && seen.lost > 10, JSON.stringify(seen));
});

test("of several versions of the page the desk answers its own, and the others wait and say so", async () => {
  const seen = await all(80, { faults: true, versions: 2 });
  assert.ok(seen.answers > 1_000 && seen.refused > 20, JSON.stringify(seen));
});
