// Every word that the page shows stands in the file of its language, and nothing else does.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const folder = new URL("../../crates/desk/src/web/page/", import.meta.url);
const scripts = readdirSync(folder).filter((name) => name.endsWith(".js"));
const source = scripts.map((name) => readFileSync(new URL(name, folder), "utf8")).join("\n");
const texts = (name) => JSON.parse(readFileSync(new URL(`texts/${name}`, folder), "utf8")).texts;
const english = texts("en.json");
const all = (pattern) => [...source.matchAll(pattern)].map(([, key]) => key);

test("every key that is asked for has words", () => {
  for (const key of all(/\bt\(\s*"([\w.-]+)"/g)) assert.ok(key in english, key);
  for (const key of all(/\bplural\(\s*"([\w.-]+)"/g)) assert.ok(`${key}.other` in english, key);
});

test("all words are asked for, if by the beginning of their key", () => {
  const beginnings = [...all(/`([\w.-]+\.)\$\{/g), ...all(/\bplural\(\s*"([\w.-]+)"/g)];
  for (const key of Object.keys(english)) {
    assert.ok(source.includes(`"${key}"`) || beginnings.some((beginning) => key.startsWith(beginning)), key);
  }
});

test("other languages have words for the same keys, with the same values in them", () => {
  const values = (text) => [...text.matchAll(/\{~?(\w+)\}/g)].map(([, name]) => name).sort();
  for (const name of readdirSync(new URL("texts/", folder)).filter((file) => file !== "en.json")) {
    const other = texts(name);
    for (const [key, text] of Object.entries(english)) assert.deepEqual(values(other[key] ?? ""), values(text), `${name}: ${key}`);
  }
});
