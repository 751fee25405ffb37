// @ts-check
// A tree of variations: turns, each with its answers, the first of which is the main one. Knows no game and no page.

/**
 * @typedef {object} Node
 * @property {number} id
 * @property {string} turn What was played to come here; empty at the root.
 * @property {string} comment
 * @property {string} mark Such as "?!".
 * @property {Record<string, any> | null} data What else a record has said of the turn, at the root of the game; see record.js.
 * @property {Node | null} parent
 * @property {Node[]} children
 * @property {Node | null} next The answer that was walked last.
 * @property {Evaluation | null} evaluation What the engine has found of the position.
 */

/** @typedef {{share: number, seat: number, depth: number, search: string}} Evaluation `share` is that of the side whose curve is drawn. */

const MARK = /^[!?]{1,2}$/;
/** A piece of a written tree: data, a turn, a mark, a comment, the begin or end of a variation. */
const TOKEN = /<[^>]*>|\{(?:\\.|[^}\\])*\}|[()]|[^\s(){}<>]+/g;

export class Tree {
  constructor() {
    this.count = 0;
    this.root = this.make("", null);
    this.current = this.root;
  }

  /** @param {string} turn @param {Node | null} parent @returns {Node} */
  make(turn, parent) {
    return { id: this.count++, turn, comment: "", mark: "", data: null, parent, children: [], next: null, evaluation: null };
  }

  /** The answer with this turn, new if there was none. @param {Node} node @param {string} turn */
  add(node, turn) {
    let child = node.children.find((one) => one.turn === turn);
    if (!child) {
      child = this.make(turn, node);
      node.children.push(child);
    }
    return child;
  }

  /** Adds turns one after another and returns the last node. @param {string[]} turns @param {Node} [from] */
  addLine(turns, from = this.root) {
    return turns.reduce((node, turn) => this.add(node, turn), from);
  }

  /** Goes to a node, so that walking forward from above leads here again. @param {Node} node */
  go(node) {
    this.current = node;
    for (let at = node; at.parent; at = at.parent) at.parent.next = at;
    return node;
  }

  /** The nodes from the first turn to this one. @param {Node} [node] */
  path(node = this.current) {
    /** @type {Node[]} */
    const nodes = [];
    for (let at = node; at.parent; at = at.parent) nodes.unshift(at);
    return nodes;
  }

  /** The turns that lead to a node. @param {Node} [node] */
  turns(node = this.current) {
    return this.path(node).map((one) => one.turn);
  }

  /** The line that is walked: from the root through the current node to its end. */
  line() {
    const nodes = [this.root, ...this.path()];
    for (let at = forward(this.current); at; at = forward(at)) nodes.push(at);
    return nodes;
  }

  /** The main line, without the root. */
  main() {
    /** @type {Node[]} */
    const nodes = [];
    for (let at = this.root.children[0]; at; at = at.children[0]) nodes.push(at);
    return nodes;
  }

  /** The node that a key leads to from the current one. @param {"back" | "forward" | "first" | "last" | "previous" | "following"} step */
  step(step) {
    const { current } = this;
    const line = this.line();
    switch (step) {
      case "back":
        return current.parent ?? current;
      case "forward":
        return forward(current) ?? current;
      case "first":
        return this.root;
      case "last":
        return line[line.length - 1];
      default: {
        const siblings = current.parent?.children ?? [current];
        const by = step === "previous" ? -1 : 1;
        return siblings[siblings.indexOf(current) + by] ?? current;
      }
    }
  }

  /** Whether a node belongs to the main line. @param {Node} node */
  isMain(node) {
    for (let at = node; at.parent; at = at.parent) if (at.parent.children[0] !== at) return false;
    return true;
  }

  /** Makes the nearest variation that holds this node the main one of its fork. @param {Node} node */
  promote(node) {
    for (let at = node; at.parent; at = at.parent) {
      const { children } = at.parent;
      if (children[0] !== at) {
        children.splice(children.indexOf(at), 1);
        children.unshift(at);
        return;
      }
    }
  }

  /** Deletes a node and what follows; who stood in it stands before it. Answers how to have it back. @param {Node} node */
  remove(node) {
    const { parent } = node;
    if (!parent) return () => {};
    if (this.path().includes(node)) this.current = parent;
    const index = parent.children.indexOf(node);
    parent.children.splice(index, 1);
    if (parent.next === node) parent.next = null;
    return () => {
      if (!parent.children.some((other) => other.turn === node.turn)) parent.children.splice(index, 0, node);
    };
  }

  /** Takes over the turns, comments and marks of another tree from the same start. @param {Tree} other */
  merge(other) {
    /** @type {[Node, Node][]} */
    const open = [[this.root, other.root]];
    for (let pair = open.pop(); pair; pair = open.pop()) {
      const [mine, theirs] = pair;
      mine.comment ||= theirs.comment;
      mine.mark ||= theirs.mark;
      mine.data ??= theirs.data;
      for (const child of theirs.children) open.push([this.add(mine, child.turn), child]);
    }
  }

  /** All nodes with turns. */
  *nodes() {
    const open = [this.root];
    for (let node = open.pop(); node; node = open.pop()) {
      if (node.parent) yield node;
      open.push(...node.children);
    }
  }

  /**
   * The tree as text: `e5 ?! {a comment} (d4 f6) d5`. A variation stands behind the turn that it replaces.
   * @param {boolean} [isWhole] whether the data go along, too
   */
  write(isWhole = true) {
    /** @type {string[]} */
    const words = [];
    writeNotes(this.root, words, isWhole);
    writeAnswers(this.root, words, isWhole);
    let [text, gap] = ["", ""];
    for (const word of words) {
      text += (word === ")" ? "" : gap) + word;
      gap = word === "(" ? "" : " ";
    }
    return text;
  }

  /** The tree of such a text. @param {string} text */
  static read(text) {
    const tree = new Tree();
    let at = tree.root;
    /** @type {Node[]} */
    const forks = [];
    for (const word of text.match(TOKEN) ?? []) {
      if (word === "(") {
        forks.push(at);
        at = at.parent ?? at;
      } else if (word === ")") {
        at = forks.pop() ?? at;
      } else if (word.startsWith("{")) {
        at.comment = word.slice(1, -1).replace(/\\(.)/g, (_, sign) => (sign === "n" ? "\n" : sign)).trim();
      } else if (word.startsWith("<")) {
        at.data = dataOf(word.slice(1, -1));
      } else if (MARK.test(word)) {
        at.mark = word;
      } else {
        at = tree.add(at, word);
      }
    }
    return tree;
  }
}

/** @param {Node} node @returns {Node | undefined} */
const forward = (node) => node.next ?? node.children[0];

/** A comment as it is written. @param {Node} node */
export const writtenComment = ({ comment }) => comment.trim();

/** @param {string} text */
function dataOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Brackets would end the comment, a `>` the data. @param {Node} node @param {string[]} words @param {boolean} isWhole */
function writeNotes({ mark, comment, data }, words, isWhole) {
  if (MARK.test(mark)) words.push(mark);
  if (comment.trim()) words.push(`{${comment.trim().replace(/[{}\\]/g, "\\$&").replace(/\n/g, "\\n")}}`);
  if (data && isWhole) words.push(`<${JSON.stringify(data).replace(/[<>]/g, (sign) => (sign === "<" ? "\\u003c" : "\\u003e"))}>`);
}

/** @param {Node} from @param {string[]} words @param {boolean} isWhole */
function writeAnswers(from, words, isWhole) {
  for (let node = from; node.children.length > 0; node = node.children[0]) {
    const [first, ...others] = node.children;
    words.push(first.turn);
    writeNotes(first, words, isWhole);
    for (const other of others) {
      words.push("(", other.turn);
      writeNotes(other, words, isWhole);
      writeAnswers(other, words, isWhole);
      words.push(")");
    }
  }
}
