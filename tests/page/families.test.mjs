// Games with their variants, in the order in which people meet them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { familiesOf } from "../../crates/desk/src/web/page/families.js";

const game = (name, family = name) => ({ name, family, title: name });

test("variants stand with their game, and games in the order in which people meet them, unknown ones last", () => {
  const games = [game("hex"), game("yavalath"), game("yavalath3", "yavalath"), game("gipf"), game("gipf-standard", "gipf"), game("go"), game("yinsh")];
  const names = familiesOf(games).map((family) => [family.name, ...family.games.map(({ name }) => name)]);
  assert.deepEqual(names, [["yinsh", "yinsh"], ["gipf", "gipf", "gipf-standard"], ["yavalath", "yavalath", "yavalath3"], ["hex", "hex"], ["go", "go"]]);
});
