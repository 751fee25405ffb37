// Laws of what is shown while a game goes on faster than anybody can look.
import assert from "node:assert/strict";
import { register } from "node:module";
import { test } from "node:test";
import { Fake } from "./elements.mjs";
import { random } from "./random.mjs";

register("./served.mjs", import.meta.url);
globalThis.requestAnimationFrame = () => {};
const { paced } = await import("../../crates/desk/src/web/page/paced.js");
const { Turns } = await import("../../crates/desk/src/web/page/turns.js");

/** Runs with a clock of its own: `pass` lets so many milliseconds go by. */
function withClock(run) {
  const { setTimeout, clearTimeout } = globalThis;
  let [now, waiting] = [0, []];
  globalThis.setTimeout = (then, ms) => {
    const timer = { then, due: now + ms };
    waiting.push(timer);
    return timer;
  };
  globalThis.clearTimeout = (timer) => (waiting = waiting.filter((one) => one !== timer));
  const pass = (ms) => {
    for (const end = now + ms; now < end; ) {
      now += 1;
      const due = waiting.filter((timer) => timer.due <= now);
      waiting = waiting.filter((timer) => timer.due > now);
      for (const { then } of due) then();
    }
  };
  try {
    run({ pass, now: () => now });
  } finally {
    Object.assign(globalThis, { setTimeout, clearTimeout });
  }
}

test("of what comes too fast the newest is shown, with a pause between any two", () => {
  const chance = random(71);
  let skipped = 0;
  for (let tries = 0; tries < 200; tries++) withClock(({ pass, now }) => {
    let [given, isStopped] = [0, false];
    const shown = [];
    const { give, stop } = paced((one) => {
      assert.ok(!isStopped);
      shown.push({ one, at: now() });
    }, 40);
    for (let count = 1 + chance(60); count > 0; count--) {
      const showsAtOnce = shown.length === 0 || now() - shown.at(-1).at >= 40;
      give(++given);
      assert.equal(shown.at(-1).one === given, showsAtOnce);
      pass(chance(chance(8) === 0 ? 120 : 20));
    }
    if (chance(2) === 0) {
      pass(41);
      assert.equal(shown.at(-1).one, given);
    } else {
      stop();
      isStopped = true;
      pass(100);
    }
    skipped += given - shown.length;
    shown.forEach(({ one, at }, index) => {
      if (index === 0) return;
      assert.ok(one > shown[index - 1].one);
      assert.ok(at - shown[index - 1].at >= 40);
    });
  });
  assert.ok(skipped > 500, `${skipped}`);
});

test("a defect in one showing does not keep the next from being shown", () =>
  withClock(({ pass }) => {
    const shown = [];
    const { give } = paced((one) => {
      if (one === 1) throw new Error("a defect");
      shown.push(one);
    }, 40);
    assert.throws(() => give(1), /a defect/);
    give(2);
    pass(40);
    assert.deepEqual(shown, [2]);
  }));

test("the list of turns is what a new list would be, and what has not changed stays where it is", () => {
  const chance = random(72);
  const colours = ["white", "black"];
  const look = ({ items }) => items.children.map((item) => [item.textContent, item.children[0].title, item.children[0].attributes.get("aria-current")]);
  let [longer, shorter, exchanged] = [0, 0, 0];
  for (let tries = 0; tries < 100; tries++) {
    const turns = new Turns(new Fake("div"), () => {});
    let played = [];
    let seats = colours.map((colour) => ({ colour }));
    for (let step = 0; step < 30; step++) {
      const before = { items: [...turns.items.children], played: [...played], seats };
      const what = chance(8);
      if (what === 0) played = played.slice(0, chance(played.length + 1));
      else if (what === 1) seats = [...seats].reverse();
      else for (let more = 1 + chance(3); more > 0; more--) played = [...played, { turn: `t${chance(5)}`, seat: 1 + (played.length % 2), ms: chance(3) === 0 ? null : chance(5000) }];
      const table = { turns: played, state: { seats }, seats, ended: null };
      const at = chance(played.length + 1);
      turns.show(table, at);
      const fresh = new Turns(new Fake("div"), () => {});
      fresh.show(table, at);
      assert.deepEqual(look(turns), look(fresh));
      if (before.seats !== seats) exchanged += played.length > 0 ? 1 : 0;
      else {
        const same = before.played.filter((turn, index) => turn === played[index]).length;
        assert.deepEqual(turns.items.children.slice(0, same).map((item, index) => item === before.items[index]), Array(same).fill(true));
        played.length > before.played.length ? (longer += same) : (shorter += same);
      }
    }
  }
  assert.ok(longer > 1000 && shorter > 100 && exchanged > 100, `${longer} ${shorter} ${exchanged}`);
});
