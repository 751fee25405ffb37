// @ts-check
// The opening book to walk in: the decisions it has of a position, with games, results and scores.

import { post } from "./api.js";
import { Desk } from "./desk.js";
import { button, fill, h, say } from "./dom.js";
import { address } from "./link.js";
import { scoreText } from "./lines.js";
import { seatName, splitTitle } from "./names.js";
import { marksOf } from "./overlay.js";
import { Study } from "./study.js";
import { t } from "./texts.js";
import { beside, first, isTyping, percent } from "./widgets.js";

/** @typedef {import("./types").BookAnswer} BookAnswer */
/** @typedef {BookAnswer["lines"][number]} BookLine */

/** @param {HTMLElement} host @param {import("./app.js").Route} route @param {import("./app.js").Context} context */
export async function showBook(host, route, context) {
  const game = context.info.games.find((one) => one.name === route.path[0]);
  if (!game) throw new Error(t("book.unknown", { game: route.path[0] ?? "" }));
  const title = t("count", { name: t("book.title"), count: splitTitle(game)[0] });
  context.setTitle(title);
  const study = new Study({ game: game.name });
  study.tree.go(study.tree.addLine((route.query.get("moves") ?? "").split(" ").filter(Boolean)));
  const desk = new Desk({ onDecision: (text) => act(() => study.decide(text)), why: (touched) => study.whyNot(touched) });
  const said = h("p", { class: "problem", role: "alert" });
  const path = h("p", { id: "book-path", class: "row" });
  const summary = h("p", { id: "book-summary", role: "status" });
  const body = h("tbody", { id: "book-lines" });
  const back = button("book-back", t("book.back"), () => act(() => study.back()));
  const analyse = h("a", { class: "button" }, t("book.analyse"));
  let shown = 0;

  const act = desk.guard(said);
  /** @param {BookLine} line @param {number} index */
  const row = (line, index) => {
    const go = () => act(() => study.decide(line.decision));
    const point = () => desk.overlay?.showMarks(marksOf([line.described], "line", String(index + 1), 1));
    const made = h(
      "tr", { "data-decision": line.decision }, h("th", { scope: "row" }, button("", line.decision, go, { class: "turn", onfocus: point })),
      h("td", {}, line.games > 0 ? String(line.games) : "–"), h("td", {}, line.games > 0 ? percent(line.points / line.games) : "–"),
      h("td", {}, scoreText(line)),
    );
    made.addEventListener("mouseenter", point);
    made.addEventListener("click", (event) => event.target instanceof HTMLButtonElement || go());
    return made;
  };
  const heads = ["decision", "games", "result", "score"].map((key) => h("th", { scope: "col" }, t(`book.${key}`)));
  const table = h("table", { class: "book" }, h("thead", {}, h("tr", {}, heads)), body);

  study.onShow = async (answer, isForward) => {
    const mine = ++shown;
    const moved = desk.show(answer, { isForward });
    const { moves } = study.position();
    history.replaceState(history.state, "", `#/book/${game.name}${moves.length > 0 ? `?${new URLSearchParams({ moves: moves.join(" ") })}` : ""}`);
    back.disabled = moves.length === 0;
    analyse.href = address("analyse", study.position());
    const nodes = study.tree.path();
    fill(path,
      button("", t("book.start"), () => act(() => study.go(study.tree.root)), {
        class: "turn",
        "aria-current": String(moves.length === 0),
      }),
      nodes.map((node, index) =>
        button("", `${index + 1}. ${node.turn}`, () => act(() => study.go(node)), {
          class: "turn",
          "aria-current": String(index === nodes.length - 1),
        }),
      ),
    );
    const { lines } = /** @type {BookAnswer} */ (await post("/api/book", study.position()));
    await moved;
    if (mine !== shown) return;
    const marks = () =>
      desk.overlay?.showMarks(
        lines.flatMap((line, index) => marksOf([line.described], "line", String(index + 1), 1 - index / lines.length)),
      );
    table.onmouseleave = marks;
    marks();
    fill(body, lines.map(row));
    // A book that was searched, not played, knows of no games.
    table.classList.toggle("without-games", lines.every((line) => line.games === 0));
    table.hidden = lines.length === 0;
    const seat = answer.state.seats.find((one) => one.seat === answer.state.decides);
    say(summary, lines.length === 0 ? t("book.none") : t("book.forWhom", { count: lines.length, name: seat ? seatName(seat) : "" }));
  };
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    if (isTyping(event) || event.defaultPrevented || event.key !== "ArrowLeft") return;
    event.preventDefault();
    act(() => study.back());
  };
  document.addEventListener("keydown", onKey);
  const about = h("p", { class: "faint" }, t("book.about"));
  const buttons = h("div", { class: "buttons" }, back, analyse);
  fill(host, beside([desk.host], first(h("h1", {}, title), about, path, said, summary, h("div", { class: "wide" }, table), buttons)));
  await act(() => study.open());
  return () => {
    document.removeEventListener("keydown", onKey);
    desk.close();
  };
}
