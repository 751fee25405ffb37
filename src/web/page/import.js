// @ts-check
// The paste box: a record in any format, a list of turns or a position text becomes a position with its tree.

import { post } from "./api.js";
import { button, fill, h, say } from "./dom.js";
import { t } from "./texts.js";
import { Tree } from "./tree.js";
import { why } from "./widgets.js";

/** @typedef {import("./types").Imported} Imported */
/** @typedef {Imported["games"][number]} ImportedGame */
/** @typedef {import("./types").Position} Position */

/**
 * The turns in a text: without numbers before them.
 * @param {string} text
 */
export const turnsOf = (text) => text.trim().split(/\s+/).map((word) => word.replace(/^\d+\.+/, "")).filter(Boolean);

/**
 * The tree of a game with its comments, marks and variations.
 * @param {ImportedGame} game
 */
export function treeOf(game) {
  const tree = new Tree();
  tree.root.comment = game.comment ?? "";
  let at = tree.root;
  for (const { turn, comment, mark, variations } of game.turns) {
    const next = tree.add(at, turn);
    next.comment = comment ?? "";
    next.mark = mark ?? "";
    for (const variation of variations) tree.addLine(variation, at);
    at = next;
  }
  return tree;
}

/**
 * What a text holds, found out by trying: turns from the start of the game that is meant, else a position of it, else a record.
 * @param {string} text
 * @param {{game: string, options?: Record<string, string>}} of
 * @returns {Promise<Imported>}
 */
export async function understand(text, of) {
  /** @type {unknown[]} */
  const errors = [];
  const attempt = async (/** @type {() => Promise<Imported>} */ how) => {
    try {
      const found = await how();
      return found.games.length > 0 ? found : null;
    } catch (error) {
      errors.push(error);
      return null;
    }
  };
  /** @param {Position} position @returns {Promise<Imported>} */
  const check = async (position) => {
    const { state } = await post("/api/state", position);
    const turns = state.turns.map((/** @type {string} */ turn) => ({ turn, comment: null, mark: null, variations: [] }));
    return { games: [{ ...position, title: "", players: [], result: "", comment: null, turns }], notes: [] };
  };
  const base = { game: of.game, options: of.options ?? {} };
  // Bare turns are a record in some format, too, but of another game than the one that is meant.
  const found =
    (await attempt(() => check({ ...base, position: null, moves: turnsOf(text) }))) ??
    (await attempt(() => check({ ...base, position: text.trim(), moves: [] }))) ??
    (await attempt(() => post("/api/import", { text })));
  if (found) return found;
  // The refusal of what the text looks like helps most.
  const [asTurns, asPosition, asRecord] = errors;
  throw /[[{<;]/.test(text) ? asRecord : text.includes("/") ? asPosition : asTurns;
}

/**
 * @param {() => {game: string, options?: Record<string, string>}} current the game for turns and positions
 * @param {(position: Position, tree: Tree) => void} onFound
 */
export function pasteBox(current, onFound) {
  const box = h("textarea", { id: "paste", rows: 4, spellcheck: false, "aria-label": t("setup.paste"), placeholder: t("setup.pasteHint") });
  box.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void go();
  });
  const said = h("p", { id: "paste-said", role: "status" });
  const found = h("div", { class: "found" });

  /** @param {ImportedGame} game */
  const take = (game) => {
    const tree = treeOf(game);
    tree.go(tree.main().at(-1) ?? tree.root);
    onFound({ game: game.game, options: game.options, position: game.position }, tree);
  };
  const go = async () => {
    if (box.value.trim() === "") return;
    fill(found);
    say(said, t("setup.reading"));
    try {
      const { games, notes } = await understand(box.value, current());
      say(said, notes.join(" "));
      if (games.length === 1) return take(games[0]);
      say(said, [t("setup.games", { count: games.length }), ...notes].join(" "));
      fill(found, h("ul", {}, games.map((game) => h("li", {}, button("", titleOf(game), () => take(game))))));
    } catch (error) {
      say(said, why(error));
    }
  };
  const file = h("input", { type: "file", id: "paste-file", class: "unseen", onchange: () => readFile() });
  const readFile = async () => {
    box.value = (await file.files?.[0]?.text()) ?? box.value;
    await go();
  };
  const open = h("label", { class: "button", for: "paste-file" }, t("setup.file"), file);
  return h("div", { class: "paste" }, box, h("div", { class: "buttons" }, button("paste-go", t("setup.read"), go), open), said, found);
}

/** @param {ImportedGame} game */
function titleOf(game) {
  const players = game.players.filter(Boolean).join(" – ");
  const words = [players || game.title || game.game, t("setup.turns", { count: game.turns.length }), game.result];
  return words.filter(Boolean).join(", ");
}
