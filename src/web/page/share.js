// @ts-check
// Takes a position or game out of the page: a link, pictures, records in every format, the position text.

import { get, post } from "./api.js";
import { button, fill, h, say } from "./dom.js";
import { address } from "./link.js";
import { t } from "./texts.js";
import { why } from "./widgets.js";

/** Lets the browser save a file. @param {string} name @param {string} type @param {string} text */
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
 * Shows what can be done with a position. Its `moves` go along; `extra` are the players of a game, the seat that gave up or
 * ran out of time, its position text, its line with comments and variations for records, and the text of its tree.
 * @param {HTMLElement} host
 * @param {import("./types").Position} position
 * @param {{players?: string[], resigned?: number, text?: string, line?: import("./types").ExportTurn[], tree?: string}} [extra]
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
      const made = /** @type {import("./types").Exported} */ (
        await post("/api/export", { ...position, players: extra.players, resigned: extra.resigned, line: extra.line, format })
      );
      download(made.name, made.type, made.text);
      say(said, t("share.saved", { name: made.name }));
    } catch (error) {
      say(said, why(error));
    }
  };
  const here = `${location.origin}${location.pathname}`;
  // The turns up to here go along anyway.
  const tree = extra.tree === position.moves?.join(" ") ? "" : (extra.tree ?? "");
  const link = here + address("analyse", position, { tree });
  const text = extra.text ?? /** @type {import("./types").StateAnswer} */ (await post("/api/state", position)).state.position;
  const { formats } = /** @type {import("./types").Info} */ (await get("/api/info"));
  const written = formats.filter((format) => format.written);
  const pictures = [
    { name: "svg", title: t("share.svg") }, { name: "html", title: t("share.html") },
  ];
  const files = [...pictures, ...written].map(({ name, title }) => button("", title, () => save(name), { "data-export": name }));
  fill(host, copied("share-link", t("share.link"), link), copied("share-position", t("share.position"), text),
    extra.tree ? copied("share-turns", t("share.turns"), extra.tree) : null, h("p", { id: "share-files" }, t("share.files")),
    h("div", { class: "buttons", role: "group", "aria-labelledby": "share-files" }, files), said,
  );
}
