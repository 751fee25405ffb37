// Laws of what the page does beside a game: a turn that gives away much can be taken back, the curve is filled, a hint shows its
// own turn first.
import assert from "node:assert/strict";
import { register } from "node:module";
import { test } from "node:test";
import { Fake } from "./elements.mjs";
import { random } from "./random.mjs";

register("./served.mjs", import.meta.url);
const { Teacher } = await import("../../crates/desk/src/web/page/teacher.js");
const { CurveFiller } = await import("../../crates/desk/src/web/page/curve.js");
const { ShownHint, hintMarks } = await import("../../crates/desk/src/web/page/shown_hint.js");
const { Tree } = await import("../../crates/desk/src/web/page/tree.js");

const seats = [{ seat: 1, side: 1, colour: "white" }, { seat: 2, side: 2, colour: "black" }];
const state = { seats, decisions: [], decides: 1, result: null };
/** What a search says: for the seat that decides after so many turns. */
const eventOf = (count, share, best) => ({
  answer: { rootInfo: { seat: (count % 2) + 1, winrate: count % 2 === 0 ? share : 1 - share, depth: 3, search: "x" }, moveInfos: [{ turn: best, winrate: count % 2 === 0 ? share : 1 - share }] },
});
const pause = () => new Promise(setImmediate);

test("what is offered to be taken back is the learner's last turn, and only if it gave away much", async () => {
  const chance = random(51);
  let [offered, silent] = [0, 0];
  for (let tries = 0; tries < 150; tries++) {
    const seat = 1 + chance(2);
    const turns = Array.from({ length: 1 + chance(7) }, (_, index) => ({ turn: `t${chance(3)}`, seat: (index % 2) + 1 }));
    // The share of seat 1 and the best turn after so many turns.
    const known = Array.from({ length: turns.length + 1 }, () => ({ share: chance(101) / 100, best: `t${chance(3)}` }));
    const host = new Fake("div");
    let waiting = [];
    const search = ({ moves }) => new Promise((resolve) => waiting.push(() => resolve(eventOf(moves.length, known[moves.length].share, known[moves.length].best))));
    let taken = 0;
    const teacher = new Teacher(host, () => (taken += 1), search);
    const canUndo = chance(4) > 0;
    const follows = [];
    for (let count = 0; count <= turns.length; count++) {
      follows.push(teacher.follow({ game: "x", options: {}, start: null, turns: turns.slice(0, count), state, canUndo }, seat));
      // Answers come in any order, some long after the next position.
      while (waiting.length > 0 && chance(3) > 0) {
        waiting.splice(chance(waiting.length), 1)[0]();
        await pause();
      }
    }
    for (let rest = 0; rest < 40 && (waiting.length > 0 || rest < 3); rest++) {
      for (const answer of waiting.splice(0)) answer();
      await pause();
    }
    await Promise.all(follows);
    const last = turns.map((one) => one.seat).lastIndexOf(seat);
    const own = (share) => (seat === 1 ? share : 1 - share);
    const gave = last >= 0 && own(known[last].share) - own(known[last + 1].share) >= 0.15 && known[last].best !== turns[last].turn;
    assert.equal(teacher.words.textContent !== "", gave, JSON.stringify({ seat, turns, known }));
    assert.equal(teacher.deeds.children.length, gave && canUndo ? 1 : 0);
    if (gave && canUndo) {
      teacher.deeds.children[0].onclick();
      assert.equal(taken, 1);
    }
    gave ? (offered += 1) : (silent += 1);
    // After a takeback nothing is said of the turns before, whatever is known of them and whenever.
    for (let count = turns.length - 1; count >= 0; count--) {
      const following = teacher.follow({ game: "x", options: {}, start: null, turns: turns.slice(0, count), state, canUndo }, seat);
      for (const answer of waiting.splice(0)) answer();
      await following;
      const now = turns.slice(0, count).map((one) => one.seat).lastIndexOf(seat);
      if (now === last) continue;
      assert.equal(teacher.words.textContent, "", JSON.stringify({ seat, turns, known, count }));
      assert.equal(teacher.deeds.children.length, 0);
    }
  }
  assert.ok(offered > 20 && silent > 20, `${offered} ${silent}`);
});

test("the curve is filled for the whole line, each position is searched once, and nothing while it is off", async () => {
  const chance = random(52);
  const later = globalThis.setTimeout;
  globalThis.setTimeout = (what) => setImmediate(what);
  try {
    for (let tries = 0; tries < 150; tries++) {
      const tree = new Tree();
      const names = "abcdefgh".split("");
      tree.addLine(names.slice(0, 1 + chance(8)));
      tree.go(tree.root);
      const searched = [];
      let isOn = false;
      const study = { tree, start: { game: "x" }, stateAfter: async () => ({ state }) };
      const fails = chance(3);
      const search = async ({ moves }) => {
        assert.ok(isOn, "it was off");
        await pause();
        if (chance(5) < fails) throw new Error("too much");
        searched.push(moves.join(" "));
        return eventOf(moves.length, 0.5, "a");
      };
      const filler = new CurveFiller(study, () => {}, search);
      for (let step = 0; step < 12; step++) {
        const deed = chance(5);
        const line = tree.line();
        if (deed === 0) {
          isOn = true;
          filler.start({});
        } else if (deed === 1) {
          filler.stop();
          // What has begun ends.
          while (filler.isRunning) await pause();
          isOn = false;
        } else if (deed === 2) tree.go(line[chance(line.length)]);
        else if (deed === 3) tree.go(tree.add(line[chance(line.length)], names[chance(8)]));
        else await pause();
      }
      isOn = true;
      for (let again = 0; again < 30; again++) {
        filler.start({});
        while (filler.isRunning) await pause();
      }
      const open = tree.line().filter((node) => node !== tree.current && !node.evaluation);
      assert.deepEqual(open.map((node) => node.turn), []);
      assert.equal(new Set(searched).size, searched.length, `${searched}`);
    }
  } finally {
    globalThis.setTimeout = later;
  }
});

/** A decision that moves, puts or takes something at places of a small board. */
function randomDecision(chance) {
  const place = () => `${"abc"[chance(3)]}${1 + chance(3)}`;
  const kind = chance(3);
  const effects = [[{ effect: "move", from: place(), to: place() }], [{ effect: "put", to: place() }], [{ effect: "take", from: place() }, { effect: "take", from: place() }]][kind];
  return { text: "x", touches: [[place()]], effects };
}

test("a hint shows its own turn first, all of its line when asked, and never crosses out what stays", () => {
  const chance = random(53);
  for (let tries = 0; tries < 400; tries++) {
    const turn = (index) => ({ turn: `t${index}`, seat: 1 + (index % 2), colour: "white", decisions: Array.from({ length: 1 + chance(3) }, () => randomDecision(chance)) });
    const line = Array.from({ length: 1 + chance(4) }, (_, index) => turn(index));
    const kept = Array.from({ length: chance(3) }, () => `${"abc"[chance(3)]}${1 + chance(3)}`);
    const [alone, all] = [hintMarks(line, 1, kept), hintMarks(line, line.length, kept)];
    const places = ({ decisions }) => new Set(decisions.flatMap(({ touches, effects }) => [...touches.flat(), ...effects.flatMap(({ from, to }) => [from, to])]));
    assert.ok(alone.every(({ to, label }) => places(line[0]).has(to) && !label), "only its own turn, and no number");
    assert.ok([...alone, ...all].every(({ shape, to }) => shape !== "cross" || !kept.includes(to)));
    const numbers = all.flatMap(({ label }) => (label ? [Number(label)] : []));
    assert.deepEqual(numbers, [...numbers].sort((a, b) => a - b));
    if (line.length > 1) assert.ok(numbers.every((number) => number >= 1 && number <= line.length));
    // As it is shown: more is offered only where there is more, and once it is asked for, no more.
    const shown = [];
    const [text, more] = [new Fake("p"), new Fake("p")];
    const board = { selection: { kept }, overlay: { showMarks: (marks) => shown.push(marks) } };
    const hint = new ShownHint({ hint: text, hintMore: more }, () => board, (change) => change());
    hint.show({ reason: "t0 is best", said: undefined, turn: "t0", line });
    assert.deepEqual(shown.at(-1), alone);
    assert.equal(more.children.length, line.length > 1 ? 1 : 0);
    if (line.length > 1) {
      more.children[0].onclick();
      assert.deepEqual(shown.at(-1), all);
      assert.equal(more.children.length, 0);
    }
    hint.clear();
    assert.deepEqual(shown.at(-1), []);
    assert.equal(text.textContent, "");
  }
});
