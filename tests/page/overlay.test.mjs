// What is drawn over a board, and the curve: the parts that need no browser.
import assert from "node:assert/strict";
import { register } from "node:module";
import { test } from "node:test";

register("./served.mjs", import.meta.url);
const { runsOf, ticksOf } = await import("../../crates/desk/src/web/page/graph.js");
const { heatOf, marksOf, spacingOf } = await import("../../crates/desk/src/web/page/overlay.js");

const stone = { kind: "stone", colour: "white" };
const decision = (effects, touches = [["a1"]]) => ({ text: "", kind: "place", touches, effects });
const shapes = (one) => marksOf([one], "line", "1", 1).map(({ shape, from, to }) => [shape, from, to]);

test("a stone is a ring, a move an arrow, a push an arrow from its dot", () => {
  assert.deepEqual(shapes(decision([{ effect: "put", piece: stone, to: "e5" }])), [["ring", undefined, "e5"]]);
  const move = { effect: "move", piece: stone, from: "c3", to: "a3" };
  assert.deepEqual(shapes(decision([move, { effect: "put", piece: stone, to: "c3" }])), [["arrow", "c3", "a3"]]);
  const push = { effect: "put", piece: stone, to: "b2", via: "a1" };
  assert.deepEqual(shapes(decision([{ effect: "move", piece: stone, from: "b2", to: "b3" }, push])), [["arrow", "a1", "b2"]]);
});

test("what is taken is crossed out, and only the first mark has the label", () => {
  const marks = marksOf([decision([{ effect: "take", from: "a1" }, { effect: "take", from: "a2" }])], "threat", "!", 0.5);
  assert.deepEqual(marks.map(({ shape, to, label }) => [shape, to, label]), [["cross", "a1", "!"], ["cross", "a2", undefined]]);
});

test("a decision that changes nothing on the board points to what is touched", () => {
  assert.deepEqual(shapes(decision([{ effect: "colours", colours: ["black", "white"] }], [["e5"]])), [["ring", undefined, "e5"]]);
  assert.deepEqual(shapes(decision([], [])), []);
});

test("the heat map shows the best that goes by a place", () => {
  const decisions = [{ winrate: 0.2 }, { winrate: 0.7 }, { winrate: 0.45 }];
  const points = [["a", "x"], ["a", "y"], ["b", "x"]];
  assert.deepEqual(heatOf(decisions, points, []), [
    { place: "a", share: 0.7, level: 4 },
    { place: "b", share: 0.45, level: 1 },
  ]);
  assert.deepEqual(heatOf(decisions, points, ["a"]).map((heat) => [heat.place, heat.share]), [["x", 0.2], ["y", 0.7]]);
  assert.deepEqual(heatOf(decisions, points, ["a", "x"]), []);
  assert.deepEqual(heatOf([], [], []), []);
});

test("a curve with gaps has several parts", () => {
  assert.deepEqual(runsOf([null, 0.5, 0.6, null, 0.1]), [[1, 2], [4]]);
  assert.deepEqual(runsOf([null]), []);
});

test("at most eleven numbers stand below a curve", () => {
  for (const last of [0, 1, 9, 10, 11, 57, 300]) assert.ok(ticksOf(last).length <= 11, String(last));
  assert.deepEqual(ticksOf(3), [0, 1, 2, 3]);
});

test("the spacing is the smallest distance", () => {
  assert.equal(spacingOf([{ x: 0, y: 0 }, { x: 3, y: 4 }, { x: 3, y: 5 }]), 1);
});
