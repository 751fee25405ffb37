// @ts-check
// Brings together what several tabs, or people, have done to one tree of variations since they last had the same. What either
// has added stays; what either has deleted goes, unless the other has changed it or added to it. Pure.

import { joinComment, mergeDrawn, splitComment } from "./drawn.js";
import { writtenComment } from "./tree.js";

/** @typedef {import("./tree.js").Node} Node */
/** @typedef {import("./tree.js").Tree} Tree */

/** @param {Node | null | undefined} node @returns {Map<string, Node>} */
const answers = (node) => new Map((node?.children ?? []).map((child) => [child.turn, child]));

/**
 * The nodes of a tree that differ from the base, and those on the way to them.
 * @param {Tree} tree @param {Tree} base
 */
function changedNodes(tree, base) {
  /** @type {[Node, Node | undefined][]} */
  const pairs = [[tree.root, base.root]];
  for (const [node, before] of pairs) {
    const known = answers(before);
    for (const child of node.children) pairs.push([child, known.get(child.turn)]);
  }
  /** @type {Set<Node>} */
  const changed = new Set();
  // The end of a line comes before its beginning.
  for (const [node, before] of pairs.reverse()) {
    const isNew = !before || writtenComment(node) !== writtenComment(before) || node.mark !== before.mark;
    if (isNew || node.children.some((child) => changed.has(child))) changed.add(node);
  }
  return changed;
}

/** Longer texts are put one after the other, in words of one times words of the other. */
const MOST = 1e6;

/**
 * What two have made of one text, by words: both changes where they do not meet, else all words of both.
 * @param {string} base @param {string} mine @param {string} theirs
 */
export function mergeTexts(base, mine, theirs) {
  if (mine === theirs || theirs === base) return mine;
  if (mine === base) return theirs;
  const [old, a, b] = [base, mine, theirs].map((text) => text.split(" ").filter(Boolean));
  const [first, second] = [changeOf(old, a), changeOf(old, b)].sort((one, other) => one.from - other.from || one.to - other.to);
  const [from, to] = [first.from, Math.max(first.to, second.to)];
  const whole = (/** @type {typeof first} */ one) => [...old.slice(from, one.from), ...one.words, ...old.slice(one.to, to)];
  const isApart = first.from < second.from && first.to <= second.from;
  const middle = isApart ? [...first.words, ...old.slice(first.to, second.from), ...second.words] : together(whole(first), whole(second));
  return [...old.slice(0, from), ...middle, ...old.slice(to)].join(" ");
}

/**
 * What two have made of one comment: of its words, and of what is drawn.
 * @param {string} base @param {string} mine @param {string} theirs
 */
export function mergeComments(base, mine, theirs) {
  if (mine === theirs || theirs === base) return mine;
  if (mine === base) return theirs;
  const [old, a, b] = [base, mine, theirs].map(splitComment);
  return joinComment(mergeTexts(old.text, a.text, b.text), mergeDrawn(old.drawn, a.drawn, b.drawn));
}

/** The shortest text that has the words of both in their order. @param {string[]} a @param {string[]} b */
function together(a, b) {
  if (a.length * b.length > MOST) return [...a, ...b];
  // How many words are common to the ends of both.
  const common = Array.from({ length: a.length + 1 }, () => new Array(b.length + 1).fill(0));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) common[i][j] = a[i] === b[j] ? 1 + common[i + 1][j + 1] : Math.max(common[i + 1][j], common[i][j + 1]);
  }
  const words = [];
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) j++, words.push(a[i++]);
    else words.push(common[i + 1][j] >= common[i][j + 1] ? a[i++] : b[j++]);
  }
  return [...words, ...a.slice(i), ...b.slice(j)];
}

/** Which part of some words became which. @param {string[]} base @param {string[]} words */
function changeOf(base, words) {
  const most = Math.min(base.length, words.length);
  let [from, end] = [0, 0];
  while (from < most && base[from] === words[from]) from++;
  while (end < most - from && base.at(-1 - end) === words.at(-1 - end)) end++;
  return { from, to: base.length - end, words: words.slice(from, words.length - end) };
}

/**
 * Takes over into one's own tree what another has made of the base. A tab that has changed nothing then has what the other has.
 * @param {Tree} base @param {Tree} mine @param {Tree} theirs
 */
export function mergeInto(base, mine, theirs) {
  const [myChanges, theirChanges] = [changedNodes(mine, base), changedNodes(theirs, base)];
  /** Nodes that are in one's own tree by now, with those of the base and of the other. @type {[Node, Node | undefined, Node | undefined][]} */
  const open = [[mine.root, base.root, theirs.root]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [node, before, other] = next;
    if (other) {
      const old = before ? writtenComment(before) : "";
      if (writtenComment(other) !== writtenComment(node)) node.comment = mergeComments(old, writtenComment(node), writtenComment(other));
      if (node.mark === (before?.mark ?? "")) node.mark = other.mark;
      node.data ??= other.data;
    }
    const [mineHere, known, others] = [answers(node), answers(before), answers(other)];
    // What is added stands behind what was there, unless somebody puts it elsewhere.
    const usual = [...[...known.keys()].filter((turn) => mineHere.has(turn)), ...[...mineHere.keys()].filter((turn) => !known.has(turn))];
    const isReordered = node.children.some(({ turn }, index) => turn !== usual[index]);
    for (const [turn, child] of mineHere) {
      if (known.has(turn) && !others.has(turn) && !myChanges.has(child)) mine.remove(child);
      else open.push([child, known.get(turn), others.get(turn)]);
    }
    for (const [turn, child] of others) {
      if (mineHere.has(turn) || (known.has(turn) && !theirChanges.has(child))) continue;
      const added = mine.add(node, turn);
      [added.comment, added.mark, added.data] = [child.comment, child.mark, child.data];
      open.push([added, known.get(turn), child]);
    }
    if (isReordered) continue;
    const place = new Map([...others.keys()].map((turn, index) => [turn, index]));
    node.children.sort((a, b) => (place.get(a.turn) ?? Infinity) - (place.get(b.turn) ?? Infinity) || 0);
  }
}
