// quintet.js in Node.js: a game, searches and their end.
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { folder } from "./built.mjs";

const { Engine } = await import(new URL("quintet.js", folder));
// As on a page that shares no memory with its workers.
const shared = globalThis.SharedArrayBuffer;
delete globalThis.SharedArrayBuffer;
const alone = await import(new URL("engine.js?alone", folder));
globalThis.SharedArrayBuffer = shared;

/** An engine that ends with the test. */
const start = (t, ...what) => {
  const engine = new Engine(...what);
  t.after(() => engine.close());
  return engine;
};

test("a game is played turn by turn", async (t) => {
  const engine = start(t, "yinsh-blitz");
  assert.equal((await engine.games()).length, 10);
  const first = await engine.state();
  assert.deepEqual([first.game, first.decides, first.turns], ["yinsh-blitz", 1, []]);
  for (let i = 0; i < 500; i += 1) {
    const state = await engine.state();
    if (state.result) break;
    const legal = await engine.legal();
    assert.ok(legal.length > 0);
    await engine.play(legal[(7 * i) % legal.length]);
  }
  const last = await engine.state();
  assert.ok(last.result.sentence.length > 0);
  assert.deepEqual(engine.moves, last.turns);
  assert.ok((await engine.undo()).result === null);
  assert.match(await engine.picture(), /^<svg/);
});

test("a turn of several decisions can be played decision by decision", async (t) => {
  const engine = start(t, "gipf", { position: "b1bb/4b/4ww/w5b/ww4/bw3/b2w w 8,8 - -" });
  for (let i = 0; i < 60 && !(await engine.state()).result; i += 1) {
    const legal = await engine.legal();
    const state = await engine.play(legal[i % legal.length]);
    assert.deepEqual(engine.moves, [...state.turns, ...state.decisions]);
  }
  assert.ok(engine.moves.length > 20);
});

test("what is illegal is refused in a sentence, and nothing has changed", async (t) => {
  const engine = start(t, "yavalath", { options: { Swap: "false" }, moves: ["e5"] });
  await assert.rejects(engine.play("e5"), /e5/);
  assert.deepEqual((await engine.state()).turns, ["e5"]);
  await assert.rejects(start(t, "chess").state(), /chess/);
});

for (const [name, its] of [["with shared memory", { Engine }], ["without shared memory", alone]]) {
  test(`an analysis gives answers until it ends: ${name}`, async (t) => {
    const engine = new its.Engine("yavalath", { moves: ["e5", "d4"] });
    t.after(() => engine.close());
    const answers = [];
    for await (const answer of engine.analyze({ nodes: 400_000, reportDuringSearchEvery: 0.01 })) answers.push(answer);
    assert.ok(answers.slice(0, -1).every((answer) => answer.isDuringSearch) && answers.length > 1);
    const { rootInfo, moveInfos, isDuringSearch } = answers.at(-1);
    assert.ok(!isDuringSearch && rootInfo.nodes >= 400_000 && (await engine.legalTurns()).includes(rootInfo.best));
    assert.equal(moveInfos[0].turn, rootInfo.best);
    assert.ok(engine.memory > 1 << 20);
  });

  test(`a search without an end is stopped, and the engine goes on: ${name}`, async (t) => {
    const engine = new its.Engine("zen");
    t.after(() => engine.close());
    for (let i = 0; i < 3; i += 1) {
      let last;
      for await (const answer of engine.analyze({ timeMs: 86_400_000, reportDuringSearchEvery: 0.01 })) {
        last = answer;
        if (answer.isDuringSearch) engine.stop();
      }
      assert.ok(last.terminated && !last.isDuringSearch && last.rootInfo.best);
      await engine.play(last.rootInfo.best);
    }
    assert.equal((await engine.state()).turns.length, 3);
  });

  test(`who looks no further ends the search: ${name}`, async (t) => {
    const engine = new its.Engine("pentalath");
    t.after(() => engine.close());
    for await (const answer of engine.analyze({ timeMs: 86_400_000 })) {
      assert.ok(answer.isDuringSearch);
      break;
    }
    // It would wait for a day.
    assert.equal((await engine.state()).decides, 1);
  });

  test(`a stop before the search has begun ends it, and only it: ${name}`, async (t) => {
    const engine = new its.Engine("gipf");
    t.after(() => engine.close());
    const state = engine.state();
    const search = engine.analyze({ timeMs: 86_400_000 });
    const first = search.next();
    engine.stop();
    // On a busy machine the search may tell of itself before it looks.
    let { value: last } = await first;
    for await (const answer of search) last = answer;
    assert.ok(last.terminated && !last.isDuringSearch);
    assert.equal((await state).game, "gipf");
    const answers = [];
    for await (const answer of engine.analyze({ nodes: 1_000 })) answers.push(answer);
    assert.ok(answers.at(-1).rootInfo.nodes >= 1_000 && !answers.at(-1).terminated);
  });
}

test("a closed engine says so", async () => {
  const engine = new Engine("zen");
  const waiting = engine.state();
  engine.close();
  await assert.rejects(waiting, /closed/);
  await assert.rejects(engine.state(), /closed/);
});

test("a module that cannot be loaded fails each request, until it can", async (t) => {
  const copy = mkdtempSync(join(tmpdir(), "quintet-module-"));
  t.after(() => rmSync(copy, { recursive: true }));
  const from = fileURLToPath(folder);
  cpSync(from, copy, { recursive: true, filter: (file) => !file.endsWith(".wasm") });
  const its = await import(pathToFileURL(join(copy, "quintet.js")));
  const engine = new its.Engine("zen");
  t.after(() => engine.close());
  for (let i = 0; i < 2; i += 1) await assert.rejects(engine.state(), /quintet\.wasm/);
  for (const file of ["quintet.wasm", "quintet-plain.wasm"]) cpSync(join(from, file), join(copy, file));
  assert.equal((await engine.state()).game, "zen");
});
