// What follows from a table, what effects do, clocks, keys on a board, events of a stream.

import assert from "node:assert/strict";
import { test } from "node:test";
import { parseEvents } from "../../crates/desk/src/web/page/http_back.js";
import { neighbour } from "../../crates/desk/src/web/page/board_input.js";
import { clockText } from "../../crates/desk/src/web/page/clock.js";
import { after, changed, piecesOf } from "../../crates/desk/src/web/page/effects.js";
import { actor, declinedBy, mayDecide, mySeats, nameOf, needsConsent, since, shownOf, takesBack } from "../../crates/desk/src/web/page/table_state.js";

const person = { kind: "person", label: "" };
const engine = { kind: "quintet", options: {}, label: "quintet" };
const effect = (to) => ({ effect: "put", to, piece: { kind: "stone", colour: "white" } });
const decision = (text) => ({ text, kind: "place", touches: [[text]], effects: [effect(text)] });

function table(more = {}) {
  const state = { decides: 1, decisions: [], seats: [{ colour: "white" }, { colour: "black" }] };
  return { seats: [person, engine], state, turns: [], last: null, ended: null, paused: false, problem: null, thinking: null, ...more };
}
const turnsOf = (...turns) => turns.map((turn, index) => ({ turn, seat: (index % 2) + 1, ms: null }));

test("a person decides at an own seat, while nothing holds the game up", () => {
  assert.equal(mayDecide(table(), null), true);
  assert.equal(mayDecide(table(), 2), false);
  for (const more of [{ paused: true }, { problem: "x" }, { thinking: 2 }, { ended: {} }]) assert.equal(mayDecide(table(more), null), false);
});

test("who acts, who takes back, and who is asked", () => {
  const both = table({ seats: [person, person], turns: turnsOf("a1", "b2") });
  assert.deepEqual(mySeats(both, null), [1, 2]);
  assert.deepEqual(mySeats(both, 2), [2]);
  // Of a game with people, only the seats that this browser plays.
  const rights = { mine: [2], isOwn: true, keys: {} };
  assert.deepEqual([mySeats({ ...both, rights }, null), mySeats({ ...both, rights }, 1)], [[2], []]);
  assert.equal(actor(both, null), 1);
  assert.equal(takesBack(both, null), 2);
  assert.equal(takesBack(both, 1), 1);
  assert.equal(needsConsent(both), true);
  assert.equal(needsConsent(table()), false);
  assert.equal(nameOf(both, 2, (colour) => colour), "black");
  assert.equal(nameOf(table(), 2, (colour) => colour), "quintet");
});

test("an offer that is gone, with nothing played, was declined", () => {
  const offered = table({ offer: { kind: "draw", by: 1, to: [2] } });
  assert.deepEqual(declinedBy(offered, table()), [2]);
  assert.equal(declinedBy(table(), table()), null);
  assert.equal(declinedBy(offered, offered), null);
  assert.equal(declinedBy(offered, table({ ended: {} })), null);
  assert.equal(declinedBy(offered, table({ turns: turnsOf("a1") })), null);
});

test("only what is not on the board yet is moved", () => {
  const last = { decisions: [decision("a1"), decision("b2")] };
  const effects = [[effect("a1")], [effect("b2")]];
  const whole = table({ turns: turnsOf("a1;b2"), last });
  assert.deepEqual(since({ turns: [], decisions: 0 }, whole), effects);
  assert.deepEqual(since({ turns: [], decisions: 1 }, whole), effects.slice(1));
  assert.deepEqual(since(shownOf(whole), whole), []);
  assert.deepEqual(since({ turns: ["c3"], decisions: 0 }, whole), []);
  const half = table({ last: { decisions: [decision("a1")] } });
  half.state.decisions = ["a1"];
  assert.deepEqual(since({ turns: [], decisions: 0 }, half), effects.slice(0, 1));
});

test("effects empty every place they come from before they fill others", () => {
  const [white, black] = ["white", "black"].map((colour) => ({ kind: "stone", colour }));
  const places = [{ name: "a1", piece: white }, { name: "a2", piece: black }, { name: "a3" }];
  const pieces = piecesOf({ places });
  const effects = [
    { effect: "put", to: "a1", via: "a0", piece: black },
    { effect: "move", from: "a1", to: "a2", piece: white },
    { effect: "move", from: "a2", to: "a3", piece: black },
  ];
  assert.deepEqual([...after(pieces, effects)].sort(), [["a1", black], ["a2", white], ["a3", black]]);
  assert.deepEqual(changed(effects), ["a1", "a2", "a3"]);
  assert.equal(after(pieces, [{ effect: "take", from: "a1", piece: white }]).size, 1);
  assert.deepEqual(pieces.get("a1"), white);
});

test("clocks show minutes, hours, and tenths at the end", () => {
  assert.deepEqual([300000, 3600000, 61000, 19960, 9000, -5].map(clockText), ["5:00", "1:00:00", "1:01", "0:19.9", "0:09.0", "0:00.0"]);
});

test("arrow keys go to the nearest place that way", () => {
  const hexes = [["a", 0, 0], ["b", 50, 0], ["c", 25, -43], ["d", -25, -43], ["e", 100, 0]];
  const places = hexes.map(([name, x, y]) => ({ name, x, y, kind: "cell" }));
  const from = (direction) => neighbour(places, places[0], direction)?.name;
  assert.equal(from([1, 0]), "b");
  assert.ok(["c", "d"].includes(from([0, -1])));
  assert.equal(from([0, 1]), undefined);
});

test("events of a stream may come in pieces", () => {
  const { data, rest } = parseEvents('event: x\r\ndata: {"a":1}\r\n\r\n: quiet\n\ndata: 2\ndata: 3\n\ndata: {"b"');
  assert.deepEqual(data, ['{"a":1}', "2\n3"]);
  assert.equal(rest, 'data: {"b"');
});
