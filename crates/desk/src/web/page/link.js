// @ts-check
// Addresses within the page that carry a position: a start and the turns from there. Pure.

/** @typedef {import("./types").GameLine} Position */

/** @param {Record<string, string>} options */
const writeOptions = (options) =>
  Object.entries(options)
    .map(([name, value]) => `${name}=${value}`)
    .join(",");

/** @param {string} text @returns {Record<string, string>} */
function readOptions(text) {
  /** @type {Record<string, string>} */
  const options = {};
  for (const part of text.split(",")) {
    const at = part.indexOf("=");
    if (at > 0) options[part.slice(0, at)] = part.slice(at + 1);
  }
  return options;
}

/**
 * The address of a route that shows a position; `extra` are more parameters, a `tree` that says no more than the moves is none.
 * @param {string} route @param {Position} position @param {Record<string, string | number>} [extra]
 */
export function address(route, position, extra = {}) {
  const query = new URLSearchParams({ game: position.game });
  if (position.options && Object.keys(position.options).length > 0) query.set("options", writeOptions(position.options));
  if (position.position) query.set("position", position.position);
  if (position.moves && position.moves.length > 0) query.set("moves", position.moves.join(" "));
  for (const [name, value] of Object.entries(extra)) {
    if (value !== "" && (name !== "tree" || value !== query.get("moves"))) query.set(name, String(value));
  }
  return `#/${route}?${query}`;
}

/** The position that an address carries. @param {URLSearchParams} query @returns {Position | null} */
export function readPosition(query) {
  const game = query.get("game");
  if (!game) return null;
  const moves = (query.get("moves") ?? "").split(/\s+/).filter(Boolean);
  return { game, options: readOptions(query.get("options") ?? ""), position: query.get("position") || null, moves };
}

/**
 * What a picture shows: `start` or a position text, and after a comma the turns from there.
 * @param {string} text
 * @returns {{position: string | null, moves: string[]}}
 */
export function readFigure(text) {
  const [begin, moves = ""] = text.split(", ");
  const isStart = begin.trim() === "" || begin.trim() === "start";
  return { position: isStart ? null : begin.trim(), moves: moves.split(" ").filter(Boolean) };
}

/** decodeURIComponent that never throws. @param {string} part */
export const decodedPart = (part) => new URLSearchParams(`=${part.replace(/[+&]/g, encodeURIComponent)}`).get("") ?? "";
