// Learning: the parts that need no browser.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Tree } from "../../crates/desk/src/web/page/tree.js";
import { failed, firstOpen, noProgress, solved } from "../../crates/desk/src/web/page/progress.js";
import { annotated, nextFault } from "../../crates/desk/src/web/page/review_words.js";
import { readFigure } from "../../crates/desk/src/web/page/link.js";

test("a streak grows with each puzzle solved at once and ends with a wrong try", () => {
  let progress = solved(solved(noProgress(), 4, 0), 7, 0);
  assert.equal(progress.streak, 2);
  assert.equal(solved(progress, 7, 0).streak, 2, "the same puzzle again");
  progress = failed(progress, 9);
  assert.equal(progress.streak, 0);
  progress = solved(progress, 9, 1);
  assert.deepEqual(progress, { solved: [4, 7, 9], missed: [9], streak: 0, best: 2 });
});

test("the next open puzzle is the next number, then the first", () => {
  const progress = { ...noProgress(), solved: [2, 4] };
  assert.equal(firstOpen([1, 2, 3, 4], progress, 1), 3);
  assert.equal(firstOpen([1, 2, 3, 4], progress, 3), 1);
  assert.equal(firstOpen([2, 4], progress, 0), null);
});

test("a picture of the rules is a start or a position, with turns", () => {
  assert.deepEqual(readFigure(""), { position: null, moves: [] });
  assert.deepEqual(readFigure("start, b2 h6"), { position: null, moves: ["b2", "h6"] });
  assert.deepEqual(readFigure("b2w/5 w 9,11 - -, a1-b2"), { position: "b2w/5 w 9,11 - -", moves: ["a1-b2"] });
});

test("the next fault is a mistake, a blunder or a missed win", () => {
  const turns = ["?!", "?", null, "??", null].map((mark, index) => ({ number: index + 1, mark, winMissed: index === 4 }));
  assert.equal(nextFault({ turns }, 0), 2);
  assert.equal(nextFault({ turns }, 2), 4);
  assert.equal(nextFault({ turns }, 4), 5);
  assert.equal(nextFault({ turns }, 5), 2);
  assert.equal(nextFault({ turns: [] }, 0), null);
});

test("a reviewed game has its marks and what would have been better", () => {
  const turns = [
    { turn: "e5", mark: "??", best: "d4", pv: ["d4", "c3"] },
    { turn: "f6", mark: "!", best: "f6", pv: ["f6", "g7"] },
    { turn: "a1", mark: null, best: "b2", pv: ["b2"] },
  ];
  assert.equal(annotated(new Tree(), { turns }).write(), "e5 ?? (d4 c3) f6 ! a1");
  // What was said of it before stays.
  assert.equal(annotated(Tree.read("e5 ! {so} (d3) f6 a1"), { turns }).write(), "e5 ! {so} (d3) (d4 c3) f6 ! a1");
  assert.equal(annotated(Tree.read("e5 (d3) f6"), null).write(), "e5 (d3) f6");
});
