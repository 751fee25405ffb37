// The tree of variations of the page.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Tree } from "../../crates/desk/src/web/page/tree.js";

test("a turn that is there is not added twice", () => {
  const tree = new Tree();
  const e5 = tree.add(tree.root, "e5");
  assert.equal(tree.add(tree.root, "e5"), e5);
  assert.equal(tree.root.children.length, 1);
});

test("walking forward follows the variation that was walked last", () => {
  const tree = Tree.read("e5 (d4 f6) d5");
  const d4 = tree.root.children[1];
  tree.go(d4);
  tree.go(tree.step("back"));
  assert.equal(tree.step("forward"), d4);
  assert.deepEqual(tree.line().map((node) => node.turn), ["", "d4", "f6"]);
  assert.equal(tree.step("last").turn, "f6");
});

test("up and down change the variation and stop at its ends", () => {
  const tree = Tree.read("e5 (d4) (c3)");
  tree.go(tree.root.children[0]);
  assert.equal(tree.step("previous").turn, "e5");
  tree.go(tree.step("following"));
  assert.equal(tree.go(tree.step("following")).turn, "c3");
  assert.equal(tree.step("following").turn, "c3");
  assert.equal(tree.step("first"), tree.root);
});

test("promoting makes the nearest variation the main one", () => {
  const tree = Tree.read("e5 d5 (d4 f6) c3");
  const f6 = tree.root.children[0].children[1].children[0];
  assert.equal(tree.isMain(f6), false);
  tree.promote(f6);
  assert.equal(tree.isMain(f6), true);
  assert.deepEqual(tree.main().map((node) => node.turn), ["e5", "d4", "f6"]);
  assert.equal(tree.write(), "e5 d4 (d5 c3) f6");
});

test("deleting moves who stood in the variation before it", () => {
  const tree = Tree.read("e5 d5 c3");
  tree.go(tree.step("last"));
  const d5 = tree.root.children[0].children[0];
  tree.remove(d5);
  assert.equal(tree.current.turn, "e5");
  assert.equal(tree.step("forward"), tree.current);
  tree.remove(tree.root);
  assert.equal(tree.write(), "e5");
});

test("what was deleted comes back to where it was", () => {
  const tree = Tree.read("e5 (d4 {x} f6) (c3)");
  const back = tree.remove(tree.root.children[1]);
  assert.equal(tree.write(), "e5 (c3)");
  back();
  back();
  assert.equal(tree.write(), "e5 (d4 {x} f6) (c3)");
});

test("what is written is read again", () => {
  for (const text of [
    "",
    "e5 {in the middle} d5",
    "{before} e5 (d4 {or so} f6 (f5) g5) (c3) d5 (e6) e7",
    "e5 ?! {why} (d4 !!) d5 ??",
    "h7-g7;xh5-h9xi9 (ga1-b2) xb2-b5=b3 pass",
  ]) {
    const tree = Tree.read(text);
    assert.equal(tree.write(), text);
    assert.equal(Tree.read(tree.write()).write(), text);
  }
});

test("a comment with brackets does not break the text", () => {
  const tree = Tree.read("e5");
  tree.root.children[0].comment = "a } b\n{ c (d)";
  for (const comment of ["a } b\n{ c (d)", "( a )", "\\", "\\n", "}", "{\"b\"}", "<c> 1. d"]) {
    tree.root.children[0].comment = comment;
    assert.equal(Tree.read(tree.write()).root.children[0].comment, comment);
  }
});

test("nonsense is read without an error", () => {
  for (const text of [")))", "(((", "{", "}", "( {a} )", "e5 ) ( d4"]) Tree.read(text);
});

test("all nodes are found, however deep", () => {
  const tree = new Tree();
  tree.addLine(Array.from({ length: 20000 }, (_, index) => `t${index}`));
  assert.equal([...tree.nodes()].length, 20000);
  assert.equal(Tree.read(tree.write()).main().length, 20000);
});

test("another tree is taken over without changing the main line", () => {
  const tree = new Tree();
  tree.addLine(["e5", "d5"]);
  tree.merge(Tree.read("{all} e5 d4 {better} (d5 f6)"));
  assert.equal(tree.write(), "{all} e5 d5 (d4 {better}) f6");
});
