// What boards look like: texts, lights and pieces are seen on each of them.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const PAGE = new URL("../../crates/desk/src/web/page/", import.meta.url);
const style = (/** @type {string} */ name) => readFileSync(new URL(name, PAGE), "utf8");

/** The colours of a rule, by their names. @param {string} css @param {string} selector */
function colours(css, selector) {
  const at = css.indexOf(`${selector} {`);
  assert.ok(at >= 0, selector);
  return Object.fromEntries([...css.slice(at, css.indexOf("}", at)).matchAll(/--([\w-]+): (#[0-9a-f]{6})/g)].map(([, name, value]) => [name, value]));
}

/** How light a colour is, by the definition of WCAG. @param {string} colour */
function luminance(colour) {
  const parts = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255);
  const [red, green, blue] = parts.map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** @param {string} one @param {string} other */
function ratio(one, other) {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const THEMES = style("themes.css");
const BOARDS = ["wood", "slate", "paper"].flatMap((name) => {
  const light = colours(THEMES, `[data-board="${name}"]`);
  const dark = colours(THEMES, `[data-theme="dark"] [data-board="${name}"], [data-theme="dark"][data-board="${name}"]`);
  return [[`${name}, light`, light], [`${name}, dark`, { ...light, ...dark }]];
});

test("letters, lights and pieces are told from the board", () => {
  for (const [name, look] of BOARDS) {
    const assertSeen = (what, on, least) => assert.ok(ratio(look[what], look[on]) >= least, `${name}: ${what} on ${on} has ${ratio(look[what], look[on]).toFixed(2)}`);
    for (const ground of ["wood", "wood-odd"]) assertSeen("label", ground, 4.5);
    assertSeen("rim", "plate", 4.5);
    for (const light of ["open", "last", "won", "line"]) assertSeen(light, "wood", 3);
    for (const colour of ["white", "black", "red"]) {
      const [body, edge] = [`${colour}-middle`, `${colour}-edge`].map((part) => ratio(look[part], look.wood));
      assert.ok(Math.max(body, edge) >= 3, `${name}: ${colour} has ${body.toFixed(2)} and ${edge.toFixed(2)}`);
    }
    assert.ok(ratio(look["white-middle"], look["black-middle"]) >= 7, name);
    assert.ok(ratio(look["red-middle"], look["white-middle"]) >= 3, name);
  }
});

test("the usual look is the same in both places", () => {
  const page = style("page.css");
  const [light, dark] = [colours(page, ":root"), colours(page, ':root[data-theme="dark"]')];
  const wood = colours(THEMES, '[data-board="wood"]');
  for (const name of ["plate", "wood", "wood-odd", "line", "label", "rim", "open", "last", "won"]) assert.equal(wood[name], light[name], name);
  const woodDark = colours(THEMES, '[data-theme="dark"] [data-board="wood"], [data-theme="dark"][data-board="wood"]');
  for (const [name, value] of Object.entries(woodDark)) assert.equal(value, dark[name], name);
  const board = readFileSync(new URL("../board.js", PAGE), "utf8");
  for (const colour of ["white", "black", "red"]) {
    const paint = ["light", "middle", "dark", "edge"].map((part) => `"${wood[`${colour}-${part}`]}"`).join(", ");
    assert.ok(board.includes(`${colour}: [${paint}]`), colour);
  }
});
