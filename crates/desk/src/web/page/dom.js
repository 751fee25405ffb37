// @ts-check
// Makes elements: h("button", { id: "undo", onclick: undo }, "Undo").

/**
 * @typedef {string | number | Node | null | undefined | false} Child
 * @typedef {Record<string, unknown>} Properties
 */

/**
 * An element with properties, attributes (`aria-…`, `data-…`, `role`, …), listeners (`on…`) and children.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Properties} [properties]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (key === "class") made.className = String(value);
    else if (key in made && !key.includes("-")) Reflect.set(made, key, value);
    else made.setAttribute(key, value === true ? "" : String(value));
  }
  made.append(...kept(children));
  return made;
}

/**
 * What there is of some children.
 * @param {(Child | Child[])[]} children
 * @returns {(string | Node)[]}
 */
function kept(children) {
  return children.flat().flatMap((child) => {
    if (child === null || child === undefined || child === false) return [];
    return [child instanceof Node ? child : String(child)];
  });
}

/**
 * Replaces what is in an element, unless it shows the same words already (so that nothing is read out twice).
 * @param {HTMLElement} host
 * @param {string} text
 */
export function say(host, text) {
  if (host.textContent !== text) host.textContent = text;
}

/**
 * Replaces the children of an element; what has the focus keeps it if an element with the same id comes back.
 * @param {HTMLElement} host
 * @param {...(Child | Child[])} children
 */
export function fill(host, ...children) {
  const focused = host.contains(document.activeElement) ? document.activeElement?.id : undefined;
  host.replaceChildren(...kept(children));
  if (focused) document.getElementById(focused)?.focus();
}

/**
 * As `fill`, but leaves alone what would look the same: a click that has begun is not lost. Listeners must not hold on to
 * anything that the look does not tell.
 * @param {HTMLElement} host
 * @param {...(Child | Child[])} children
 */
export function refill(host, ...children) {
  const made = document.createElement("div");
  made.append(...kept(children));
  if (made.innerHTML !== host.innerHTML) fill(host, ...made.childNodes);
}

/**
 * A button.
 * @param {string} id
 * @param {string} text
 * @param {(event: MouseEvent) => void} onclick
 * @param {Properties} [properties]
 */
export function button(id, text, onclick, properties = {}) {
  return h("button", { type: "button", id: id || undefined, onclick, ...properties }, text);
}

/**
 * Shows a dialog. It goes when it is closed, also by going back, which stays on the page.
 * @param {HTMLDialogElement} dialog
 * @param {() => void} [onClosed]
 */
export function showDialog(dialog, onClosed = () => {}) {
  document.body.append(dialog);
  dialog.showModal();
  history.pushState({ isDialog: true }, "");
  const onBack = () => dialog.close();
  window.addEventListener("popstate", onBack, { once: true });
  dialog.addEventListener("close", () => {
    window.removeEventListener("popstate", onBack);
    dialog.remove();
    if (!history.state?.isDialog) return onClosed();
    // Closed otherwise, it leaves no step in the history.
    window.addEventListener("popstate", onClosed, { once: true });
    history.back();
  });
}

/**
 * A question with two answers; resolves to whether it was answered with yes.
 * @param {string} question
 * @param {string} yes
 * @param {string} no
 * @returns {Promise<boolean>}
 */
export function ask(question, yes, no) {
  return new Promise((resolve) => {
    const answer = (/** @type {string} */ value) => () => dialog.close(value);
    const dialog = h(
      "dialog",
      { id: "sure", "aria-labelledby": "sure-question" },
      h("p", { id: "sure-question" }, question),
      h("div", { class: "buttons" }, button("sure-yes", yes, answer("yes"), { class: "primary" }), button("sure-no", no, answer("no"))),
    );
    showDialog(dialog, () => resolve(dialog.returnValue === "yes"));
  });
}
