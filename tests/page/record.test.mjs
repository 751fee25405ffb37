// Records that the page opens, keeps as text, and writes again.
import assert from "node:assert/strict";
import { test } from "node:test";
import { playersOf, recordOf, treeOf } from "../../crates/desk/src/web/page/record.js";
import { Tree } from "../../crates/desk/src/web/page/tree.js";

const plain = (value) => JSON.parse(JSON.stringify(value));

/** What comes of a record that is opened, kept as text and read again. */
function kept(record) {
  const tree = Tree.read(treeOf(record).write());
  return { tree, record: plain(recordOf({ game: record.game, options: record.option, position: record.position }, tree)) };
}

const nested = {
  game: "yavalath",
  option: { Swap: "true" },
  comment: "the whole ( game ) <x>",
  seats: [{ name: "Ann > \\ {" }, { name: "Bob" }],
  tournament: "00",
  seedText: "18446744073709551615",
  opening: ["a1"],
  turns: [
    {
      turn: "e5", comment: "a {b} c\nd", seat: 1, ms: 1.25, left: 7, score: { cp: -20 },
      variations: [
        [{ turn: "d4", mark: "!", variations: [] }, { turn: "e6", comment: "inner", mark: "??", variations: [[{ turn: "swap", variations: [] }, { turn: "c3", ms: 3, variations: [] }]] }],
        [{ turn: "d3", variations: [] }],
      ],
    },
    { turn: "f4", variations: [] },
  ],
  result: "p1win", winners: [1], reason: "time", loser: 2, detail: "late",
};

test("a record that is opened, kept and written is the same", () => {
  for (const record of [nested, { ...nested, turns: [] }, { ...nested, turns: [], opening: [] }]) {
    assert.deepEqual(kept(record).record, record);
  }
  assert.deepEqual(playersOf(kept(nested).tree), ["Ann > \\ {", "Bob"]);
});

test("how it has ended is so only as long as its last turn is the last", () => {
  const ended = (change) => {
    const tree = treeOf(nested);
    change(tree, tree.main().at(-1));
    return recordOf({ game: "yavalath" }, tree);
  };
  const variation = ended((tree, last) => tree.add(last.parent, "b2"));
  assert.deepEqual([variation.result, variation.tournament], ["p1win", "00"]);
  for (const change of [(tree, last) => tree.add(last, "b2"), (tree, last) => tree.remove(last), (tree, last) => tree.promote(tree.add(last.parent, "b2"))]) {
    const { result, loser, tournament, seats } = ended(change);
    assert.deepEqual({ result, loser, tournament, seats }, { result: undefined, loser: undefined, tournament: undefined, seats: nested.seats });
  }
});

test("lines that begin alike become one, and the game stays the main line", () => {
  const line = (text) => text.split(" ").map((turn) => ({ turn }));
  const turns = line("e5 d4 c3");
  turns[0].variations = [line("e5 a1"), line("b2 b3"), line("b2 b4")];
  turns[0].comment = "one";
  turns[0].variations[0][0].comment = "two";
  const { tree, record } = kept({ game: "yavalath", option: {}, turns, result: "none" });
  assert.equal(tree.write(), "e5 {one\\ntwo} (b2 b3 (b4)) d4 (a1) c3");
  assert.deepEqual(record.turns.map(({ turn }) => turn), ["e5", "d4", "c3"]);
});

test("notes at a given turn are kept, and what is plain stays plain", () => {
  const tree = treeOf({ game: "zen", opening: ["a1", "b2", "c3"], turns: [], result: "none" });
  tree.main()[1].comment = "why?";
  const { opening, turns } = plain(recordOf({ game: "zen" }, tree));
  assert.deepEqual([opening, turns.map(({ turn, comment }) => [turn, comment])], [["a1"], [["b2", "why?"], ["c3", undefined]]]);
  assert.equal(treeOf({ game: "zen", schema: "record/1", title: "Zèn", moves: ["a1"], turns: [{ turn: "a1" }], result: "none", reason: "unfinished" }).write(), "a1");
});
