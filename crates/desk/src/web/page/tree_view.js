// @ts-check
// Shows a tree of variations as nested lists, with comments, and what can be done with the turn one stands on.

import { button, h } from "./dom.js";
import { joinComment, splitComment } from "./drawn.js";
import { t } from "./texts.js";

/** @typedef {import("./tree.js").Node} Turn */

/** The marks that can be set, and what they are called. @type {[string, string][]} */
const MARKS = [["!!", "excellent"], ["!", "good"], ["!?", "interesting"], ["?!", "doubtful"], ["?", "mistake"], ["??", "blunder"]];

export class TreeView {
  /** @param {import("./tree.js").Tree} tree @param {(node: Turn) => void} onGo @param {() => void} onChange the tree has been changed here */
  constructor(tree, onGo, onChange) {
    this.tree = tree;
    this.onGo = onGo;
    this.onChange = onChange;
    /** @type {Map<Turn, HTMLButtonElement>} */
    this.buttons = new Map();
    this.list = h("div", { id: "tree", class: "tree-host", role: "group", "aria-label": t("analyse.tree") });
    this.comment = h("textarea", { id: "comment", rows: 2, "aria-label": t("analyse.comment"), placeholder: t("analyse.comment") });
    this.comment.addEventListener("input", () => {
      // What is drawn stands in the comment, too, and is not to be read.
      this.tree.current.comment = joinComment(this.comment.value, splitComment(this.tree.current.comment).drawn);
      this.renderComment(this.tree.current);
      this.onChange();
    });
    this.promote = button("promote", t("analyse.promote"), () => this.change(() => this.tree.promote(this.tree.current)));
    this.delete = button("delete", t("analyse.delete"), () => this.remove());
    this.restore = button("restore", t("analyse.restore"), () => {}, { hidden: true });
    this.marks = MARKS.map(([mark, name]) =>
      button(`mark-${name}`, mark, () => this.setMark(mark), { class: "mark", "aria-label": t(`mark.${name}`), title: t(`mark.${name}`) }),
    );
    const marking = h("div", { class: "buttons marking", role: "group", "aria-label": t("analyse.mark") }, this.marks);
    this.host = h(
      "div", { class: "tree-view" }, this.list, this.comment, marking, h("div", { class: "buttons" }, this.promote, this.delete, this.restore),
    );
    this.render();
  }

  /** @param {() => void} how */
  change(how) {
    how();
    this.render();
    this.onChange();
    this.onGo(this.tree.current);
  }

  /** Marks the turn on which one stands; the same mark again takes it away. @param {string} mark */
  setMark(mark) {
    const { current } = this.tree;
    current.mark = current.mark === mark ? "" : mark;
    this.render();
    this.onChange();
  }

  /** Deletes the turn on which one stands; as long as the page is there it can be had back. */
  remove() {
    const removed = this.tree.current;
    const back = this.tree.remove(removed);
    this.restore.hidden = false;
    this.restore.onclick = () => {
      back();
      this.restore.hidden = true;
      this.change(() => this.tree.go(removed));
    };
    this.change(() => {});
  }

  /** Shows the tree anew, after turns have come or gone. */
  render() {
    const hadFocus = this.list.contains(document.activeElement);
    this.buttons.clear();
    const first = this.tree.root.children[0];
    const begin = this.makeTurn(this.tree.root, t("analyse.start"));
    this.list.replaceChildren(begin);
    this.list.append(first ? this.makeLine(this.tree.root.children, 1, true) : h("p", { class: "faint" }, t("analyse.noTurns")));
    this.mark(hadFocus);
  }

  /**
   * A line and the variations at each of its turns; `answers` are those at its first.
   * @param {Turn[]} answers
   * @param {number} number
   * @param {boolean} [isMain]
   */
  makeLine(answers, number, isMain = false) {
    const list = h("ol", { class: isMain ? "tree" : "tree variation" });
    for (let turns = answers; turns.length > 0; turns = turns[0].children, number++) {
      const item = h("li", {}, this.makeTurn(turns[0], `${number}. ${turns[0].turn}`));
      for (const other of turns.slice(1)) item.append(this.makeLine([other], number));
      list.append(item);
    }
    return list;
  }

  /** @param {Turn} node @param {string} text */
  makeTurn(node, text) {
    const made = button("", text, () => this.onGo(node), { class: "turn", tabIndex: -1 });
    if (node.mark) made.append(h("b", { class: "sign" }, node.mark));
    this.buttons.set(node, made);
    return h("span", { class: "turn-and-comment" }, made, h("span", { class: "comment" }, shown(node)));
  }

  /** @param {Turn} node */
  renderComment(node) {
    const comment = this.buttons.get(node)?.nextElementSibling;
    if (comment) comment.textContent = shown(node);
  }

  /** Shows on which turn one stands. @param {boolean} [hadFocus] whether the focus is in the list */
  mark(hadFocus = this.list.contains(document.activeElement)) {
    const { current } = this.tree;
    for (const [node, made] of this.buttons) {
      const isHere = node === current;
      made.setAttribute("aria-current", String(isHere));
      made.tabIndex = isHere ? 0 : -1;
      if (isHere && hadFocus) made.focus();
      if (isHere) scrollWithin(this.list, made);
    }
    const { text } = splitComment(current.comment);
    if (this.comment.value.trim() !== text.trim()) this.comment.value = text;
    this.marks.forEach((made, index) => {
      made.disabled = current.parent === null;
      made.setAttribute("aria-pressed", String(current.mark === MARKS[index][0]));
    });
    this.promote.disabled = this.tree.isMain(current);
    this.delete.disabled = current.parent === null;
  }
}

/** What is read of a comment; what is drawn on the board besides is told by a sign. @param {Turn} node */
function shown({ comment }) {
  const { text, drawn } = splitComment(comment);
  return [drawn.length > 0 ? t("drawn.sign") : "", text].filter(Boolean).join(" ");
}

/**
 * Scrolls a list so that an element of it is seen; the page itself stays where it is.
 * @param {HTMLElement} list
 * @param {HTMLElement} shown
 */
export function scrollWithin(list, shown) {
  const [outer, inner] = [list.getBoundingClientRect(), shown.getBoundingClientRect()];
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top + 8;
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom + 8;
}
