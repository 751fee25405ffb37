// @ts-check
// The review of a game: what each turn gave away, what would have been better, where the game turned.

import { stream } from "./api.js";
import { Bar, sidesOf, viewOf } from "./bar.js";
import { Desk } from "./desk.js";
import { splitComment } from "./drawn.js";
import { button, fill, h, say } from "./dom.js";
import { Graph } from "./graph.js";
import { address } from "./link.js";
import { seatName } from "./names.js";
import { openPosition } from "./open.js";
import { recordOf } from "./record.js";
import { accuracyTable, annotated, markName, nextFault, writtenCurve } from "./review_words.js";
import { download, shareMenu } from "./share.js";
import { Study } from "./study.js";
import { colourName, sentence, t, why } from "./texts.js";
import { Tree } from "./tree.js";
import { scrollWithin } from "./tree_view.js";
import { beside, choose, first, isTyping, labelled, part, percent } from "./widgets.js";

/** @typedef {import("./types").Review} Review */
/** @typedef {import("./tree.js").Node} Node */

/** @type {[string, string][]} */
const EFFORTS = [
  ["10000", "review.quick"], ["30000", "review.usual"], ["200000", "review.thorough"],
];

/** @param {HTMLElement} host @param {import("./app.js").Route} route @param {import("./app.js").Context} context */
export async function show(host, route, context) {
  context.setTitle(t("review.title"));
  const opened = await openPosition(host, route.query, "review", context);
  if (!opened) return () => {};
  const { position, players } = opened;
  const moves = position.moves ?? [];
  const study = new Study(position, new Tree());
  study.tree.addLine(moves);
  const main = [study.tree.root, ...study.tree.main()];
  const noted = [opened.tree.root, ...opened.tree.main()];
  /** @type {Review | null} */
  let review = null;
  /** @type {{stop: () => void} | null} */
  let running = null;

  const bar = new Bar();
  const desk = new Desk({
    onDecision: (text) => act(() => study.decide(text)),
    why: (touched) => study.whyNot(touched),
    onKey: (key) => key === "n" && goFault(),
    beside: bar.host,
  });
  const graph = new Graph("curve", t("review.curve"), (index) => act(() => study.go(main[index])));
  const said = h("p", { class: "problem", role: "alert" });
  const summary = h("p", { id: "review-turn", role: "status" });
  const better = h("div", { class: "row", id: "better" });
  const marks = h("ol", { id: "marks", class: "tree marks-list" });
  const progress = h("progress", { id: "review-progress", max: 1, value: 0, hidden: true, "aria-label": t("review.progress") });
  const effort = choose("review-effort", EFFORTS.map(([nodes, key]) => [nodes, t(key)]), "30000", () => {
    stop();
    begin();
  });
  const start = button("review-start", t("review.start"), () => (running ? stop() : begin()), { class: "primary", disabled: moves.length === 0 });
  const next = button("next-fault", t("review.next"), () => goFault(), { disabled: true, "aria-keyshortcuts": "n" });
  const table = h("div", { class: "wide", role: "region", tabIndex: 0, "aria-label": t("review.accuracy"), hidden: true });
  const files = h("div", { class: "share" });
  const analyseLink = h("a", { class: "button" }, t("review.analyse"));

  const act = desk.guard(said);
  const indexOf = (/** @type {Node} */ node) => main.indexOf(node);
  /** The number of the turn on which one stands, or that the variation on which one stands replaces. */
  const nowIndex = () => {
    let node = study.tree.current;
    let isOff = 0;
    for (; indexOf(node) < 0 && node.parent; node = node.parent) isOff = 1;
    return Math.min(moves.length, indexOf(node) + isOff);
  };

  const turns = moves.map((turn, index) => {
    const go = () => act(() => study.go(main[index + 1]));
    const made = button("", `${index + 1}. ${turn}`, go, { class: "turn", tabIndex: index === 0 ? 0 : -1 });
    marks.append(h("li", {}, made));
    return made;
  });

  const showCurve = () => {
    const points = main.map((node, at) => {
      const mark = review?.turns[at - 1]?.mark;
      return { share: review?.curve[at] ?? null, label: node.turn, mark, turning: review?.turningPoints.includes(at) };
    });
    graph.show(points, nowIndex(), 1 / sides());
  };
  const sides = () => (study.answer ? sidesOf(study.answer.state) : 2);

  /** What is said of the turn that led here. */
  const showTurn = () => {
    const index = nowIndex();
    const turn = review?.turns[index - 1];
    const isOff = indexOf(study.tree.current) < 0;
    better.replaceChildren();
    if (!turn)
      return say(summary, index === 0 ? t("review.beginning") : t("review.turn", { number: index, turn: moves[index - 1], mark: "" }));
    const words = [t("review.turn", { number: index, turn: turn.turn, mark: turn.mark ? `${turn.mark} (${markName(turn.mark)})` : "" })];
    const name = colourName(study.answer?.state.seats.find((one) => one.seat === turn.seat)?.colour ?? "white");
    const [before, after] = [percent(turn.before), percent(turn.after)];
    // What is said adds up.
    const lost = parseInt(before) - parseInt(after);
    words.push(lost > 0 ? t("review.gave", { name, before, after, loss: percent(lost / 100) }) : t("review.kept", { name, after }));
    if (turn.gaveAway) words.push(t(turn.gaveAway === "win" ? "review.gaveWin" : "review.gaveDraw"));
    else if (turn.winMissed && turn.mate !== null)
      words.push(turn.mate === 1 ? t("review.missedNow") : t("review.missed", { plies: turn.mate }));
    else if (turn.proved) words.push(t("review.proved"));
    say(summary, words.join(" "));
    if (turn.best === turn.turn || lost <= 0) return;
    const line = turn.pv.length > 0 ? turn.pv : [turn.best];
    const walk = (/** @type {number} */ count) => act(() => study.go(study.tree.addLine(line.slice(0, count), main[index - 1])));
    const depth = study.tree.path().length - (index - 1);
    const step = (/** @type {string} */ each, /** @type {number} */ at) => {
      const isHere = String(isOff && at + 1 === depth);
      return button("", `${index + at}. ${each}`, () => walk(at + 1), { class: "turn", "aria-current": isHere });
    };
    better.append(h("span", { class: "faint" }, t("review.better")), ...line.map(step));
  };

  study.onShow = (answer, isForward) => {
    desk.show(answer, { isForward });
    const index = nowIndex();
    turns.forEach((made, at) => {
      made.setAttribute("aria-current", String(at + 1 === index));
      made.tabIndex = at + 1 === Math.max(1, index) ? 0 : -1;
      if (at + 1 === index) scrollWithin(marks, made);
    });
    // What is drawn on the board belongs to the turns of the game.
    desk.board?.draw(study.tree.current === main[index] ? splitComment(noted[index]?.comment ?? "").drawn : []);
    const view = viewOf(answer.state, answer.state.decides ?? answer.state.seats[0].seat);
    bar.show(review && study.tree.current === main[index] ? review.curve[index] : null, seatName(view), view.colour, sides());
    showCurve();
    showTurn();
    analyseLink.href = address("analyse", { ...position, moves }, { ply: index, tree: annotated(opened.tree, review).write(), curve: review ? writtenCurve(review, sides()) : "" });
  };

  const stop = () => {
    running?.stop();
    running = null;
    progress.hidden = true;
    say(start, t("review.start"));
  };
  const begin = () => {
    progress.hidden = false;
    progress.value = 0;
    say(start, t("review.stop"));
    say(said, "");
    const onEvent = (/** @type {any} */ event) => {
      if (event.error) return say(said, sentence(event.error, event.said));
      progress.max = event.of || 1;
      progress.value = event.done;
      progress.textContent = `${event.done} / ${event.of}`;
      if (event.review) finish(event.review);
    };
    const onWait = (/** @type {boolean} */ waits) => say(said, waits ? t("analyse.waits") : "");
    const search = stream("/api/review", { ...position, moves, players, nodes: Number(effort.value) }, onEvent, { keeps: true, onWait });
    running = search;
    search.finished.catch((error) => say(said, why(error))).finally(() => running === search && stop());
  };
  /** @param {Review} found */
  const finish = (found) => {
    review = found;
    turns.forEach((made, index) => {
      const mark = found.turns[index]?.mark;
      const item = /** @type {HTMLElement} */ (made.parentElement);
      if (!mark) return;
      item.dataset.mark = mark;
      made.replaceChildren(`${index + 1}. ${moves[index]}`, h("b", { class: "sign", title: markName(mark) }, mark));
    });
    const seats = study.answer?.state.seats ?? [];
    table.hidden = false;
    const name = (/** @type {number} */ seat) => players[seat - 1] || seatName(seats[seat - 1] ?? { seat, colour: "" });
    fill(table, accuracyTable(found, name));
    next.disabled = nextFault(found, 0) === null;
    const save = () => download("review.json", "application/json", JSON.stringify(found, null, 1));
    fill(files, part(t("review.export"), shared, h("div", { class: "buttons" }, button("review-json", t("review.json"), save))));
    const fault = nextFault(found, 0);
    act(() => study.go(main[fault ?? nowIndex()]));
  };
  /** Goes to the next mistake; answers that this is what the key was for. */
  const goFault = () => {
    const found = review && nextFault(review, nowIndex());
    if (found !== null) void act(() => study.go(main[found]));
    return true;
  };
  const shared = h("div", { class: "share" });

  const onKey = (/** @type {KeyboardEvent} */ event) => {
    if (isTyping(event) || event.defaultPrevented) return;
    /** @type {Record<string, Parameters<Tree["step"]>[0]>} */
    const steps = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };
    const step = steps[event.key];
    if (step) {
      event.preventDefault();
      // Forward from the game is along the game, even after a variation has been walked.
      const target = study.tree.step(step);
      act(() => study.go(step === "forward" && indexOf(study.tree.current) >= 0 ? (main[nowIndex() + 1] ?? target) : target));
    } else if (event.key === "n") goFault();
  };
  marks.addEventListener("keydown", (event) => {
    if (["ArrowLeft", "ArrowRight"].includes(event.key)) setTimeout(() => turns[nowIndex() - 1]?.focus());
  });
  document.addEventListener("keydown", onKey);

  const none = moves.length === 0 ? h("p", {}, t("review.none")) : null;
  const row = h("div", { class: "controls-row" }, start, labelled(t("review.effort"), effort), next);
  fill(host,
    beside(
      [desk.host], first(h("h1", {}, t("review.title")), none, row, progress, said, summary, better, graph.host, table),
      part(t("review.turns"), marks), files, h("p", { class: "buttons" }, analyseLink),
    ),
  );
  const records = [...(opened.before ?? []), recordOf(position, opened.tree)];
  shareMenu(shared, { ...position, moves }, { records, tree: opened.tree }).catch((error) => say(said, why(error)));
  await act(() => study.go(main[main.length - 1]));
  if (moves.length > 0) begin();
  return () => {
    document.removeEventListener("keydown", onKey);
    desk.close();
    running?.stop();
  };
}
