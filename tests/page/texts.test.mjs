// Words with values in them, and sentences of the server in another language.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { filled, matched, translated } from "../../src/web/page/texts.js";

const french = JSON.parse(readFileSync(new URL("../../src/web/page/texts/fr.json", import.meta.url), "utf8"));
const inFrench = (text) => translated(french.sentences, text).replaceAll("\u00a0", " ");

test("values are filled in, with a small letter where the words ask for it", () => {
  assert.equal(filled("{place}, {kind} {~colour}", { place: "e5", kind: "anneau", colour: "Blanc" }), "e5, anneau blanc");
  assert.equal(filled("{a} {~b} {c}", { a: 0, b: "" }), "0  {c}");
});

test("a pattern matches a whole text or nothing", () => {
  assert.deepEqual(matched("{} has won: {}", "White has won: a ring is off"), ["White", "a ring is off"]);
  assert.equal(matched("{} has won: {}", "White has won: "), null);
  assert.deepEqual(matched("a ({})", "a (b)"), ["b"]);
  assert.equal(matched("a.c", "abc"), null);
});

test("what stands for a wildcard is translated too, in another order if numbered", () => {
  const sentences = [["{} of {}", "{2}: {1}"], ["one", "un"], ["White", "Blanc"], ["{}", "{}!"]];
  assert.equal(translated(sentences, "one of White"), "Blanc: un");
  assert.equal(translated(sentences, "x"), "x!");
  assert.equal(translated([], "x"), "x");
});

test("instructions, results, hints and options are French as a whole", () => {
  const pairs = {
    "White: place a ring: choose an empty point": "Blanc : placez un anneau : choisissez une intersection libre",
    "Black: place a stone, or swap: take over the first stone: choose an empty cell, or the first stone to swap":
      "Noir : placez un pion, ou échangez en prenant le premier pion : choisissez une case vide, ou le premier pion pour échanger",
    "White (seat 3): move a pawn or the Zen: choose it, then where it goes": "Blanc (joueur 3) : déplacez un pion ou le Zèn : choisissez-le, puis sa destination",
    "Black: take one of your two rows: choose one of its ends": "Noir : retirez une de vos deux rangées : choisissez une de ses extrémités",
    "Red has won: four in a row on b2-e5": "Rouge a gagné : quatre pions alignés, b2-e5",
    "Black (seat 2) has resigned": "Noir (joueur 2) a abandonné",
    "The game is drawn by White and Black and Red: the board is full": "Partie nulle entre Blanc et Noir et Rouge : le plateau est plein",
    "e5 is needed: otherwise d2 wins in 2 turns for the other side": "e5 est nécessaire : sinon l’adversaire joue d2 et gagne en 2 coups",
    "a1-b2 wins at once": "a1-b2 gagne tout de suite",
    "white+2": "blanc +2",
    "White has 0 pieces on the board and 12 in reserve, but began with 18": "Blanc a 0 pions sur le plateau et 12 en réserve, mais a commencé avec 18",
    "Black has 3 rings on the board, 1 in hand and 0 taken off, but began with 5": "Noir a 3 anneaux sur le plateau, 1 à placer et 0 retirés, mais a commencé avec 5",
    "rings in hand of White must be 2 with this board, not 3": "anneaux à placer de Blanc : avec ce plateau 2, non 3",
  };
  for (const [english, expected] of Object.entries(pairs)) assert.equal(inFrench(english), expected);
});

test("French has its spaces before signs, and none is left to break a line", () => {
  const texts = [...Object.entries(french.texts).filter(([key]) => !key.endsWith(".key")), ...french.sentences].map(([, text]) => text);
  for (const text of texts) assert.ok(!/ [:;!?%»]|« |\w[!?;]|\w:\s/.test(text) && !text.includes("'"), text);
});
