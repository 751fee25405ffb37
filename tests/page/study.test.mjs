// A position that is studied, with a server whose turns are pairs of decisions: `a1;a2`, `b1;b2`, ... Turns of one letter are whole.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Study } from "../../crates/desk/src/web/page/study.js";

let asked = 0;
let delay = () => 0;

/** The turns and decisions that moves make. */
function played(moves) {
  const decisions = moves.flatMap((move) => move.split(";"));
  const turns = [];
  let open = [];
  for (const decision of decisions) {
    if (!/^[a-h][12]?$/.test(decision)) throw new Error(`${decision} is illegal`);
    open.push(decision);
    if (decision.length === 1 || decision.endsWith("2")) {
      turns.push(open.join(";"));
      open = [];
    }
  }
  return { turns, decisions: open };
}

beforeEach(() => {
  asked = 0;
  delay = () => 0;
  globalThis.fetch = async (_path, { body }) => {
    asked += 1;
    const { moves } = JSON.parse(body);
    await new Promise((resolve) => setTimeout(resolve, delay(moves)));
    try {
      return new Response(JSON.stringify({ state: played(moves), last: null }));
    } catch (error) {
      return new Response(JSON.stringify({ error: error.message }), { status: 400 });
    }
  };
});

/** A study that writes down what it shows. */
function open() {
  const study = new Study({ game: "pairs" });
  const shown = [];
  study.onShow = ({ state }, isForward) => shown.push([...state.turns, ...state.decisions].join(" ") + (isForward ? ">" : ""));
  return { study, shown };
}

test("decisions of one turn become a node when the turn is whole", async () => {
  const { study } = open();
  await study.decide("a1");
  assert.deepEqual(study.partial, ["a1"]);
  assert.equal(study.tree.current, study.tree.root);
  assert.deepEqual(study.position().moves, ["a1"]);
  await study.decide("a2");
  assert.deepEqual(study.partial, []);
  assert.equal(study.tree.current.turn, "a1;a2");
});

test("going back takes back a decision of the turn, then turns", async () => {
  const { study } = open();
  await study.decideAll(["a", "b1"]);
  await study.back();
  assert.deepEqual(study.position().moves, ["a"]);
  await study.back();
  assert.deepEqual(study.position().moves, []);
  await study.back();
  assert.deepEqual(study.position().moves, []);
});

test("only a step forward moves, a jump does not", async () => {
  const { study, shown } = open();
  await study.open();
  const end = study.tree.addLine(["a", "b", "c"]);
  await study.go(study.tree.step("forward"));
  await study.go(end);
  assert.deepEqual(shown, ["", "a>", "a b c"]);
});

test("a refused decision changes nothing", async () => {
  const { study } = open();
  await study.decide("a");
  await assert.rejects(study.decide("z"), /z is illegal/);
  assert.deepEqual(study.position().moves, ["a"]);
  assert.equal(study.tree.write(), "a");
});

test("a slow answer does not show itself over a newer one", async () => {
  const { study, shown } = open();
  study.tree.addLine(["a", "b"]);
  delay = (moves) => (moves.length === 1 ? 40 : 1);
  const [first, second] = [study.tree.step("forward"), study.tree.step("last")];
  await Promise.all([study.go(first), study.go(second)]);
  assert.deepEqual(shown, ["a b"]);
});

test("a state is asked for once", async () => {
  const { study } = open();
  await study.decideAll(["a", "b"]);
  await study.go(study.tree.root);
  await study.go(study.tree.step("forward"));
  assert.equal(asked, 3);
});

test("a line that cannot be played is opened up to where it can", async () => {
  const { study, shown } = open();
  study.tree.go(study.tree.addLine(["a", "b", "nonsense", "c"]));
  await assert.rejects(study.open(), /nonsense is illegal/);
  assert.deepEqual(shown, ["a b"]);
  assert.equal(study.tree.write(), "a b");
});
