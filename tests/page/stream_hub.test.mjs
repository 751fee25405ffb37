// The stream that tabs share, and who may search.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Hub } from "../../crates/desk/src/web/page/stream_hub.js";
import { random } from "./random.mjs";

/** A hub with streams that the test speaks for, and a clock that it sets. */
function make() {
  const world = { now: 0, sources: /** @type {any[]} */ ([]) };
  const open = (tables) => {
    const source = { tables, isClosed: false, readyState: 1, on: {}, addEventListener: (name, what) => (source.on[name] = what), close: () => (source.isClosed = true) };
    world.sources.push(source);
    return source;
  };
  const hub = new Hub(open, () => world.now);
  // A stream is opened at once instead of a little later.
  hub.openLater = () => hub.openNow();
  return { world, hub };
}

const port = () => {
  const news = [];
  return { news, postMessage: (one) => news.push(one), take: () => news.splice(0) };
};
const wish = (tables, searches = [], isHidden = false) => ({ tables, isHidden, searches: searches.map((id) => ({ id, keeps: id >= 100 })) });
const live = (world) => world.sources.filter(({ isClosed }) => !isClosed);
const game = (source, id) => source.on.game({ data: JSON.stringify({ id, revision: 1 }) });

test("any number of tabs at any tables has one stream, and each hears of its own tables alone", () => {
  const { world, hub } = make();
  const next = random(7);
  /** @type {Map<any, string[]>} */
  const tabs = new Map();
  for (let step = 0; step < 3000; step++) {
    const known = [...tabs.keys()];
    const some = known[next(known.length || 1)];
    const tables = Array.from({ length: next(3) }, () => `t${next(12)}`);
    if (some && next(4) === 0) {
      hub.leave(some);
      tabs.delete(some);
    } else {
      const tab = next(3) > 0 && some ? some : port();
      tabs.set(tab, tables);
      hub.hear(tab, wish(tables));
    }
    if (next(5) === 0) hub.tick();
    const wanted = new Set([...tabs.values()].flat());
    const streams = live(world);
    assert.ok(streams.length <= 1);
    for (const table of wanted) assert.ok(streams[0]?.tables.includes(table));
    for (const tab of tabs.keys()) tab.take();
    for (const table of streams[0]?.tables ?? []) game(streams[0], table);
    for (const [tab, watched] of tabs) assert.deepEqual(tab.take().flatMap((news) => news.game?.id ?? []), [...new Set(watched)].sort());
  }
});

test("who comes to a table that is streamed asks for it, and the others hear of what is new", () => {
  const { world, hub } = make();
  const [a, b] = [port(), port()];
  hub.hear(a, wish(["x"]));
  hub.hear(b, wish(["x"]));
  assert.equal(world.sources.length, 1);
  assert.deepEqual(b.take().flatMap(({ again }) => again ?? []), ["x"]);
  world.sources[0].on.gone({ data: '{"id":"x"}' });
  assert.deepEqual([a, b].map((one) => one.take().at(-1)), [{ gone: "x" }, { gone: "x" }]);
});

test("a stream that is lost or silent is opened anew, which is said", () => {
  const { world, hub } = make();
  const tab = port();
  hub.hear(tab, wish(["x"]));
  world.now = 20_000;
  world.sources[0].on.alive({});
  assert.deepEqual(tab.take().at(-1), { isAlive: true });
  world.now = 40_000;
  hub.hear(tab, wish(["x"]));
  hub.tick();
  assert.equal(world.sources.length, 1);
  tab.take();
  world.now = 46_000;
  hub.tick();
  assert.deepEqual(tab.take(), [{ isConnected: false }]);
  assert.equal(live(world).length, 1);
  // What an older stream still says is no news.
  world.sources[0].on.open({});
  assert.deepEqual(tab.take(), []);
  world.sources[1].on.open({});
  assert.deepEqual(tab.take(), [{ isConnected: true }]);
  world.sources[1].readyState = 2;
  world.sources[1].on.error({});
  assert.equal(world.sources.length, 3);
  assert.deepEqual(tab.take(), [{ isConnected: false }]);
});

test("a tab that crashed is forgotten, with its searches", () => {
  const { world, hub } = make();
  const [gone, here] = [port(), port()];
  hub.hear(gone, wish(["x"], [1, 2, 3]));
  hub.hear(here, wish(["y"], [4]));
  world.now = 170_000;
  hub.hear(here, wish(["y"], [4]));
  here.take();
  world.now = 190_000;
  hub.tick();
  assert.deepEqual(here.take().find(({ placed }) => placed), { placed: [4] });
  assert.deepEqual(live(world).map(({ tables }) => tables), [["y"]]);
});

test("three search at most, tabs that are seen first, and nobody waits while there is room", () => {
  const { hub } = make();
  const next = random(11);
  /** @type {Map<any, {searches: number[], isHidden: boolean, placed: number[]}>} */
  const tabs = new Map();
  let ids = 0;
  for (let step = 0; step < 3000; step++) {
    const known = [...tabs.keys()];
    const tab = known.length < 8 && next(3) === 0 ? port() : (known[next(known.length)] ?? port());
    const before = tabs.get(tab) ?? { searches: [], isHidden: false, placed: [] };
    if (next(9) === 0) {
      hub.leave(tab);
      tabs.delete(tab);
    } else {
      const kept = before.searches.filter(() => next(3) > 0);
      // Those from 100 on in each thousand keep their place.
      if (next(2) === 0) kept.push(1000 * ++ids + (next(4) === 0 ? 100 : 0));
      const isHidden = next(2) === 0;
      tabs.set(tab, { ...before, searches: kept, isHidden });
      hub.hear(tab, { tables: [], isHidden, searches: kept.map((id) => ({ id, keeps: id % 1000 === 100 })) });
    }
    for (const [each, state] of tabs) {
      for (const { placed } of each.take()) {
        if (!placed) continue;
        for (const lost of state.placed) if (state.searches.includes(lost) && !placed.includes(lost)) assert.ok(lost % 1000 !== 100 && state.isHidden);
        state.placed = placed;
      }
      state.placed = state.placed.filter((id) => state.searches.includes(id));
    }
    const all = [...tabs.values()].flatMap(({ searches, isHidden, placed }) => searches.map((id) => ({ id, isHidden, has: placed.includes(id) })));
    const holders = all.filter(({ has }) => has);
    assert.equal(holders.length, Math.min(3, all.length));
    if (all.some(({ has, isHidden }) => !has && !isHidden)) assert.ok(holders.every(({ id, isHidden }) => !isHidden || id % 1000 === 100));
  }
});

test("while events are held back somewhere, whoever watches asks, and nobody does when they come", () => {
  const next = random(11);
  for (let run = 0; run < 300; run++) {
    const { world, hub } = make();
    const tabs = [port(), port()];
    tabs.forEach((tab, index) => hub.hear(tab, wish([`t${index}`])));
    let told = 0;
    let isHeld = false;
    for (let step = 0; step < 60; step++) {
      world.now += 2_000;
      const [source] = live(world);
      // Through a proxy that collects events a stream opens all the same.
      if (next(6) === 0) source.on.open({});
      const comes = next(3) === 0;
      if (comes) {
        if (next(2) === 0) source.on.alive({ data: "" });
        else game(source, "t0");
        told = world.now;
      }
      tabs.forEach((tab) => tab.take());
      const before = live(world)[0];
      hub.tick();
      const news = tabs.map((tab) => tab.take());
      const silence = world.now - told;
      if (silence > 10_000 || (told === 0 && silence > 4_000)) isHeld = true;
      if (silence === 0) isHeld = false;
      // A stream that was opened anew has told nothing yet.
      if (live(world)[0] !== before) break;
      assert.equal(hub.isHeld, isHeld, `after ${silence} ms`);
      news.forEach((each, index) => assert.deepEqual(each.flatMap(({ again }) => again ?? []), isHeld ? [`t${index}`] : []));
    }
    const late = port();
    hub.hear(late, wish(["t0"]));
    assert.equal(late.take()[0].isHeld, hub.isHeld);
  }
});
