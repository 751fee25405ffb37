// @ts-check
// The rules of a game, whose pictures are boards: turns can be made on them by touch, and the one described can be shown.

import { get } from "./api.js";
import { Desk } from "./desk.js";
import { button, fill, h } from "./dom.js";
import { address, readFigure } from "./link.js";
import { Study } from "./study.js";
import { currentLanguage, t } from "./texts.js";

/** Makes a figure a board to play on. @param {HTMLElement} figure @param {number} index @returns {Promise<() => void>} */
async function enliven(figure, index) {
  const { game = "", position: text = "", next = "" } = figure.dataset;
  const { position, moves } = readFigure(text);
  const study = new Study({ game, position });
  const begin = study.tree.addLine(moves);
  const turns = next.split(" ").filter(Boolean);
  const said = h("p", { class: "problem", role: "alert" });
  const desk = new Desk({
    onDecision: (decision) => act(() => study.decide(decision)),
    why: (touched) => study.whyNot(touched),
    label: t("learn.board", { number: index + 1 }),
  });
  let shows = 0;

  const act = desk.guard(said);
  const showBegin = () => {
    shows += 1;
    return study.go(begin);
  };
  const reset = button("", t("learn.reset"), () => act(showBegin), { class: "figure-reset" });
  const showNext = async () => {
    const mine = ++shows;
    await study.go(begin);
    for (const turn of turns) {
      await new Promise((resolve) => setTimeout(resolve, 500));
      if (mine !== shows) return;
      await study.decide(turn);
    }
  };
  const play = button("", t("learn.show", { turn: turns.join(" ") }), () => act(showNext), { class: "figure-show" });
  const analyse = h("a", { class: "button", href: address("analyse", { game, position, moves }) }, t("review.analyse"));
  study.onShow = (answer, isForward) => {
    reset.disabled = study.tree.current === begin && study.partial.length === 0;
    void desk.show(answer, { isForward });
  };
  desk.isQuiet = true;
  figure.replaceChildren(desk.host, said, h("div", { class: "buttons" }, reset, turns.length > 0 ? play : null, analyse));
  await act(() => study.go(begin));
  desk.isQuiet = false;
  return () => {
    shows += 1;
    desk.close();
  };
}

/** @param {HTMLElement} host @param {import("./app.js").Route} route @param {import("./app.js").Context} context */
export async function showRules(host, route, context) {
  const name = route.path[0] ?? "";
  const page = /** @type {import("./types").RulesPage} */ (await get(`/api/rules/${encodeURIComponent(name)}?language=${currentLanguage()}`));
  const game = context.info.games.find((one) => one.name === name);
  context.setTitle(page.title);
  const article = h("article", { class: "rules" });
  article.innerHTML = page.html;
  article.querySelectorAll("table").forEach((table, index) => {
    const wide = h("div", { class: "wide", tabIndex: 0, role: "region", "aria-label": t("learn.table", { number: index + 1 }) });
    table.replaceWith(wide);
    wide.append(table);
  });
  article.querySelectorAll("pre").forEach((code, index) => {
    code.tabIndex = 0;
    code.setAttribute("role", "region");
    code.setAttribute("aria-label", t("learn.examples", { number: index + 1 }));
  });
  const links = [
    game?.lesson ? h("a", { class: "button primary", href: `#/lesson/${name}` }, t("learn.lesson")) : null,
    h("a", { class: game?.lesson ? "button" : "button primary", href: `#/?game=${encodeURIComponent(name)}` }, t("learn.play")),
    h("a", { class: "button", href: address("analyse", { game: name }) }, t("review.analyse")),
    game?.book ? h("a", { class: "button", href: `#/book/${name}` }, t("book.title")) : null,
    h("a", { class: "button", href: "#/learn" }, t("learn.title")),
  ];
  fill(host, article);
  const figures = [.../** @type {NodeListOf<HTMLElement>} */ (article.querySelectorAll("figure.live"))];
  // The page begins with the aim and a board.
  const head = h("div", { class: "rules-head" }, h("p", { class: "faint" }, t("learn.how")), h("p", { class: "buttons" }, links));
  (figures[0] ?? article.querySelector("h1"))?.after(head);
  const closings = await Promise.all(figures.map(enliven));
  return () => closings.forEach((close) => close());
}
