// Addresses that carry a position.
import assert from "node:assert/strict";
import { test } from "node:test";
import { address, decodedPart, readPosition } from "../../crates/desk/src/web/page/link.js";

const query = (text) => new URLSearchParams(text.split("?")[1]);

test("a position is read from the address that was made of it", () => {
  const positions = [
    { game: "zen", options: { Seats: "4", First: "black" }, position: "11/11 w - 0 seat 1", moves: ["a6-a3", "pass"] },
    { game: "gipf", options: {}, position: null, moves: ["a1-b2;xb2-b5=b3"] },
    { game: "yavalath", options: {}, position: null, moves: [] },
  ];
  for (const position of positions) assert.deepEqual(readPosition(query(address("analyse", position))), position);
});

test("more parameters are added, empty ones left out", () => {
  const text = address("analyse", { game: "yinsh" }, { tree: "e5 (d4)", ply: 3, none: "" });
  assert.equal(query(text).get("tree"), "e5 (d4)");
  assert.equal(query(text).get("ply"), "3");
  assert.equal(query(text).has("none"), false);
});

test("a badly encoded part of an address throws nothing", () => {
  assert.equal(decodedPart("%E0%A4%A"), "\ufffd%A");
  for (const part of ["", "a b", "50%", "a+b&c=d", "é/ü", "%zz"]) assert.equal(decodedPart(encodeURIComponent(part)), part);
});

test("an address without a game carries no position", () => {
  assert.equal(readPosition(new URLSearchParams("moves=e5")), null);
  assert.deepEqual(readPosition(new URLSearchParams("game=a&options=x,=y,z=1=2")).options, { z: "1=2" });
});
