// As much of a document as the parts of the page need that only say and show something.

export class Fake {
  constructor(tag) {
    this.tag = tag;
    this.children = [];
    this.text = "";
    this.dataset = {};
    this.attributes = new Map();
    this.classList = { toggle: () => {}, add: () => {}, remove: () => {}, contains: () => false };
    this.style = { setProperty: () => {} };
    this.id = "";
    this.className = "";
    this.onclick = null;
    this.hidden = false;
  }
  append(...children) {
    this.children.push(...children);
    for (const child of children) if (child instanceof Fake) child.parent = this;
  }
  remove() {
    const { children } = this.parent;
    children.splice(children.indexOf(this), 1);
  }
  replaceChildren(...children) {
    this.children = children;
    this.text = "";
  }
  addEventListener() {}
  contains() {
    return false;
  }
  setAttribute(name, value) {
    this.attributes.set(name, value);
  }
  removeAttribute(name) {
    this.attributes.delete(name);
  }
  get textContent() {
    return this.text + this.children.map((child) => (typeof child === "string" ? child : child.textContent)).join("");
  }
  set textContent(text) {
    this.children = [];
    this.text = text;
  }
  get innerHTML() {
    return this.children.map((child) => (typeof child === "string" ? child : `<${child.tag} ${child.id}>${child.textContent}`)).join("");
  }
  get childNodes() {
    return this.children;
  }
}

globalThis.Node = Fake;
globalThis.document = { documentElement: new Fake("html"), createElement: (tag) => new Fake(tag), createElementNS: (_, tag) => new Fake(tag), activeElement: null, getElementById: () => null };
