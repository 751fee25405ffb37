// @ts-check
// Puzzles: a list, and each on a board; the server says whether a turn still wins and answers it.

import { get, post } from "./api.js";
import { bestOf } from "./analyst.js";
import { button, fill, h, say } from "./dom.js";
import { address } from "./link.js";
import { splitTitle } from "./names.js";
import { marksOf } from "./overlay.js";
import { solvedOn } from "./daily.js";
import { failed, firstOpen, solved } from "./progress.js";
import { FIRST_GAME, chosenNumbers, dailyPuzzle, dateWords, dayKeyOf, goal, keyOf, progressOf, showList, solvedDays, today } from "./puzzle_list.js";
import { remember } from "./store.js";
import { colourName, sentence, t } from "./texts.js";
import { Trial, pause } from "./trial.js";
import { beside, first } from "./widgets.js";

/** @typedef {import("./types").PuzzleList["puzzles"][number]} Puzzle */
/** @typedef {import("./types").PuzzleAnswer} PuzzleAnswer */

/** The hint is offered after so many wrong tries. */
const TRIES_BEFORE_HINT = 2;
/** How long the engine looks for the solution. */
const SOLUTION_MS = 8000;

/** @typedef {import("./puzzle_list.js").Puzzles} Puzzles */

/** @param {HTMLElement} host @param {import("./app.js").Route} route @param {import("./app.js").Context} context */
export async function showPuzzles(host, route, context) {
  context.setTitle(t("puzzle.title"));
  const game = route.path[0] ?? FIRST_GAME;
  const { puzzles } = /** @type {import("./types").PuzzleList} */ (await get(`/api/puzzles/${game}`));
  const day = route.path[1] === "day" ? today() : null;
  const number = Number(route.path[1]);
  const puzzle = day ? dailyPuzzle(puzzles, day) : puzzles.find((one) => one.number === number);
  if (puzzle) return showPuzzle(host, puzzle, { game, puzzles }, day, context);
  const about = h("p", {}, t("puzzle.about"), " ", rulesLink(game, context));
  showList(host, { game, puzzles }, [h("h1", {}, t("puzzle.title")), about, gameLinks(game, context)]);
  return () => {};
}

/** @param {string} game @param {import("./app.js").Context} context */
const nameOf = (game, { info }) => splitTitle(info.games.find((one) => one.name === game) ?? { name: game, title: game })[0];

/** @param {string} game @param {import("./app.js").Context} context */
const rulesLink = (game, context) => h("a", { href: `#/rules/${game}` }, t("puzzle.rules", { game: nameOf(game, context) }));

/** The games that have puzzles. @param {string} shown @param {import("./app.js").Context} context */
const gameLinks = (shown, context) =>
  h("nav", { class: "buttons", "aria-label": t("puzzle.title") }, context.info.games.filter((game) => game.puzzles > 0).map(({ name }) =>
    h("a", { class: name === shown ? "button primary" : "button", href: `#/puzzles/${name}`, "aria-current": name === shown ? "page" : null }, nameOf(name, context)),
  ));

/**
 * @param {HTMLElement} host @param {Puzzle} puzzle @param {Puzzles} of @param {string | null} day of which it is the puzzle
 * @param {import("./app.js").Context} context
 */
async function showPuzzle(host, puzzle, { game, puzzles }, day, context) {
  const path = `/api/puzzles/${game}/${puzzle.number}`;
  let tries = 0;
  let isOver = false;
  let isShown = false;
  const title = day ? t("puzzle.day", { date: dateWords(day) }) : t("puzzle.number", { number: puzzle.number });
  const trial = new Trial({ game, position: puzzle.position }, {
    label: t("puzzle.number", { number: puzzle.number }),
    verdictId: "puzzle-verdict",
    onDecision: (text) => attempt(text),
    isFinal: true,
    // What is shown as the solution is not touched.
    mayTry: () => !isOver && !isShown,
    onDone: () => showProgress(),
  });
  const { desk, study, verdict } = trial;
  const tell = trial.tell.bind(trial);
  const guarded = trial.next.bind(trial);
  const streak = h("p", { id: "streak", class: "score-line" });
  const hint = button("puzzle-hint", t("puzzle.hint"), () => guarded(showHint), { disabled: true });
  const solution = button("puzzle-solution", t("puzzle.solution"), () => guarded(showSolution));
  const again = button("puzzle-again", t("puzzle.again"), () => {
    trial.beginAnew();
    void guarded(restart);
  });
  const following = h("a", { class: "button", id: "puzzle-next" }, t("puzzle.next"));

  const nature = h("p", { id: "puzzle-nature", class: "faint" });
  const showProgress = () => {
    // What it is about would give it away.
    const themes = isOver ? puzzle.themes.map((theme) => t(`puzzle.theme.${theme}`)) : [];
    say(nature, [t("puzzle.rating", { rating: puzzle.rating }), ...themes].join(" · "));
    const progress = progressOf(game);
    say(
      streak,
      t("puzzle.score", { streak: progress.streak, best: progress.best, solved: progress.solved.length, all: puzzles.length, tries }),
    );
    const open = firstOpen(chosenNumbers({ game, puzzles }), progress, puzzle.number);
    following.hidden = open === null;
    following.href = `#/puzzles/${game}/${open}`;
    following.classList.toggle("primary", isOver);
    say(hint, isOver || tries >= TRIES_BEFORE_HINT ? t("puzzle.hint") : t("puzzle.hintLater"));
    hint.disabled = isOver || isShown || tries < TRIES_BEFORE_HINT;
    solution.disabled = isOver || isShown;
  };
  const fail = () => remember(keyOf(game), failed(progressOf(game), puzzle.number));
  /** The verdict on what has been played. @returns {Promise<PuzzleAnswer>} */
  const ask = () => post(path, { moves: study.tree.turns() });
  const attempt = (/** @type {string} */ text) =>
    guarded(async (isNow) => {
      const before = study.tree.current;
      trial.unmark();
      await study.decide(text);
      if (!isNow() || study.partial.length > 0) return;
      tell("plain", t("puzzle.checking"));
      const answer = await ask();
      if (!isNow()) return;
      if (answer.verdict === "wrong") {
        tries += 1;
        fail();
        tell("bad", `${t("puzzle.wrong")} ${sentence(answer.sentence, answer.said)}`);
        return trial.showWrong(before, answer.reply, isNow);
      }
      await goOn(answer, isNow);
    });
  /** What comes of a turn that wins. @param {PuzzleAnswer} answer @param {() => boolean} isNow */
  const goOn = async (answer, isNow) => {
    if (answer.verdict === "solved") {
      isOver = true;
      if (!isShown) remember(keyOf(game), solved(progressOf(game), puzzle.number, tries));
      if (!isShown && day) remember(dayKeyOf(game), solvedOn(solvedDays(game), day));
      tell("good", isShown ? t("puzzle.thatWas") : t("puzzle.solved"));
      if (study.answer) await desk.show(study.answer, { mayDecide: false });
      setTimeout(() => following.focus());
      return;
    }
    if (isShown) tell("plain", t("puzzle.shown"));
    else tell("good", t("puzzle.right"));
    if (!answer.reply) return;
    if (isShown) await pause();
    if (isNow()) await study.decide(answer.reply);
  };
  /** The turn that wins now. */
  const winning = async () => {
    if (study.tree.turns().length === 0) {
      const { turn } = await get(path);
      return /** @type {string} */ (turn);
    }
    const found = await bestOf({ ...study.position(), timeMs: SOLUTION_MS });
    return found?.answer.rootInfo?.best ?? null;
  };
  const showHint = async (/** @type {() => boolean} */ isNow) => {
    // What has been decided of a turn that is not whole is taken back.
    if (study.partial.length > 0) await study.go(study.tree.current);
    const turn = await winning();
    const decision = study.answer?.state.legal.find((one) => turn?.split(";")[0] === one.text);
    if (!decision || !isNow()) return;
    const place = decision.touches[0]?.[0];
    desk.overlay?.showMarks(
      place ? [{ shape: "ring", to: place, kind: "hint", strength: 1, label: "?" }] : marksOf([decision], "hint", "?", 1),
    );
    tell("plain", t("puzzle.hintIs", { place: place ?? decision.text }));
  };
  const showSolution = async (/** @type {() => boolean} */ isNow) => {
    isShown = true;
    showProgress();
    trial.unmark();
    await study.go(study.tree.current);
    fail();
    tell("plain", t("puzzle.searching"));
    for (let count = 0; !isOver && count <= puzzle.plies; count++) {
      const turn = await winning();
      if (!isNow() || !turn || study.answer?.state.result) return;
      await study.decide(turn);
      await pause();
      if (!isNow()) return;
      const answer = await ask();
      if (!isNow()) return;
      if (answer.verdict === "wrong") return tell("bad", sentence(answer.sentence, answer.said));
      await goOn(answer, isNow);
      await pause();
    }
  };
  const restart = async () => {
    isOver = false;
    isShown = false;
    tell("plain", goal(puzzle));
    trial.unmark();
    await study.go(study.tree.root);
  };

  const analyse = h("a", { href: address("analyse", { game, position: puzzle.position }) }, t("puzzle.analyse"));
  fill(host,
    beside(
      [h("p", { class: "goal" }, goal(puzzle)), desk.host, verdict],
      first(
        h("p", {}, h("a", { href: `#/puzzles/${game}` }, t("puzzle.all"))), h("h1", {}, title),
        h("p", {}, rulesLink(game, context)), nature, streak,
        h("div", { class: "buttons" }, hint, solution, again, following), h("p", {}, analyse),
      ),
    ),
  );
  context.setTitle(title);
  showProgress();
  await guarded(() => study.open());
  return () => trial.close();
}
