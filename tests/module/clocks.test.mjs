// The law of clocks where the page stands alone: along random acts of two people in time that the test makes, clocks are those of
// a plain model, and a desk that is opened anew on what was kept shows what they showed when that was kept, at most two seconds ago.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ModuleHost } from "../../crates/desk/src/web/page/module_host.js";
import { TabDesk } from "../../crates/desk/src/web/page/tab_desk.js";
import { random } from "../page/random.mjs";
import { compiled } from "./built.mjs";

const INCREMENT = 700;
const BASE = 60_000;
/** Running clocks are kept this often, and looked at this often. */
const KEPT_MS = 2_000;
const TICK_MS = 50;

let now = 0;
globalThis.performance = { timeOrigin: 0, now: () => now };

/** What the clocks should show: those at the start of each turn, so that taking back drops some. */
class Model {
  constructor() {
    Object.assign(this, { starts: [[BASE, BASE]], turns: [], used: 0, undone: [], isPaused: false });
  }

  get seat() {
    return this.turns.length % 2;
  }

  left() {
    const left = [...this.starts.at(-1)];
    if (this.turns.length > 0) left[this.seat] = Math.max(0, left[this.seat] - this.used);
    return left;
  }

  pass(ms) {
    if (!this.isPaused) this.used += ms;
  }

  play(turn) {
    const next = this.left();
    if (this.turns.length > 0) next[this.seat] += INCREMENT;
    this.starts.push(next);
    this.turns.push(turn);
    this.used = 0;
    if (this.undone.pop()?.turn !== turn) this.undone = [];
  }

  takeBack(to) {
    while (this.turns.length > to) {
      this.undone.push({ turn: this.turns.pop(), after: this.starts.pop(), used: this.used });
      this.used = 0;
    }
  }

  redo() {
    const { turn, after, used } = this.undone.pop();
    this.turns.push(turn);
    this.starts.push(after);
    this.used = used;
  }
}

/** What is kept, as in a database that never fails. */
class Kept {
  constructor() {
    [this.rows, this.notes] = [new Map(), new Map()];
  }

  held() {
    return { rows: [...this.rows].map(([id, row]) => ({ id, row })), notes: this.notes };
  }

  async write(changes, notes) {
    for (const { id, row } of changes) this.rows.set(id, row);
    for (const [name, text] of notes) text === null ? this.notes.delete(name) : this.notes.set(name, text);
  }
}

async function run(module, seed) {
  const below = random(seed);
  const kept = new Kept();
  const seen = { restarts: 0, takebacks: 0, redone: 0, ended: 0 };
  let [desk, count] = [null, 0];
  const open = () => {
    const pool = () => ({ begin: () => {}, end: () => {}, warm: () => {} });
    desk = new TabDesk(kept, kept.held(), { host: (hear) => new ModuleHost(module, hear), pool, seed: Array(32).fill(seed % 256), seconds: 1, threads: 1 }, new Set(["t"]));
  };
  const ask = async (method, path, body = {}) => {
    const { status, text } = await new Promise((resolve) => desk.answer("t", { id: ++count, method, path, body: JSON.stringify(body) }, resolve));
    const answer = JSON.parse(text);
    assert.equal(status, 200, `${path}: ${text}`);
    return answer;
  };
  open();
  const person = { kind: "person" };
  const { id } = await ask("POST", "/api/games", { game: "yavalath", options: { Swap: "false" }, seats: [person, person], clock: { baseMs: BASE, incrementMs: INCREMENT } });
  const path = `/api/games/${id}`;
  const act = (name, seat) => ask("POST", `${path}/act`, { act: name, seat });
  const model = new Model();
  /** What the clock of the present turn showed when it was kept. */
  let usedWhenKept = 0;
  const tick = async () => {
    const before = kept.rows.get(id);
    desk.tick();
    await desk.keeping;
    if (kept.rows.get(id) !== before) usedWhenKept = model.used;
  };
  for (let acts = 0; acts < 60; acts++) {
    for (let ticks = below(30); ticks > 0; ticks--) {
      now += TICK_MS;
      model.pass(TICK_MS);
      await tick();
    }
    const view = await ask("GET", path);
    // A game that the last turn has ended takes no more time.
    if (view.ended?.why === "rules") model.used = 0;
    assert.deepEqual(view.remainingMs, model.left(), `seed ${seed} act ${acts}`);
    if (view.ended) {
      if (view.ended.why === "time") assert.equal(model.left()[model.seat], 0);
      seen.ended += 1;
      return seen;
    }
    assert.ok(model.left()[model.seat] > 0);
    switch (below(7)) {
      case 0:
        await act(model.isPaused ? "resume" : "pause");
        model.isPaused = !model.isPaused;
        break;
      case 1: {
        const by = below(2);
        const to = model.turns.findLastIndex((_, index) => index % 2 === by);
        if (to < 0) continue;
        await act("offerTakeback", by + 1);
        await act("accept", 2 - by);
        model.takeBack(to);
        seen.takebacks += 1;
        break;
      }
      case 2:
        if (!view.canRedo) continue;
        assert.ok(model.undone.length > 0);
        await act("redo");
        model.redo();
        seen.redone += 1;
        break;
      case 3: {
        // The desk ends, time goes by, another opens what has been kept.
        now += below(100_000);
        if (model.turns.length > 0) assert.ok(model.used - usedWhenKept <= KEPT_MS + TICK_MS, `${model.used} ${usedWhenKept}`);
        model.used = usedWhenKept;
        open();
        // A clock runs once somebody looks.
        await ask("GET", path);
        seen.restarts += 1;
        continue;
      }
      default: {
        const { legal } = view.state;
        const { text } = legal[below(legal.length)];
        await ask("POST", `${path}/decide`, { revision: view.revision, decision: text });
        model.play(text);
      }
    }
    usedWhenKept = model.used;
  }
  return seen;
}

test("clocks are those of a model, also when another desk opens what was kept", async () => {
  const module = await compiled();
  const total = {};
  for (let seed = 0; seed < 40; seed++) {
    for (const [name, times] of Object.entries(await run(module, seed))) total[name] = (total[name] ?? 0) + times;
  }
  assert.ok(total.restarts > 50 && total.takebacks > 50 && total.redone > 10 && total.ended > 5, JSON.stringify(total));
});
