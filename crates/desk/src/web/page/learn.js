// @ts-check
// What there is to learn from: rules, puzzles, the opening book; and which of them an address asks for.

import { showBook } from "./book.js";
import { fill, h } from "./dom.js";
import { familiesOf, familyName } from "./families.js";
import { address } from "./link.js";
import { dueCount } from "./practice.js";
import { splitTitle } from "./names.js";
import { showPuzzles } from "./puzzles.js";
import { showRules } from "./rules.js";
import { plural, t } from "./texts.js";
import { part } from "./widgets.js";

/** @type {Record<string, import("./app.js").Page["show"]>} */
const PAGES = { rules: showRules, puzzles: showPuzzles, book: showBook, learn: showOverview };

/** @type {import("./app.js").Page["show"]} */
export const show = (host, route, context) => (PAGES[route.name] ?? showOverview)(host, route, context);

/** @param {HTMLElement} host @param {import("./app.js").Route} _route @param {import("./app.js").Context} context */
async function showOverview(host, _route, { info, setTitle }) {
  setTitle(t("learn.title"));
  const card = (/** @type {import("./types").GameInfo} */ game) => {
    const [name, about] = splitTitle(game);
    const link = (/** @type {string} */ href, /** @type {string} */ text, isFirst = false) =>
      h("a", { class: isFirst ? "button primary" : "button", href, "aria-label": `${text}: ${name}` }, text);
    return h("li", { class: "lesson" }, h("h2", {}, name), h("p", { class: "faint" }, about),
      h("div", { class: "buttons" },
        game.lesson > 0 ? link(`#/lesson/${game.name}`, t("learn.lesson"), true) : null, link(`#/rules/${game.name}`, t("learn.rules")),
        game.puzzles > 0 ? link(`#/puzzles/${game.name}`, t("learn.puzzles", { count: game.puzzles })) : null,
        game.book ? link(`#/book/${game.name}`, t("book.title")) : null, link(address("analyse", { game: game.name }), t("review.analyse")),
      ),
    );
  };
  const withPuzzles = familiesOf(info.games).filter(({ name, games }) => games.some((game) => game.name === name && game.puzzles > 0));
  const days = withPuzzles.map((family) => h("a", { class: "button", href: `#/puzzles/${family.name}/day` }, familyName(family)));
  const daily = h("nav", { id: "daily", class: "buttons", "aria-label": t("learn.daily") }, h("span", {}, t("learn.daily")), days);
  const again = h("p", { hidden: true });
  void dueCount().then((due) => {
    again.hidden = due === 0;
    fill(again, due > 0 && h("a", { class: "button primary", id: "repeat", href: "#/mistakes" }, plural("mistakes.due", due)));
  });
  fill(host, h("h1", {}, t("learn.title")), h("p", {}, t("learn.about")), again, daily, h("ul", { class: "lessons" }, info.games.map(card)),
    part(
      t("learn.tipsTitle"), h("ul", {}, ["tipTouch", "tipKeys", "tipAnalyse", "tipReview"].map((key) => h("li", {}, t(`learn.${key}`)))),
    ),
  );
}
