// Trees that several tabs change at the same time.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Keeper } from "../../crates/desk/src/web/page/keeper.js";
import { Tree } from "../../crates/desk/src/web/page/tree.js";
import { mergeInto, mergeTexts } from "../../crates/desk/src/web/page/tree_merge.js";
import { random } from "./random.mjs";

/** @param {Tree} tree */
const all = (tree) => [tree.root, ...tree.nodes()];
/** A node by the turns that lead to it. @param {Tree} tree @param {any} node */
const key = (tree, node) => tree.turns(node).map((turn) => `${turn}/`).join("");
const keys = (tree) => all(tree).map((node) => key(tree, node));

/** Things that people do to a tree; what must not be lost is noted in `world`. */
function makePerson(next, world) {
  return (tree) => {
    const nodes = all(tree);
    const node = nodes[next(nodes.length)];
    switch (next(8)) {
      case 0:
        if (!node.parent) return;
        world.deleted.push(key(tree, node));
        tree.remove(node);
        return;
      case 1:
        return tree.promote(node);
      case 2:
      case 3: {
        const words = node.comment.split(" ").filter(Boolean);
        const word = `w${world.count++}`;
        words.splice(next(words.length + 1), 0, word);
        node.comment = words.join(" ");
        world.words.push([word, key(tree, node)]);
        return;
      }
      case 4:
        node.mark = node.parent ? ["!", "?", "?!", ""][next(4)] : "";
        return;
      default: {
        // Others may play the same turn.
        const added = tree.add(node, `t${next(9)}`);
        world.turns.push(key(tree, added));
        tree.go(added);
      }
    }
  };
}

const isDeleted = (world, path) => world.deleted.some((gone) => path.startsWith(gone));

function assertNothingLost(world, tree) {
  const there = new Map(all(tree).map((node) => [key(tree, node), node]));
  for (const turn of world.turns) assert.ok(there.has(turn) || isDeleted(world, turn), `${turn} is lost`);
  for (const [word, at] of world.words) {
    assert.ok(isDeleted(world, at) || there.get(at)?.comment.split(" ").includes(word), `${word} at ${at} is lost: ${there.get(at)?.comment}`);
  }
}

/** A tree with some turns. */
function grown(next, steps, tree = new Tree()) {
  const world = { count: 1000, deleted: [], words: [], turns: [] };
  const person = makePerson(next, world);
  for (let step = 0; step < steps; step++) person(tree);
  return tree;
}
const copy = (tree) => Tree.read(tree.write());

test("whoever has changed nothing has what the other has, and whoever is alone keeps what they have", () => {
  const next = random(1);
  for (let round = 0; round < 2000; round++) {
    const base = copy(grown(next, next(30)));
    const changed = grown(next, next(12), copy(base));
    const [mine, own] = [copy(base), copy(changed)];
    mergeInto(base, mine, changed);
    assert.equal(mine.write(), changed.write());
    mergeInto(base, own, base);
    assert.equal(own.write(), changed.write());
    // To see twice what one has seen changes nothing.
    mergeInto(base, mine, changed);
    assert.equal(mine.write(), changed.write());
  }
});

test("what two have added is there, and what one has deleted is not, unless the other has changed it", () => {
  const next = random(2);
  let gone = 0;
  for (let round = 0; round < 3000; round++) {
    const base = copy(grown(next, 5 + next(30)));
    const [mine, theirs] = [0, 1].map(() => grown(next, next(10), copy(base)));
    const [hasMine, hasTheirs] = [new Set(keys(mine)), new Set(keys(theirs))];
    const before = new Map(all(base).map((node) => [key(base, node), node]));
    const changes = (tree) => new Set(all(tree).flatMap((node) => {
      const old = before.get(key(tree, node));
      return old && old.comment === node.comment && old.mark === node.mark ? [] : [key(tree, node)];
    }));
    const [myChanges, theirChanges] = [changes(mine), changes(theirs)];
    mergeInto(base, mine, theirs);
    const merged = new Set(keys(mine));
    const holds = (changed, path) => [...changed].some((one) => one.startsWith(path));
    for (const path of new Set([...before.keys(), ...hasMine, ...hasTheirs])) {
      const isKept = hasMine.has(path) && hasTheirs.has(path);
      const isAdded = !before.has(path) && (hasMine.has(path) || hasTheirs.has(path));
      const isTouched = (hasMine.has(path) && holds(myChanges, path)) || (hasTheirs.has(path) && holds(theirChanges, path));
      assert.equal(merged.has(path), isKept || isAdded || isTouched, path);
      if (!merged.has(path)) gone++;
    }
  }
  assert.ok(gone > 1000);
});

test("comments of two are brought together by their words", () => {
  assert.equal(mergeTexts("", "good", "bad"), "good bad");
  assert.equal(mergeTexts("hel", "hello", "hel world"), "hello world");
  assert.equal(mergeTexts("a b c", "a c", "a b c d"), "a c d");
  assert.equal(mergeTexts("a b c", "a x c", "a y c"), "a x y c");
  assert.equal(mergeTexts("a b c", "x b c", "a b y"), "x b y");
  assert.equal(mergeTexts("a b", "", "a b c"), "c");
  assert.equal(mergeTexts("", "one two three", "one two"), "one two three");
  assert.equal(mergeTexts("x", "x is good", "x is bad"), "x is good bad");
});

test("any number of tabs that change one tree, in any order, lose nothing and come to the same", async () => {
  const next = random(3);
  for (let round = 0; round < 60; round++) {
    const world = { count: 0, deleted: [], words: [], turns: [] };
    const kept = { version: 0, text: "" };
    /** What a request waits for: being heard, and its answer, in any order among the tabs. @type {(() => void)[]} */
    const waiting = [];
    const soon = () => new Promise((resolve) => waiting.push(() => resolve(undefined)));
    const place = {
      read: async () => {
        await soon();
        const now = { ...kept };
        await soon();
        return now;
      },
      write: async (version, text) => {
        await soon();
        const isWritten = version === kept.version;
        if (isWritten) Object.assign(kept, { version: version + 1, text });
        const now = { isWritten, ...kept };
        await soon();
        // The answer may be lost on its way.
        if (next(6) === 0) throw new Error("no answer");
        return now;
      },
    };
    const person = makePerson(next, world);
    const tabs = Array.from({ length: 1 + next(8) }, () => {
      const keeper = new Keeper(new Tree(), place, { version: 0, text: "" }, () => {});
      keeper.changed = () => void (keeper.isChanged = true);
      return keeper;
    });
    const pending = new Set();
    const begin = (work) => {
      pending.add(work);
      void work.finally(() => pending.delete(work));
    };
    const breathe = () => new Promise((resolve) => setImmediate(resolve));
    for (let step = 0; step < 150; step++) {
      const keeper = tabs[next(tabs.length)];
      const what = next(5);
      if (what < 2) {
        person(keeper.tree);
        keeper.changed();
      } else if (what === 2) begin(keeper.flush());
      else if (what === 3) begin(keeper.look());
      for (let heard = next(4); heard > 0 && waiting.length > 0; heard--) {
        waiting.splice(next(waiting.length), 1)[0]();
        await breathe();
      }
    }
    const settle = async () => {
      await breathe();
      for (; pending.size > 0; await breathe()) if (waiting.length > 0) waiting.splice(next(waiting.length), 1)[0]();
    };
    await settle();
    while (tabs.some(({ isChanged }) => isChanged)) {
      for (const keeper of tabs) begin(keeper.flush());
      await settle();
    }
    for (const keeper of tabs) begin(keeper.look());
    await settle();
    for (const keeper of tabs) assert.equal(keeper.tree.write(), kept.text);
    assertNothingLost(world, tabs[0].tree);
  }
});

test("a lost answer of a write is no reason to add anything twice", async () => {
  const kept = { version: 0, text: "" };
  let isLost = true;
  const place = {
    read: async () => kept,
    write: async (version, text) => {
      const isWritten = version === kept.version;
      if (isWritten) Object.assign(kept, { version: version + 1, text });
      if (isLost) throw new Error("no answer");
      return { isWritten, ...kept };
    },
  };
  const said = [];
  const keeper = new Keeper(Tree.read("e5 {one two}"), place, { version: 0, text: "" }, () => {}, (error) => said.push(error));
  keeper.isChanged = true;
  await keeper.flush();
  clearTimeout(keeper.timer);
  assert.ok(keeper.isChanged && said[0] instanceof Error);
  isLost = false;
  keeper.tree.root.children[0].comment += "nd three";
  await keeper.flush();
  assert.equal(kept.text, "e5 {one twond three}");
  assert.equal(said.at(-1), null);
});
