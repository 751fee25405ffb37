// What touching places means, for decisions as the games have them (docs/json.md).

import assert from "node:assert/strict";
import { test } from "node:test";
import { answering, decided, keepable, leading, mustConfirm, next, pieces, touch, untouched } from "../../crates/desk/src/web/page/touch.js";

const decision = (text, touches, more = {}) => ({ text, kind: "move", touches, effects: [], ...more });
const touched = (legal, ...places) => places.reduce(touch, untouched(legal));

test("a place is a whole decision", () => {
  const legal = [decision("e5", [["e5"]]), decision("e6", [["e6"]])];
  assert.deepEqual([...next(untouched(legal))], ["e5", "e6"]);
  assert.equal(decided(untouched(legal)), null);
  assert.equal(decided(touched(legal, "e5"))?.text, "e5");
  assert.equal(decided(touched(legal, "a1")), null);
});

test("a move is touched from where to where, and may be begun anew or let go", () => {
  const legal = [decision("a1-a2", [["a1", "a2"]]), decision("a1-a3", [["a1", "a3"]]), decision("b1-a2", [["b1", "a2"]])];
  const begun = touched(legal, "a1");
  assert.deepEqual([...next(begun)], ["a2", "a3"]);
  // From where one can drag: what is touched then is not all.
  assert.deepEqual([...leading(untouched(legal))], ["a1", "b1"]);
  assert.deepEqual([...leading(begun)], []);
  assert.equal(decided(begun), null);
  assert.equal(decided(touch(begun, "a3"))?.text, "a1-a3");
  assert.deepEqual(touch(begun, "b1").touched, ["b1"]);
  assert.deepEqual(touch(begun, "a1").touched, []);
  assert.deepEqual(touch(begun, "h8"), begun);
  assert.deepEqual([...answering(begun)].sort(), ["a1", "a2", "a3", "b1"]);
});

test("any alternative will do, and rows that share an end need a second touch", () => {
  const legal = [decision("xa1-a5", [["a1"], ["a5", "a1"]]), decision("xa5-e5", [["e5"], ["a5", "e5"]])];
  assert.equal(decided(touched(legal, "a1"))?.text, "xa1-a5");
  assert.deepEqual([...next(touched(legal, "a5"))], ["a1", "e5"]);
  assert.equal(decided(touched(legal, "a5", "e5"))?.text, "xa5-e5");
});

test("the switch tells which piece is meant, and stays where it is", () => {
  const legal = [
    decision("a1-b2", [["a1", "b2"]], { choice: { piece: "single" }, preset: true }),
    decision("ga1-b2", [["a1", "b2"]], { choice: { piece: "gipf" } }),
  ];
  assert.deepEqual(pieces(legal), ["single", "gipf"]);
  assert.equal(untouched(legal).piece, "single");
  assert.equal(decided(touched(legal, "a1", "b2"))?.text, "a1-b2");
  const switched = ["a1", "b2"].reduce(touch, untouched(legal, "gipf"));
  assert.equal(decided(switched)?.text, "ga1-b2");
  assert.equal(untouched([legal[0]], "gipf").piece, "single");
  assert.equal(mustConfirm(switched), false);
});

test("what stays of a row is chosen before it is confirmed", () => {
  const row = (text, keep, more) => decision(text, [["b2"], ["b5"]], { choice: { keep }, ...more });
  const legal = [row("x", []), row("xb3", ["b3"]), row("xb4", ["b4"]), row("xb3b4", ["b3", "b4"], { preset: true })];
  const row1 = touched(legal, "b5");
  assert.equal(mustConfirm(row1), true);
  assert.deepEqual(keepable(row1), ["b3", "b4"]);
  assert.equal(decided(row1)?.text, "xb3b4");
  assert.equal(decided(touch(row1, "b3"))?.text, "xb4");
  assert.equal(decided(touch(touch(row1, "b3"), "b4"))?.text, "x");
  assert.equal(decided(["b3", "b4", "b4", "b3"].reduce(touch, row1))?.text, "xb3b4");
  assert.deepEqual(touch(row1, "b5").touched, []);
  assert.equal(touch(row1, "b5").kept, null);
});

test("an end of a row that may be kept can be kept", () => {
  const row = (text, keep, more) => decision(text, [["e8"], ["h5"]], { choice: { keep }, ...more });
  const legal = [row("x", []), row("xk", ["h5"], { preset: true })];
  const row1 = touched(legal, "e8");
  assert.equal(decided(row1)?.text, "xk");
  assert.equal(decided(touch(row1, "h5"))?.text, "x");
});

test("a row with one way of taking it is taken at once", () => {
  const legal = [decision("xb2-b5", [["b2"], ["b5"]], { choice: { keep: [] } })];
  assert.equal(mustConfirm(touched(legal, "b2")), false);
  assert.equal(decided(touched(legal, "b2"))?.text, "xb2-b5");
});

test("any piece that is in one row only means that row", () => {
  const row = (text, touches, ...from) => decision(text, touches, { kind: "takeRow", effects: from.map((place) => ({ effect: "take", from: place })) });
  const legal = [row("xa1-a5", [["a1"], ["a5"]], "a1", "a2", "a3", "a4", "a5"), row("xa3-e3", [["e3"]], "a3", "b3", "c3", "d3", "e3")];
  assert.deepEqual([...next(untouched(legal))].sort(), ["a1", "a2", "a4", "a5", "b3", "c3", "d3", "e3"]);
  assert.equal(decided(touched(legal, "a2"))?.text, "xa1-a5");
  assert.equal(decided(touched(legal, "d3"))?.text, "xa3-e3");
  assert.deepEqual(touched(legal, "a3"), untouched(legal));
  assert.equal(answering(untouched(legal)).has("b3"), true);
  const move = decision("b2xb3", [["b2", "b3"]], { effects: [{ effect: "take", from: "b3" }] });
  assert.deepEqual([...next(untouched([move]))], ["b2"]);
});

test("a row with pieces to keep may be touched anywhere, and those pieces are then chosen", () => {
  const row = (text, keep, from, more) => decision(text, [["b2"], ["b5"]], { kind: "takeRow", choice: { keep }, effects: from.map((place) => ({ effect: "take", from: place })), ...more });
  const legal = [row("x", [], ["b2", "b3", "b4", "b5"]), row("xb3", ["b3"], ["b2", "b4", "b5"], { preset: true })];
  const row1 = touched(legal, "b4");
  assert.deepEqual([row1.touched, keepable(row1), decided(row1)?.text], [["b2"], ["b3"], "xb3"]);
  assert.equal(decided(touch(row1, "b3"))?.text, "x");
});

test("rows that share an end may be told apart by another piece", () => {
  const row = (text, touches, ...from) => decision(text, touches, { kind: "takeRow", effects: from.map((place) => ({ effect: "take", from: place })) });
  const legal = [row("xa1-a3", [["a1"], ["a3", "a1"]], "a1", "a2", "a3"), row("xa3-c3", [["c3"], ["a3", "c3"]], "a3", "b3", "c3")];
  assert.equal(decided(touched(legal, "a3", "b3"))?.text, "xa3-c3");
  assert.equal(decided(touched(legal, "a2"))?.text, "xa1-a3");
});
