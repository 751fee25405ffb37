// What is pasted: the parts that need no server.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Tree } from "../../crates/desk/src/web/page/tree.js";
import { withoutNumbers } from "../../crates/desk/src/web/page/import.js";

test("numbers before turns and empty space are left out", () => {
  const turns = (text) => Tree.read(withoutNumbers(text)).main().map((node) => node.turn);
  assert.deepEqual(turns(" 1. e5\n2.d4  3... f6\tpass "), ["e5", "d4", "f6", "pass"]);
  assert.equal(Tree.read(withoutNumbers("1. e5 (1. d4 2. f6) 2. c3")).write(), "e5 (d4 f6) c3");
  assert.deepEqual(turns(" "), []);
  assert.deepEqual(turns("1.e5 2.d4 1-0\n"), ["e5", "d4"]);
});
