// Words with values in them, and sentences of the server in another language.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { filled, spoken } from "../../crates/desk/src/web/page/texts.js";

const french = JSON.parse(readFileSync(new URL("../../crates/desk/src/web/page/texts/fr.json", import.meta.url), "utf8"));

test("values are filled in, with a small letter where the words ask for it", () => {
  assert.equal(filled("{place}, {kind} {~colour}", { place: "e5", kind: "anneau", colour: "Blanc" }), "e5, anneau blanc");
  assert.equal(filled("{a} {~b} {c}", { a: 0, b: "" }), "0  {c}");
});

const form = (count) => new Intl.PluralRules("fr").select(count);
const said = (code, values) => ({ code, values });

test("a sentence is said in another language, and so is what stands in it", () => {
  const sentences = { one: "un", of: "{whole}: {part}", "row.one": "{count} rangée", "row.other": "{count} rangées" };
  assert.equal(spoken(sentences, said("of", { part: said("one"), whole: 7 }), form), "7: un");
  assert.equal(spoken(sentences, said("of", { part: "{whole}", whole: "x" }), form), "x: {whole}");
  // French counts nothing as one.
  assert.deepEqual([0, 1, 2].map((count) => spoken(sentences, said("row", { count }), form)), ["0 rangée", "1 rangée", "2 rangées"]);
});

test("a whole sentence or none of it: no language stands within another", () => {
  assert.equal(spoken({ a: "{b}" }, said("a", { b: said("c") }), form), null);
  assert.equal(spoken({}, said("a"), form), null);
});

test("instructions, results and refusals are French as a whole", () => {
  const [white, black] = [said("game.white"), said("game.black")];
  const pairs = [
    [said("session.instruction", { who: said("session.seat", { player: white, seat: 3 }), what: said("zen.go_with_zen"), how: said("zen.go_how") }),
      "Blanc (joueur 3) : déplacez un pion ou le Zèn : choisissez-le, puis sa destination"],
    [said("yavalath.full_shared", { players: said("sentence.and", { first: white, rest: black }) }), "Partie nulle entre Blanc et Noir : le plateau est plein"],
    [said("server.needed", { turn: "e5", threat: "d2", soon: said("server.in_turns", { turns: 2 }) }), "e5 est nécessaire : sinon l’adversaire joue d2 et gagne en 2 coups"],
    [said("yinsh.wrong_sum", { on_board: said("yinsh.on_board", { player: black, count: 3 }), in_hand: 1, taken: 0, all: 5 }),
      "Noir a 3 anneaux sur le plateau, 1 à placer et 0 retirés, mais a commencé avec 5"],
    [said("yinsh.both_took"), "Blanc et Noir ont tous deux retiré assez d’anneaux pour gagner"],
  ];
  for (const [sentence, expected] of pairs) assert.equal(spoken(french.sentences, sentence, form).replaceAll("\u00a0", " "), expected);
});

test("French has its spaces before signs, and none is left to break a line", () => {
  const texts = [french.texts, french.sentences].flatMap((words) => Object.entries(words)).filter(([key]) => !key.endsWith(".key")).map(([, text]) => text);
  for (const text of texts) assert.ok(!/ [:;!?%»]|« |\w[!?;]|\w:\s/.test(text) && !text.includes("'"), text);
});
