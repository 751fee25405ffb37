// @ts-check
// One's own mistakes: the worst turns of a game, and those of earlier games that come again today. The position is there once
// more; one looks for a better turn, and sees what the engine would have played.

import { bestOf } from "./analyst.js";
import { get, stream } from "./api.js";
import { button, fill, h, say } from "./dom.js";
import { address } from "./link.js";
import { openTable } from "./open.js";
import { splitTitle } from "./names.js";
import { marksOf } from "./overlay.js";
import { change, practice } from "./practice.js";
import { added, dueOf, practised, seconds, worstOf } from "./repetition.js";
import { persons } from "./table_state.js";
import { colourName, currentLanguage, plural, sentence, t } from "./texts.js";
import { Trial } from "./trial.js";
import { beside, first, percent } from "./widgets.js";

/** @typedef {import("./repetition.js").Mistake} Mistake */
/** @typedef {import("./types").Review} Review */

/** So many of a game. */
const WORST = 3;
/** What a review spends on a turn. */
const NODES = 30000;
/** How long the engine looks at a position, and at how many turns. */
const SEARCH_MS = 1500;
const LINES = 10;
/** A turn this near to the best is as good. */
const NEAR = 0.05;


/**
 * The worst turns of the persons of a game, or of all if there are none.
 * @param {string} id @param {(done: number, of: number) => void} onProgress @param {(stop: () => void) => void} onStart
 * @returns {Promise<Mistake[]>}
 */
async function mistakesOf(id, onProgress, onStart) {
  /** @type {[import("./open.js").Opened, import("./types").SeenGame]} */
  const [{ position, players }, view] = await Promise.all([openTable(id), get(`/api/games/${encodeURIComponent(id)}`)]);
  const { game, options = {}, moves = [] } = position;
  if (moves.length === 0) return [];
  /** @type {Review | null} */
  let review = null;
  const search = stream("/api/review", { ...position, players, nodes: NODES }, (event) => {
    if (event.error) throw new Error(sentence(event.error, event.said));
    onProgress(event.done, event.of);
    review = event.review ?? review;
  }, { keeps: true });
  onStart(() => search.stop());
  await search.finished;
  const seats = persons(view).length > 0 ? persons(view) : view.seats.map((_, index) => index + 1);
  const found = review ? worstOf(review, seats, WORST) : [];
  const begin = { game, options, position: position.position ?? null };
  return found.map(({ number, turn, before, after }) => ({ ...begin, moves: moves.slice(0, number - 1), played: turn, before, after, stage: 0, due: 0 }));
}

/** @param {HTMLElement} host @param {import("./app.js").Route} route @param {import("./app.js").Context} context */
export async function show(host, route, context) {
  context.setTitle(t("mistakes.title"));
  const id = route.query.get("hosted");
  if (!id) return showQueue(host, dueOf(await practice(), seconds()), null, context);
  const progress = h("progress", { max: 1, value: 0, "aria-label": t("review.progress") });
  fill(host, h("h1", {}, t("mistakes.title")), h("p", { role: "status" }, t("mistakes.reviewing")), progress);
  let stop = () => {};
  /** @type {() => void} */
  let close = () => {};
  let isLeft = false;
  const work = async () => {
    const found = await mistakesOf(id, (done, of) => {
      progress.max = of || 1;
      progress.value = done;
    }, (how) => (stop = how));
    if (isLeft) return;
    await change((known) => added(known, found));
    if (isLeft) return;
    close = await showQueue(host, found, id, context);
  };
  work().catch((error) => isLeft || fill(host, h("h1", {}, t("mistakes.title")), h("p", { class: "problem", role: "alert" }, error.message), leave(id)));
  return () => {
    isLeft = true;
    stop();
    close();
  };
}

/** Where one may go from here. @param {string | null} id */
const leave = (id) =>
  h("p", { class: "buttons" },
    id && h("a", { class: "button", href: `#/game/${encodeURIComponent(id)}` }, t("mistakes.toGame")),
    id && h("a", { class: "button", href: `#/review?hosted=${encodeURIComponent(id)}` }, t("control.review")),
    h("a", { class: "button", href: "#/learn" }, t("learn.title")),
  );

/** What is said when there is nothing to try. @param {boolean} isGame */
async function nothing(isGame) {
  const later = await practice();
  const next = later[0] && new Date(1000 * later[0].due).toLocaleDateString(currentLanguage());
  return [h("p", { id: "mistakes-none" }, t(isGame ? "mistakes.none" : "mistakes.nothing")), later.length > 0 && h("p", { class: "faint" }, plural("mistakes.later", later.length, { next }))];
}

/**
 * @param {HTMLElement} host @param {Mistake[]} queue @param {string | null} id of the game they are from
 * @param {import("./app.js").Context} context
 * @returns {Promise<() => void>}
 */
async function showQueue(host, queue, id, context) {
  if (queue.length === 0) {
    fill(host, h("h1", {}, t("mistakes.title")), await nothing(id !== null), leave(id));
    return () => {};
  }
  /** @type {() => void} */
  let close = () => {};
  let isLeft = false;
  const go = async (/** @type {number} */ at) => {
    close();
    close = () => {};
    if (at >= queue.length) return fill(host, h("h1", {}, t("mistakes.title")), h("p", { id: "mistakes-done" }, t("mistakes.done")), leave(id));
    const shown = await showMistake(host, queue[at], { at, of: queue.length, id, next: () => void go(at + 1) }, context);
    if (isLeft) shown();
    else close = shown;
  };
  await go(0);
  return () => {
    isLeft = true;
    close();
  };
}

/**
 * @param {HTMLElement} host @param {Mistake} mistake
 * @param {{ at: number, of: number, id: string | null, next: () => void }} where
 * @param {import("./app.js").Context} context
 * @returns {Promise<() => void>}
 */
async function showMistake(host, mistake, { at, of, id, next }, { info }) {
  const { game, moves, played, before, after } = mistake;
  let tries = 0;
  let isOver = false;
  const position = { game, options: mistake.options, position: mistake.position };
  const search = bestOf({ ...position, moves, multipv: LINES, timeMs: SEARCH_MS });
  search.catch(() => {});
  const trial = new Trial(position, {
    label: t("mistakes.board", { number: at + 1 }),
    verdictId: "mistake-verdict",
    onDecision: (text) => void attempt(text),
    mayTry: () => !isOver,
    onDone: () => showButtons(),
  });
  const { desk, study } = trial;
  const begin = study.tree.addLine(moves);
  const goal = h("p", { class: "goal" });
  const solution = button("mistake-show", t("mistakes.show"), () => void trial.next((isNow) => showBest(isNow, false)));
  const following = button("mistake-next", t(at + 1 < of ? "mistakes.next" : "mistakes.finish"), next);
  const analyse = h("a", { class: "button", href: address("analyse", { ...position, moves }) }, t("review.analyse"));
  const showButtons = () => {
    solution.disabled = isOver;
    following.classList.toggle("primary", isOver);
  };
  const lines = async () => (await search)?.answer.moveInfos ?? [];

  const attempt = (/** @type {string} */ text) =>
    trial.next(async (isNow) => {
      const from = study.tree.current;
      trial.unmark();
      await study.decide(text);
      if (!isNow() || study.partial.length > 0) return;
      const { turn } = study.tree.current;
      trial.tell("plain", t("mistakes.checking"));
      const found = await lines();
      if (!isNow()) return;
      const [best, mine] = [found[0], found.find((one) => one.turn === turn)];
      const isGood = turn !== played && best && mine && mine.winrate >= best.winrate - NEAR;
      if (isGood) return finish(isNow, tries === 0);
      tries += 1;
      const share = percent(turn === played ? after : (mine?.winrate ?? 0));
      const key = turn === played ? "mistakes.same" : mine ? "mistakes.wrong" : "mistakes.worse";
      trial.tell("bad", `${t(key, { turn, share })} ${plural("mistakes.tries", tries)}`);
      await trial.showWrong(from, null, isNow);
    });
  /** @param {() => boolean} isNow @param {boolean} isFirst */
  const finish = async (isNow, isFirst) => {
    isOver = true;
    const keeping = change((known) => practised(known, mistake, isFirst, seconds()));
    await showBest(isNow, true);
    await keeping;
    setTimeout(() => following.focus());
  };
  /** The engine's turn and how it goes on. @param {() => boolean} isNow @param {boolean} isFound */
  const showBest = async (isNow, isFound) => {
    const found = await lines();
    if (!isNow() || !found[0]) return;
    const mine = isFound ? found.find((one) => one.turn === study.tree.current.turn) : null;
    if (!isFound) {
      isOver = true;
      void change((known) => practised(known, mistake, false, seconds()));
      await study.go(begin);
    }
    const line = (found[0].pv ?? [found[0].turn]).slice(0, 6);
    const best = { turn: line[0], share: percent(found[0].winrate), line: line.join(" "), played, after: percent(after) };
    if (mine) trial.tell("good", `${t("mistakes.right", { turn: mine.turn, share: percent(mine.winrate), played, after: percent(after) })} ${mine.turn === best.turn ? t("mistakes.line", best) : t("mistakes.shown", best)}`);
    else trial.tell("plain", t("mistakes.shown", best));
    const shown = (await search)?.lines[0]?.[0]?.decisions ?? [];
    if (isNow() && !isFound) desk.overlay?.showMarks(marksOf(shown, "hint", "", 1));
  };

  const title = splitTitle(info.games.find((one) => one.name === game) ?? { name: game, title: game })[0];
  fill(host,
    beside(
      [goal, desk.host, trial.verdict],
      first(
        h("h1", {}, t("mistakes.title")), h("p", { class: "faint" }, `${title} · ${t("mistakes.of", { number: at + 1, all: of })}`),
        h("div", { class: "buttons" }, solution, following, analyse), leave(id),
      ),
    ),
  );
  showButtons();
  await trial.next(async () => {
    await study.go(begin);
    const { seats = [], decides } = study.answer?.state ?? {};
    const colour = colourName(seats.find((one) => one.seat === decides)?.colour ?? "white");
    say(goal, t("mistakes.goal", { colour, played, before: percent(before), after: percent(after) }));
  });
  return () => trial.close();
}
