// The module computes what the program computes: the same rules, the same searches, the same proofs.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { data, lines, open, program } from "./built.mjs";

/** A line of the test data, as a request names it. */
const line = ({ game, swap, first, decisions = [] }) => {
  const options = {};
  if (swap !== undefined || game === "yavalath" || game === "pentalath") options.Swap = String(swap ?? false);
  if (first) options.First = first;
  return { game, options, moves: decisions };
};

for (const [file, code] of [["quintet.wasm", /SIMD/], ["quintet-plain.wasm", /portable/]]) {
  test(`bench counts are those of the program: ${file}`, async () => {
    const { answer } = await open(file);
    const games = data("tests/data/bench.txt").toString().trim().split("\n").map((row) => row.split(" "));
    assert.equal(games.length, 10);
    for (const [game, nodes] of games) {
      const answered = answer({ action: "bench", game });
      assert.equal(answered.nodes, Number(nodes), game);
      assert.match(answered.code, code);
    }
  });
}

test("perft tables", async () => {
  const { answer } = await open("quintet.wasm");
  const check = (vector, most) => {
    vector.perft.forEach((nodes, i) => {
      if (nodes > most) return;
      assert.equal(answer({ ...line(vector), action: "perft", depth: i + 1 }).nodes, nodes, JSON.stringify(vector));
    });
  };
  const games = new Set();
  for (const name of ["gipf", "pentalath", "yavalath", "yinsh", "zen"]) {
    for (const vector of lines(`${name}-perft.jsonl`)) {
      games.add(vector.game);
      check(vector, 20_000_000);
    }
  }
  assert.deepEqual([...games].sort(), ["gipf", "pentalath", "yavalath", "yavalath3", "yinsh", "zen", "zen-free"]);
  for (const name of ["pentalath", "yavalath", "yavalath3", "yinsh"]) {
    for (const vector of lines(`${name}-positions.jsonl`)) {
      check(vector, 500_000);
      if (vector.legal) {
        assert.deepEqual(answer({ ...line(vector), action: "legal" }).decisions.sort(), [...vector.legal].sort());
      }
    }
  }
});

test("whole games: every decision is legal, among as many as there are", async () => {
  const { answer } = await open("quintet.wasm");
  for (const name of ["gipf", "pentalath", "yavalath", "yavalath3", "yinsh", "zen"]) {
    for (const game of lines(`${name}-games.jsonl`).slice(0, 3)) {
      const whole = { ...line(game), game: game.game ?? name };
      game.legal_counts.forEach((count, ply) => {
        const moves = game.decisions.slice(0, ply);
        const { decisions } = answer({ ...whole, moves, action: "legal" });
        assert.equal(decisions.length, count, `${name} after ${moves}`);
      });
    }
  }
});

test("wins are proved, and their certificates hold", async (t) => {
  const { answer } = await open("quintet.wasm");
  const rows = data("tests/data/yavalath-wins.txt").toString().split("\n").filter((row) => /^\d/.test(row));
  assert.ok(rows.length >= 50);
  const folder = mkdtempSync(join(tmpdir(), "quintet-module-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const files = [];
  for (const row of rows) {
    const position = row.replace(/^\d+ /, "");
    const game = { game: "yavalath", position };
    const { mate, scoreKind } = answer({ ...game, nodes: 300_000 }).rootInfo;
    assert.ok(scoreKind === "proven" && mate > 0, row);
    const solved = answer({ ...game, action: "solve", nodes: 1_000_000 });
    const state = answer({ ...game, action: "state" }).state;
    assert.equal(solved.winner, state.seats[state.decides - 1].side, row);
    const checked = answer({ action: "verify", certificate: solved.certificate });
    assert.deepEqual([checked.position, checked.claims[0].goal], [state.position, "win"], row);
    files.push(join(folder, `${files.length}.proof`));
    writeFileSync(files.at(-1), Buffer.from(solved.certificate, "base64"));
  }
  if (program) {
    const verified = execFileSync(program, ["verify", "--json", ...files]).toString().trim().split("\n").map(JSON.parse);
    assert.ok(verified.length === files.length && verified.every(({ proved }) => proved));
  }
});

test("a certificate from elsewhere is verified, a changed one refused", async () => {
  const { answer } = await open("quintet.wasm");
  const bytes = data("proofs/yavalath/e5.proof");
  const claims = answer({ action: "verify", certificate: bytes.toString("base64") }).claims;
  assert.ok(claims.length === 1 && claims[0].goal === "win" && claims[0].answers > 10_000);
  bytes[bytes.length >> 1] ^= 1;
  assert.match(answer({ action: "verify", certificate: bytes.toString("base64") }).error, /\w/);
  assert.match(answer({ action: "verify", certificate: "#" }).error, /Base64/);
});

test("equal searches have equal answers, here and in the program", { skip: !program && "QUINTET_BINARY names none" }, async () => {
  const { ask } = await open("quintet.wasm");
  const games = data("tests/data/bench.txt").toString().trim().split("\n").map((row) => row.split(" ")[0]);
  const queries = games.flatMap((game) =>
    ["auto", "alphabeta", "mcts", "mcts-eval"].map((search, i) => {
      const nodes = search === "alphabeta" ? 30_000 : 2_000;
      return { id: `${game} ${search}`, game, search, nodes, seed: 7 + i, multipv: 1 + i, includeThreats: i === 1, includeState: true };
    }),
  );
  const input = queries.map((query) => JSON.stringify(query)).join("\n");
  const output = execFileSync(program, ["analysis", "--workers", "1", "--hash", "32"], { input, maxBuffer: 1 << 28 });
  const expected = new Map(output.toString().trim().split("\n").map((row) => [JSON.parse(row).id, JSON.parse(row)]));
  for (const query of queries) {
    const [found, ...more] = ask(query);
    const answers = [found, expected.get(query.id)];
    for (const { rootInfo } of answers) delete rootInfo.timeMs;
    assert.deepEqual(...answers, query.id);
    assert.deepEqual(more, []);
  }
});

test("what is wrong is said in a sentence, and the module goes on", async () => {
  const { answer, ask } = await open("quintet.wasm");
  for (const [request, sentence] of [
    [{ action: "state", game: "chess" }, /no game/i],
    [{ action: "play", game: "yavalath", turn: "z9" }, /z9/],
    [{ action: "play", game: "yavalath" }, /turn/],
    [{ action: "perft", game: "yavalath", depth: 0 }, /depth/],
    [{ action: "solve", game: "yavalath3", nodes: 10 }, /two-player/],
    [{ action: "nonsense" }, /nonsense/],
    [{ game: "yavalath", moves: ["e5", "e5"] }, /e5/],
  ]) {
    assert.match(answer(request).error, sentence);
  }
  assert.match(ask({ game: "yavalath", nodes: 10, nonsense: 1 })[0].warning, /nonsense/);
  assert.equal(answer({ action: "query_version" }).action, "query_version");
});

test("a defect is told to the host", async () => {
  const answers = [];
  let again = () => {};
  const { module } = await open("quintet.wasm", (answer) => {
    answers.push(JSON.parse(answer));
    const call = again;
    again = () => {};
    call();
  });
  const state = JSON.stringify({ action: "state", game: "yavalath" });
  // A module is asked again before it has answered.
  again = () => module.call(state);
  assert.throws(() => module.call(state), WebAssembly.RuntimeError);
  assert.match(answers[1].defect, /^this is a defect in quintet: /);
});

test("a hundred searches one after the other take no more memory than the first of each kind", async () => {
  const { answer, module } = await open("quintet.wasm");
  const search = (kind, moves) => answer({ game: "yavalath", search: kind, nodes: 3_000, moves });
  const kinds = ["alphabeta", "mcts", "mcts-eval"];
  for (const kind of [...kinds, ...kinds]) search(kind, []);
  const before = module.memory.buffer.byteLength;
  let moves = [];
  for (let i = 0; i < 100; i += 1) {
    const { rootInfo, noResults } = search(kinds[i % 3], moves);
    // A game that has ended gives way to the next.
    moves = noResults ? [] : [...moves, rootInfo.best];
  }
  assert.equal(module.memory.buffer.byteLength, before);
});
