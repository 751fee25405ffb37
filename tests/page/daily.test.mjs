// The puzzle of a day.
import assert from "node:assert/strict";
import { test } from "node:test";
import { dailyOf, dateOf, daysNow, solvedOn } from "../../crates/desk/src/web/page/daily.js";
import { random } from "./random.mjs";

/** The date so many days after another. */
const later = (date, days) => new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000 * days).toISOString().slice(0, 10);

test("each puzzle comes once before any comes again, whatever their number and wherever one begins", () => {
  const chance = random(51);
  for (let tries = 0; tries < 60; tries++) {
    const count = 1 + chance(400);
    const begin = later("2026-01-01", chance(20_000) - 8_000);
    const seen = new Set();
    for (let day = 0; day < count; day++) seen.add(dailyOf(count, later(begin, day)));
    assert.equal(seen.size, count, `${count} from ${begin}`);
    assert.ok([...seen].every((index) => Number.isInteger(index) && index >= 0 && index < count));
    assert.equal(dailyOf(count, later(begin, count)), dailyOf(count, begin));
  }
});

test("a date is that of the calendar on the wall", () => {
  assert.equal(dateOf(new Date(2026, 10, 28, 0, 0, 1)), "2026-11-28");
  assert.equal(dateOf(new Date(2026, 10, 28, 23, 59, 59)), "2026-11-28");
  assert.equal(dateOf(new Date(2027, 0, 3)), "2027-01-03");
});

test("days in a row are those that a plain count finds", () => {
  const chance = random(52);
  for (let tries = 0; tries < 300; tries++) {
    let known = { last: "", days: 0 };
    const solved = [];
    let day = 0;
    for (let step = 0; step < 12; step++) {
      day += chance(3);
      const date = later("2027-02-20", day);
      known = solvedOn(known, date);
      solved.push(day);
      const asked = day + chance(3);
      let row = 0;
      const from = solved.includes(asked) ? asked : asked - 1;
      while (solved.includes(from - row)) row += 1;
      assert.equal(daysNow(known, later("2027-02-20", asked)), row, `${solved} at ${asked}`);
    }
  }
});
