// @ts-check
// A lesson: a game in a few tasks, for somebody who has never seen it. Each is a position and a sentence; the server says whether a
// turn is right, and why.

import { get, post } from "./api.js";
import { button, fill, h, say } from "./dom.js";
import { splitTitle } from "./names.js";
import { failed, firstOpen, noProgress, solved } from "./progress.js";
import { setupOf, usualSeat } from "./seat_form.js";
import { remember, remembered } from "./store.js";
import { currentLanguage, t, why } from "./texts.js";
import { Trial, pause } from "./trial.js";

/** @typedef {import("./types").LessonPage} LessonPage */
/** @typedef {import("./types").LessonAnswer} LessonAnswer */
/**
 * @typedef {object} Lesson
 * @property {LessonPage} page
 * @property {string} name what the game is called
 * @property {import("./types").GameInfo} game
 * @property {number[]} numbers of its tasks
 */

/** The level of the first opponent. */
const FIRST_LEVEL = 1;

/** Where the progress in a lesson is kept. @param {string} game */
const keyOf = (game) => `lesson.${game}`;
/** @param {Lesson} lesson */
const progressOf = ({ page }) => remembered(keyOf(page.game), noProgress());
/** @param {Lesson} lesson @param {number | null} number none: the end */
const addressOf = ({ page }, number) => `#/lesson/${page.game}/${number ?? "end"}`;

/** @param {HTMLElement} host @param {import("./app.js").Route} route @param {import("./app.js").Context} context */
export async function show(host, route, context) {
  const asked = encodeURIComponent(route.path[0] ?? "");
  const page = /** @type {LessonPage} */ (await get(`/api/lessons/${asked}?language=${currentLanguage()}`));
  const game = context.info.games.find((one) => one.name === page.game) ?? context.info.games[0];
  const lesson = { page, game, name: splitTitle(game)[0], numbers: page.tasks.map((_, index) => index + 1) };
  context.setTitle(t("lesson.title", { game: lesson.name }));
  const named = lesson.numbers.find((one) => String(one) === route.path[1]);
  const number = named ?? (route.path[1] === "end" ? null : firstOpen(lesson.numbers, progressOf(lesson), 0));
  if (number === null) return showEnd(host, lesson, context);
  return showTask(host, lesson, number);
}

/** How far one is: a part for each task, which leads to it. @param {Lesson} lesson @param {number | null} shown */
function steps(lesson, shown) {
  const progress = progressOf(lesson);
  const link = (/** @type {number} */ number) => {
    const isDone = progress.solved.includes(number);
    const name = t(isDone ? "lesson.taskDone" : "lesson.task", { number });
    const current = number === shown ? "step" : null;
    return h("li", {}, h("a", { href: addressOf(lesson, number), class: isDone ? "done" : "", "aria-label": name, "aria-current": current }));
  };
  return h("nav", { "aria-label": t("lesson.tasks") }, h("ol", { class: "lesson-steps" }, lesson.numbers.map(link)));
}

/** @param {Lesson} lesson @param {number | null} number */
const head = (lesson, number) => [
  h("h1", {}, t("lesson.title", { game: lesson.name })),
  number === null ? null : h("span", { class: "faint" }, t("lesson.of", { number, all: lesson.numbers.length })),
  steps(lesson, number),
];

/** @param {HTMLElement} host @param {Lesson} lesson @param {number} number */
async function showTask(host, lesson, number) {
  const { page } = lesson;
  const { position, options, steps: parts } = page.tasks[number - 1];
  const path = `/api/lessons/${page.game}/${number}?language=${currentLanguage()}`;
  let tries = 0;
  let isOver = false;
  let isShown = false;
  const trial = new Trial({ game: page.game, options, position }, {
    label: t("lesson.task", { number }),
    verdictId: "lesson-verdict",
    onDecision: (text) => attempt(text),
    mayTry: () => !isOver && !isShown,
    onDone: () => showProgress(),
  });
  const { desk, study } = trial;
  const heading = h("div", { class: "lesson-head" });
  const task = h("p", { id: "lesson-task", "aria-live": "polite" });
  const solution = button("lesson-show", t("lesson.show"), () => {
    trial.beginAnew();
    void trial.next(showSolution);
  });
  const again = button("lesson-again", t("lesson.again"), () => {
    trial.beginAnew();
    void trial.next(restart);
  });
  const last = number === lesson.numbers.length;
  const following = h("a", { class: "button", id: "lesson-next", href: addressOf(lesson, last ? null : number + 1) }, t(last ? "lesson.finish" : "lesson.next"));

  /** The turn that is to be found, or has been last. */
  const part = () => parts[Math.min(Math.floor(study.tree.turns().length / 2), parts.length - 1)];
  const showProgress = () => {
    fill(heading, ...head(lesson, number));
    say(task, part().task);
    following.classList.toggle("primary", isOver);
    solution.hidden = isOver || isShown;
    again.hidden = !isOver && !isShown && study.tree.turns().length === 0;
  };
  /** The verdict on what has been played. @returns {Promise<LessonAnswer>} */
  const ask = () => post(path, { moves: study.position().moves });
  const attempt = (/** @type {string} */ text) =>
    trial.next(async (isNow) => {
      const before = study.tree.current;
      trial.unmark();
      await study.decide(text);
      if (!isNow()) return;
      const answer = await ask();
      if (!isNow()) return;
      if (answer.verdict === "open") return trial.tell("plain", "");
      if (answer.verdict === "right") return goOn(answer, isNow);
      tries += 1;
      remember(keyOf(page.game), failed(progressOf(lesson), number));
      trial.tell("bad", answer.text ?? "");
      await trial.showWrong(before, null, isNow);
    });
  /** What comes of a turn that is right. @param {LessonAnswer} answer @param {() => boolean} isNow */
  const goOn = async (answer, isNow) => {
    const { reply } = part();
    trial.tell(isShown ? "plain" : "good", answer.text ?? "");
    if (reply) {
      await pause();
      if (isNow()) await study.decide(reply);
      return;
    }
    isOver = true;
    if (!isShown) remember(keyOf(page.game), solved(progressOf(lesson), number, tries));
    if (study.answer) await desk.show(study.answer, { mayDecide: false });
    setTimeout(() => following.focus());
  };
  const showSolution = async (/** @type {() => boolean} */ isNow) => {
    isShown = true;
    trial.unmark();
    trial.tell("plain", "");
    await study.go(study.tree.root);
    showProgress();
    while (!isOver) {
      await pause();
      if (!isNow()) return;
      await study.decide(part().solution);
      const answer = await ask();
      if (!isNow()) return;
      await goOn(answer, isNow);
    }
  };
  const restart = async () => {
    isOver = false;
    isShown = false;
    trial.tell("plain", "");
    trial.unmark();
    await study.go(study.tree.root);
  };

  showProgress();
  fill(host, h("div", { class: "lesson-page" }, heading, task, desk.host, trial.verdict, h("div", { class: "buttons" }, again, solution, following)));
  await trial.next(() => study.open());
  return () => trial.close();
}

/** @param {HTMLElement} host @param {Lesson} lesson @param {import("./app.js").Context} context */
function showEnd(host, lesson, { navigate }) {
  const { game, name, numbers } = lesson;
  const progress = progressOf(lesson);
  const open = firstOpen(numbers, progress, 0);
  const said = h("p", { class: "problem", role: "alert" });
  const play = async () => {
    try {
      const seats = Array.from({ length: Math.min(...game.seats) }, (_, seat) => setupOf(usualSeat(seat, FIRST_LEVEL), game, undefined));
      navigate(`#/game/${(await post("/api/games", { game: game.name, seats })).id}`);
    } catch (error) {
      say(said, why(error));
    }
  };
  const link = (/** @type {string} */ href, /** @type {string} */ text) => h("a", { class: "button", href }, text);
  fill(host,
    h("div", { class: "lesson-end" },
      h("div", { class: "lesson-head" }, ...head(lesson, null)),
      h("p", { id: "lesson-done" }, t(open === null ? "lesson.done" : "lesson.left", { game: name, solved: progress.solved.length, all: numbers.length })),
      h("div", { class: "buttons" }, button("lesson-play", t("lesson.play"), play, { class: "primary" }),
        open === null ? null : link(addressOf(lesson, open), t("lesson.goOn")),
        game.puzzles > 0 ? link(`#/puzzles/${game.name}`, t("learn.puzzles", { count: game.puzzles })) : null,
        link(`#/rules/${game.name}`, t("learn.rules")), link(addressOf(lesson, 1), t("lesson.first")),
      ),
      said,
    ),
  );
}
