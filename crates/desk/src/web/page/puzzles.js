// @ts-check
// Puzzles: a list, and each on a board; the server says whether a turn still wins and answers it.

import { get, post } from "./api.js";
import { bestOf } from "./analyst.js";
import { button, fill, h, say } from "./dom.js";
import { address } from "./link.js";
import { splitTitle } from "./names.js";
import { marksOf } from "./overlay.js";
import { failed, firstOpen, noProgress, solved } from "./progress.js";
import { remember, remembered } from "./store.js";
import { colourName, sentence, t } from "./texts.js";
import { Trial, pause } from "./trial.js";
import { beside, first, part } from "./widgets.js";

/** @typedef {import("./types").PuzzleList["puzzles"][number]} Puzzle */
/** @typedef {import("./types").PuzzleAnswer} PuzzleAnswer */

/** The game whose puzzles are shown where an address names none. */
const FIRST_GAME = "yavalath";
/** The hint is offered after so many wrong tries. */
const TRIES_BEFORE_HINT = 2;
/** How long the engine looks for the solution. */
const SOLUTION_MS = 8000;

/** @typedef {{game: string, puzzles: Puzzle[]}} Puzzles All of a game. */

/** Where the progress of a game is kept. @param {string} game */
const keyOf = (game) => (game === FIRST_GAME ? "puzzles" : `puzzles.${game}`);
/** @param {string} game */
const progressOf = (game) => remembered(keyOf(game), noProgress());

/** @param {Puzzle} puzzle */
const goal = ({ colour, plies, turns }) => t(turns === null ? "puzzle.goalPlies" : "puzzle.goal", { colour: colourName(colour), plies, turns: turns ?? "" });

/** @param {HTMLElement} host @param {import("./app.js").Route} route @param {import("./app.js").Context} context */
export async function showPuzzles(host, route, context) {
  context.setTitle(t("puzzle.title"));
  const game = route.path[0] ?? FIRST_GAME;
  const { puzzles } = /** @type {import("./types").PuzzleList} */ (await get(`/api/puzzles/${game}`));
  const number = Number(route.path[1]);
  const puzzle = puzzles.find((one) => one.number === number);
  if (puzzle) return showPuzzle(host, puzzle, { game, puzzles }, context);
  showList(host, { game, puzzles }, context);
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

/** @param {HTMLElement} host @param {Puzzles} of @param {import("./app.js").Context} context */
function showList(host, { game, puzzles }, context) {
  const progress = progressOf(game);
  const lengths = [...new Set(puzzles.map((puzzle) => puzzle.plies))].sort((a, b) => a - b);
  const link = (/** @type {Puzzle} */ puzzle) => {
    const isSolved = progress.solved.includes(puzzle.number);
    const name = `${puzzle.number}: ${goal(puzzle)}${isSolved ? `, ${t("puzzle.isSolved")}` : ""}`;
    return h("li", {},
      h("a", { href: `#/puzzles/${game}/${puzzle.number}`, "aria-label": name, class: isSolved ? "solved" : "" }, String(puzzle.number),
        isSolved ? h("span", { "aria-hidden": "true" }, "✓") : null,
      ),
    );
  };
  const groups = lengths.map((plies) => {
    const same = puzzles.filter((puzzle) => puzzle.plies === plies);
    const turns = same[0].turns;
    return part(turns === null ? t("puzzle.inPlies", { plies }) : t("puzzle.in", { turns }), h("ul", { class: "puzzle-list" }, same.map(link)));
  });
  const open = firstOpen(puzzles.map((puzzle) => puzzle.number), progress, 0);
  fill(host, h("h1", {}, t("puzzle.title")),
    h("p", {}, t("puzzle.about"), " ", rulesLink(game, context)), gameLinks(game, context),
    h("p", { class: "score-line" },
      t("puzzle.progress", { solved: progress.solved.length, all: puzzles.length, streak: progress.streak, best: progress.best }),
    ),
    open === null ? null : h("p", {}, h("a", { class: "button primary", href: `#/puzzles/${game}/${open}` }, t("puzzle.start"))),
    h("div", { id: "puzzle-list" }, groups),
  );
}

/** @param {HTMLElement} host @param {Puzzle} puzzle @param {Puzzles} of @param {import("./app.js").Context} context */
async function showPuzzle(host, puzzle, { game, puzzles }, context) {
  const path = `/api/puzzles/${game}/${puzzle.number}`;
  let tries = 0;
  let isOver = false;
  let isShown = false;
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

  const showProgress = () => {
    const progress = progressOf(game);
    say(
      streak,
      t("puzzle.score", { streak: progress.streak, best: progress.best, solved: progress.solved.length, all: puzzles.length, tries }),
    );
    const open = firstOpen(puzzles.map((one) => one.number), progress, puzzle.number);
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
      [desk.host],
      first(
        h("p", {}, h("a", { href: `#/puzzles/${game}` }, t("puzzle.all"))), h("h1", {}, t("puzzle.number", { number: puzzle.number })),
        h("p", {}, rulesLink(game, context)), h("p", { class: "goal" }, goal(puzzle)), verdict, streak,
        h("div", { class: "buttons" }, hint, solution, again, following), h("p", {}, analyse),
      ),
    ),
  );
  context.setTitle(t("puzzle.number", { number: puzzle.number }));
  showProgress();
  await guarded(() => study.open());
  return () => trial.close();
}
