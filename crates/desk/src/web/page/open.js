// @ts-check
// What an address asks to study: the game of a table, a position in the address, or one that is chosen now.

import { get } from "./api.js";
import { fill, h } from "./dom.js";
import { pasteBox } from "./import.js";
import { treeOf as keptOf } from "./kept_trees.js";
import { address, readPosition } from "./link.js";
import { playersOf, treeOf, treeOfTable } from "./record.js";
import { splitTitle } from "./names.js";
import { t } from "./texts.js";
import { Tree } from "./tree.js";
import { part } from "./widgets.js";

/**
 * @typedef {object} Opened
 * @property {import("./types").GameLine} position with the moves of the main line
 * @property {Tree} tree
 * @property {string[]} players by seat
 * @property {string | null} table whose variations these are
 * @property {import("./keeper.js").Kept} [kept] what is kept with that table
 * @property {import("./types").PageRecord[]} [before] the earlier rounds of its match
 */

/**
 * The game of a table with all that is known of it, and its variations.
 * @param {string} table
 * @returns {Promise<Opened>}
 */
export async function openTable(table) {
  const path = `/api/games/${encodeURIComponent(table)}`;
  /** @type {[import("./types").SeenGame, import("./types").Records, import("./keeper.js").Kept]} */
  const [view, { records }, kept] = await Promise.all([get(path), get(`${path}/record`), keptOf(table)]);
  const moves = view.turns.map((turn) => turn.turn);
  const tree = treeOf(records[records.length - 1]);
  tree.merge(treeOfTable(kept.text, moves));
  tree.go(tree.main()[moves.length - 1] ?? tree.root);
  const position = { game: view.game, options: view.options, position: view.start, moves };
  return { position, tree, players: view.seats.map((seat) => seat.label), table, kept, before: records.slice(0, -1) };
}

/**
 * @param {HTMLElement} host where a game is chosen if the address has none
 * @param {URLSearchParams} query
 * @param {string} route
 * @param {import("./app.js").Context} context
 * @returns {Promise<Opened | null>} null if one has to choose
 */
export async function openPosition(host, query, route, context) {
  const table = query.get("hosted");
  if (table) return openTable(table);
  const position = readPosition(query);
  if (position) {
    if (!context.info.games.some((game) => game.name === position.game)) throw new Error(t("book.unknown", { game: position.game }));
    const tree = Tree.read(query.get("tree") ?? "");
    const end = tree.addLine(position.moves ?? []);
    const ply = query.get("ply");
    tree.go(ply === null ? end : (tree.path(end)[Number(ply) - 1] ?? (ply === "0" ? tree.root : end)));
    return { position, tree, players: playersOf(tree), table: null };
  }
  chooseGame(host, route, context);
  return null;
}

/** @param {HTMLElement} host @param {string} route @param {import("./app.js").Context} context */
function chooseGame(host, route, { info, navigate }) {
  const links = info.games.map((game) =>
    h("li", {},
      h("a", { class: "game-link", href: address("analyse", { game: game.name }), "data-game": game.name },
        ...splitTitle(game).map((text, index) => h(index === 0 ? "strong" : "span", {}, text)),
      ),
    ),
  );
  const list = h("select", { id: "paste-game" }, ...info.games.map((game) => h("option", { value: game.name }, splitTitle(game)[0])));
  const paste = pasteBox(
    () => ({ game: list.value }),
    (position, tree) => navigate(address(route, { ...position, moves: tree.main().map((node) => node.turn) }, { tree: tree.write() })),
  );
  fill(host, h("h1", {}, t(route === "review" ? "review.title" : "analyse.title")),
    route === "review" ? null : part(t("analyse.choose"), h("ul", { class: "game-links" }, links)),
    part(t("setup.pasteTitle"), h("label", { class: "labelled paste-game" }, h("span", {}, t("setup.pasteGame")), list), paste),
  );
}
