// Positions that come again: when, how often, and that none is lost or doubled.
import assert from "node:assert/strict";
import { test } from "node:test";
import { random } from "./random.mjs";
import { added, dueOf, keyOf, merged, practised, worstOf } from "../../crates/desk/src/web/page/repetition.js";

const DAY = 86400;
const mistake = (number, due = 0) => ({ game: "yinsh", options: {}, position: null, moves: [`e${number}`], played: "a1", before: 0.6, after: 0.2, stage: 0, due });

test("what is found at the first try comes again later and later, then no more", () => {
  let known = [mistake(1), mistake(2)];
  let now = 1000;
  const waits = [];
  for (;;) {
    const found = known.find((one) => one.moves[0] === "e1");
    if (!found) break;
    now = Math.max(now, found.due);
    known = practised(known, found, true, now);
    const next = known.find((one) => one.moves[0] === "e1");
    if (next) waits.push((next.due - now) / DAY);
  }
  assert.deepEqual(waits, [3, 7, 21, 60]);
  assert.deepEqual(known, [mistake(2)]);
});

test("what is not found comes again tomorrow, from the beginning", () => {
  let known = practised([mistake(1)], mistake(1), true, 0);
  known = practised(known, mistake(1), false, 100);
  assert.deepEqual(known, [{ ...mistake(1), due: 100 + DAY }]);
  assert.deepEqual(dueOf(known, 100 + DAY - 1), []);
  assert.deepEqual(dueOf(known, 100 + DAY), known);
});

test("nothing is kept twice, and too much drops what comes last", () => {
  const known = practised([mistake(1)], mistake(1), true, 0);
  assert.deepEqual(added(known, [mistake(1)]), known);
  const many = Array.from({ length: 320 }, (_, index) => mistake(index, index));
  const kept = added([], many);
  assert.equal(kept.length, 300);
  assert.ok(kept.every(({ due }) => due < 300));
  assert.equal(new Set(kept.map(keyOf)).size, 300);
});

test("the worst turns are those of the persons that gave away much", () => {
  const turn = (number, seat, before, after, best = "b2") => ({ number, seat, turn: "a1", best, before, after });
  const turns = [turn(1, 1, 0.5, 0.45), turn(2, 2, 0.6, 0.1), turn(3, 1, 0.7, 0.4), turn(4, 1, 0.9, 0.2), turn(5, 1, 0.9, 0.1, "a1")];
  assert.deepEqual(worstOf({ turns }, [1], 3).map(({ number }) => number), [4, 3]);
  assert.deepEqual(worstOf({ turns }, [1, 2], 2).map(({ number }) => number), [4, 2]);
});

test("of what two places have, everything is there once, as it was tried last", () => {
  const chance = random(51);
  for (let tries = 0; tries < 200; tries++) {
    const some = () => {
      const numbers = [...new Set(Array.from({ length: chance(8) }, () => chance(10)))];
      return numbers.map((number) => ({ ...mistake(number, chance(100)), stage: chance(4) }));
    };
    const [one, other] = [some(), some()];
    const both = merged(one, other);
    const latest = new Map();
    for (const each of [...one, ...other]) latest.set(keyOf(each), Math.max(each.due, latest.get(keyOf(each)) ?? 0));
    for (const each of both) assert.equal(each.due, latest.get(keyOf(each)));
    assert.equal(both.length, latest.size);
    // Twice makes no doubles, and the order does not matter for what is there.
    assert.deepEqual(merged(both, other), both);
    assert.deepEqual(new Set(merged(other, one).map(keyOf)), new Set(both.map(keyOf)));
  }
});
