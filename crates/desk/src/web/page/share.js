// @ts-check
// Takes a position or game out of the page: a link, pictures, records in every format, the position text.

import { get, post } from "./api.js";
import { button, fill, h, say } from "./dom.js";
import { address } from "./link.js";
import { t, why } from "./texts.js";

const LONGEST_LINK = 2000;

/** Lets the browser save a file. @param {string} name @param {string} type @param {BlobPart} text */
export function download(name, type, text) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = h("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Copies a text; where that is not allowed, it is selected in its field. @param {HTMLInputElement} field @param {HTMLElement} said */
async function copy(field, said) {
  try {
    await navigator.clipboard.writeText(field.value);
    say(said, t("share.copied"));
  } catch {
    field.select();
    say(said, document.execCommand("copy") ? t("share.copied") : t("share.copyByHand"));
  }
}

/**
 * Shows what can be done with a position. Its `moves` go along; `extra` are its position text, the games for records, and the
 * tree.
 * @param {HTMLElement} host
 * @param {import("./types").GameLine} position
 * @param {{text?: string, records?: import("./types").PageRecord[], tree?: import("./tree.js").Tree}} [extra]
 */
export async function shareMenu(host, position, extra = {}) {
  const said = h("p", { class: "faint", role: "status" });
  /** @param {string} id @param {string} label @param {string} value */
  const copied = (id, label, value) => {
    const field = h("input", { id, value, readOnly: true, "aria-label": label, onfocus: () => field.select() });
    return h("div", { class: "copied" }, h("span", {}, label), field, button(`${id}-copy`, t("share.copy"), () => copy(field, said)));
  };
  /** @param {string} format */
  const save = async (format) => {
    try {
      const made = /** @type {import("./types").ExportedFile} */ (
        await post("/api/export", { ...position, records: extra.records, format })
      );
      download(made.name, made.type, made.text);
      say(said, t("share.saved", { name: made.name }));
    } catch (error) {
      say(said, why(error));
    }
  };
  const here = `${location.origin}${location.pathname}`;
  const turns = extra.tree?.write(false) ?? "";
  const whole = extra.tree?.write() ?? "";
  // No chat keeps a longer link whole; times and scores can be missed.
  const link = here + address("analyse", position, { tree: whole.length > LONGEST_LINK ? turns : whole });
  const text = extra.text ?? /** @type {import("./types").StateAnswer} */ (await post("/api/state", position)).state.position;
  const { formats } = /** @type {import("./types").ServerInfo} */ (await get("/api/info"));
  const written = formats.filter((format) => format.written);
  const pictures = [
    { name: "svg", title: t("share.svg") }, { name: "html", title: t("share.html") },
  ];
  const files = [...pictures, ...written].map(({ name, title }) => button("", title, () => save(name), { "data-export": name }));
  fill(host, copied("share-link", t("share.link"), link), copied("share-position", t("share.position"), text),
    turns ? copied("share-turns", t("share.turns"), turns) : null, h("p", { id: "share-files" }, t("share.files")),
    h("div", { class: "buttons", role: "group", "aria-labelledby": "share-files" }, files), said,
  );
}
