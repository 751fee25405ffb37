// @ts-check
// The paste box: a record in any format, a list of turns or a position text becomes a position with its tree.

import { post } from "./api.js";
import { button, fill, h, say } from "./dom.js";
import { t } from "./texts.js";
import { Tree } from "./tree.js";
import { why } from "./widgets.js";

/** @typedef {import("./types").Imported["games"][number]} ImportedGame */
/** @typedef {import("./types").Position} Position */
/** @typedef {{title: string, start: Position, tree: Tree}} Found a game that was read; its moves are the main line of the tree */

/** A text of turns without the numbers before them. @param {string} text */
export const withoutNumbers = (text) => text.replace(/(^|[\s(])\d+\.+(?=\S|\s|$)/g, "$1");

/** The tree of a game with its comments, marks and variations. @param {Pick<ImportedGame, "comment" | "turns">} game */
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
 * What a text holds, found out by trying: turns from the start of the game that is meant, perhaps with variations, else a
 * position of it, else a record.
 * @param {string} text
 * @param {{game: string, options?: Record<string, string>}} of
 * @returns {Promise<{found: Found[], notes: string[]}>}
 */
export async function understand(text, of) {
  /** @type {unknown[]} */
  const errors = [];
  const attempt = async (/** @type {() => Promise<{found: Found[], notes: string[]}>} */ how) => {
    try {
      const read = await how();
      if (read.found.length > 0) return read;
      errors.push(new Error(read.notes.join(" ")));
    } catch (error) {
      errors.push(error);
    }
    return null;
  };
  /** @param {string | null} position @param {Tree} tree */
  const check = async (position, tree) => {
    if (position === null && !tree.root.children[0]) throw new Error(t("setup.nothing"));
    const start = { game: of.game, options: of.options ?? {}, position };
    await post("/api/state", { ...start, moves: tree.main().map((node) => node.turn) });
    return { found: [{ title: "", start, tree }], notes: [] };
  };
  const read = async () => {
    const { games, notes } = /** @type {import("./types").Imported} */ (await post("/api/import", { text }));
    const found = games.map((game) => ({
      title: titleOf(game),
      start: { game: game.game, options: game.options, position: game.position },
      tree: treeOf(game),
    }));
    return { found, notes };
  };
  // Bare turns are a record in some format, too, but of another game than the one that is meant.
  const result =
    (await attempt(() => check(null, Tree.read(withoutNumbers(text))))) ??
    (await attempt(() => check(text.trim(), new Tree()))) ??
    (await attempt(read));
  if (result) return result;
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
  const list = h("div", { class: "found" });

  /** @param {Found} game */
  const take = ({ start, tree }) => {
    tree.go(tree.main().at(-1) ?? tree.root);
    onFound(start, tree);
  };
  const go = async () => {
    if (box.value.trim() === "") return;
    fill(list);
    say(said, t("setup.reading"));
    try {
      const { found, notes } = await understand(box.value, current());
      say(said, notes.join(" "));
      if (found.length === 1) return take(found[0]);
      say(said, [t("setup.games", { count: found.length }), ...notes].join(" "));
      fill(list,
        h("ul", {},
          found.map((game) =>
            h("li", {}, button("", game.title, () => take(game))),
          ),
        ),
      );
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
  return h("div", { class: "paste" }, box, h("div", { class: "buttons" }, button("paste-go", t("setup.read"), go), open), said, list);
}

/** @param {ImportedGame} game */
function titleOf(game) {
  const players = game.players.filter(Boolean).join(" – ");
  const words = [players || game.title || game.game, t("setup.turns", { count: game.turns.length }), game.result];
  return words.filter(Boolean).join(", ");
}
