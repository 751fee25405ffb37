// Arrows and circles in comments, as other programs write them in PGN.
import assert from "node:assert/strict";
import { test } from "node:test";
import { joinComment, mergeDrawn, splitComment, toggled } from "../../crates/desk/src/web/page/drawn.js";
import { recordOf, treeOf } from "../../crates/desk/src/web/page/record.js";
import { Tree } from "../../crates/desk/src/web/page/tree.js";
import { mergeComments } from "../../crates/desk/src/web/page/tree_merge.js";

test("what is drawn stands before the words, and is found wherever it stands", () => {
  const drawn = ["Ge5", "Rd4", "Ge5d4", "Ya10b11"];
  const comment = joinComment("look\nhere", drawn);
  assert.equal(comment, "[%csl Ge5,Rd4] [%cal Ge5d4,Ya10b11] look\nhere");
  assert.deepEqual(splitComment(comment), { text: "look\nhere", drawn });
  assert.deepEqual(splitComment("words [%csl Ge5]"), { text: "words", drawn: ["Ge5"] });
  // What cannot be drawn is not kept, and other commands are words.
  assert.deepEqual(splitComment("[%csl Ge5,Xe5,5] [%clk 1:00]"), { text: "[%clk 1:00]", drawn: ["Ge5"] });
  assert.equal(joinComment("", []), "");
  assert.deepEqual(splitComment(" plain "), { text: " plain ", drawn: [] });
});

test("the same again is taken away, and another colour replaces the first", () => {
  assert.deepEqual(toggled(["Ge5"], "Ge5"), []);
  assert.deepEqual(toggled(["Ge5", "Ge5d4"], "Re5"), ["Ge5d4", "Re5"]);
});

test("what two people draw comes together", () => {
  assert.deepEqual(mergeDrawn(["Ge5", "Gd4"], ["Ge5", "Gd4", "Gc3"], ["Gd4", "Gb2"]), ["Gd4", "Gc3", "Gb2"]);
  const base = "[%csl Ge5] one two";
  assert.equal(mergeComments(base, "[%csl Ge5,Gd4] one two", "[%csl Ge5] [%cal Ge5d4] one three two"), "[%csl Ge5,Gd4] [%cal Ge5d4] one three two");
  assert.equal(mergeComments(base, base, "other"), "other");
});

test("it goes through kept trees and records", () => {
  const tree = new Tree();
  const [first] = [tree.add(tree.root, "e5")];
  tree.root.comment = joinComment("", ["Ga1"]);
  first.comment = joinComment("why {not}", ["Ge5d4"]);
  first.mark = "!?";
  const again = Tree.read(tree.write());
  assert.equal(again.write(), tree.write());
  const record = recordOf({ game: "yavalath" }, again);
  assert.equal(record.comment, "[%csl Ga1]");
  assert.equal(record.turns[0].comment, "[%cal Ge5d4] why {not}");
  assert.equal(treeOf({ ...record, moves: ["e5"] }).write(false), tree.write());
});
