// @ts-check
// Records as trees, and trees as records: what a record says of the game and of its turns goes along in the data of the
// nodes, so that whatever is opened, kept and exported is the same game. Pure.

import { Tree } from "./tree.js";

/** @typedef {import("./tree.js").Node} Node */
/** @typedef {import("./types").PageRecord} GameRecord */
/** @typedef {import("./types").Turn} RecordTurn */

/** The tree of a record. @param {GameRecord} record */
export function treeOf({ schema, title, moves, game, option, position, comment, opening, turns, result, winners, reason, loser, detail, ...about }) {
  const tree = new Tree();
  tree.root.comment = comment ?? "";
  const isPlain = Object.keys(about).length === 0 && result === "none" && !detail;
  if (!isPlain) tree.root.data = { about };
  let at = tree.root;
  for (const turn of opening ?? []) {
    at = tree.add(at, turn);
    at.data = { given: true };
  }
  at = grow(tree, at, turns);
  // How a game has ended is so only as long as its last turn is the last.
  if (!isPlain) at.data = { ...at.data, end: { result, winners, reason, loser, detail } };
  return tree;
}

/**
 * The end of turns that are added at a node, with all that is said of them. Lines that begin alike become one; the first
 * turns are the main ones.
 * @param {Tree} tree @param {Node} from @param {RecordTurn[]} turns
 */
function grow(tree, from, turns) {
  let at = from;
  for (const { turn, comment, mark, variations, ...data } of turns) {
    at = tree.add(at, turn);
    if (comment && comment !== at.comment) at.comment = at.comment ? `${at.comment}\n${comment}` : comment;
    at.mark ||= mark ?? "";
    if (Object.keys(data).length > 0) at.data ??= data;
  }
  let fork = from;
  for (const { turn, variations } of turns) {
    for (const line of variations ?? []) grow(tree, fork, line);
    fork = tree.add(fork, turn);
  }
  return at;
}

/**
 * The tree that was kept with a table, as far as it fits its turns, which stay the main line.
 * @param {string} kept
 * @param {string[]} turns
 */
export function treeOfTable(kept, turns) {
  const tree = new Tree();
  tree.addLine(turns);
  tree.merge(Tree.read(kept));
  tree.go(tree.main()[turns.length - 1] ?? tree.root);
  return tree;
}

/**
 * The record of a game that begins at a position, with all that its tree holds.
 * @param {import("./types").GameLine} start
 * @param {Tree} tree
 * @returns {GameRecord}
 */
export function recordOf({ game, options, position }, tree) {
  const main = tree.main();
  const { end } = (main.at(-1) ?? tree.root).data ?? {};
  const { about = {} } = tree.root.data ?? {};
  // A game that has gone on otherwise has only its players in common.
  const known = end ? about : about.seats ? { seats: about.seats } : {};
  // The turns of an opening have no notes.
  const isGiven = (/** @type {Node} */ { data, comment, mark, parent }) => data?.given && !comment && !mark && parent?.children.length === 1;
  const own = main.findIndex((node) => !isGiven(node));
  const opening = main.slice(0, own < 0 ? main.length : own).map(({ turn }) => turn);
  return {
    ...known, game, option: options ?? {}, position: position ?? undefined, comment: tree.root.comment || undefined, opening,
    turns: lineOf(main[opening.length]), ...end,
  };
}

/** A line with all that is said of it; each variation stands at the turn that it replaces. @param {Node | undefined} from */
export function lineOf(from) {
  /** @type {RecordTurn[]} */
  const line = [];
  for (let at = from; at; at = at.children[0]) {
    const others = at.parent?.children[0] === at ? at.parent.children.slice(1) : [];
    const { end, given, ...data } = at.data ?? {};
    line.push({ turn: at.turn, ...data, comment: at.comment || undefined, mark: /** @type {RecordTurn["mark"]} */ (at.mark || undefined), variations: others.map(lineOf) });
  }
  return line;
}

/** The names of the players, by seat. @param {Tree} tree @returns {string[]} */
export const playersOf = (tree) => (tree.root.data?.about?.seats ?? []).map((/** @type {{name: string}} */ { name }) => name);
