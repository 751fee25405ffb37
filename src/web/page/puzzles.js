// @ts-check
// Puzzles: a list, and each on a board; the server says whether a turn still wins and answers it.

import { get, post } from "./api.js";
import { bestOf } from "./analyst.js";
import { Desk } from "./desk.js";
import { button, fill, h, say } from "./dom.js";
import { address } from "./link.js";
import { splitTitle } from "./names.js";
import { marksOf } from "./overlay.js";
import { failed, firstOpen, noProgress, solved } from "./progress.js";
import { remember, remembered } from "./store.js";
import { Study } from "./study.js";
import { colourName, sentence, t } from "./texts.js";
import { beside, first, part, why } from "./widgets.js";

/** @typedef {import("./types").PuzzleList["puzzles"][number]} Puzzle */
/** @typedef {import("./types").PuzzleAnswer} PuzzleAnswer */

/** The hint is offered after so many wrong tries. */
const TRIES_BEFORE_HINT = 2;
/** How long the engine looks for the solution. */
const SOLUTION_MS = 8000;

/** @param {Puzzle} puzzle */
const goal = ({ colour, turns }) => t(turns === 1 ? "puzzle.goalOne" : "puzzle.goal", { colour: colourName(colour), turns });

/** @param {HTMLElement} host @param {import("./app.js").Route} route @param {import("./app.js").Context} context */
export async function showPuzzles(host, route, context) {
  context.setTitle(t("puzzle.title"));
  const { puzzles } = /** @type {import("./types").PuzzleList} */ (await get("/api/puzzles"));
  const number = Number(route.path[0]);
  const puzzle = puzzles.find((one) => one.number === number);
  if (puzzle) return showPuzzle(host, puzzle, puzzles, context);
  showList(host, puzzles, context);
  return () => {};
}

/** The game of a puzzle. @param {string} name @param {import("./app.js").Context} context */
const rulesLink = (name, { info }) =>
  h("a", { href: `#/rules/${name}` }, t("puzzle.rules", { game: splitTitle(info.games.find((game) => game.name === name)?.title ?? name)[0] }));

/** @param {HTMLElement} host @param {Puzzle[]} puzzles @param {import("./app.js").Context} context */
function showList(host, puzzles, context) {
  const progress = remembered("puzzles", noProgress());
  const lengths = [...new Set(puzzles.map((puzzle) => puzzle.turns))].sort((a, b) => a - b);
  const link = (/** @type {Puzzle} */ puzzle) => {
    const isSolved = progress.solved.includes(puzzle.number);
    const name = `${puzzle.number}: ${goal(puzzle)}${isSolved ? `, ${t("puzzle.isSolved")}` : ""}`;
    return h("li", {},
      h("a", { href: `#/puzzles/${puzzle.number}`, "aria-label": name, class: isSolved ? "solved" : "" }, String(puzzle.number),
        isSolved ? h("span", { "aria-hidden": "true" }, "✓") : null,
      ),
    );
  };
  const groups = lengths.map((turns) =>
    part(
      turns === 1 ? t("puzzle.inOne") : t("puzzle.in", { turns }),
      h("ul", { class: "puzzle-list" }, puzzles.filter((puzzle) => puzzle.turns === turns).map(link)),
    ),
  );
  const open = firstOpen(puzzles.map((puzzle) => puzzle.number), progress, 0);
  fill(host, h("h1", {}, t("puzzle.title")),
    h("p", {}, t("puzzle.about"), " ", ...[...new Set(puzzles.map((puzzle) => puzzle.game))].map((game) => rulesLink(game, context))),
    h("p", { class: "score-line" },
      t("puzzle.progress", { solved: progress.solved.length, all: puzzles.length, streak: progress.streak, best: progress.best }),
    ),
    open === null ? null : h("p", {}, h("a", { class: "button primary", href: `#/puzzles/${open}` }, t("puzzle.start"))),
    h("div", { id: "puzzle-list" }, groups),
  );
}

/** @param {HTMLElement} host @param {Puzzle} puzzle @param {Puzzle[]} puzzles @param {import("./app.js").Context} context */
async function showPuzzle(host, puzzle, puzzles, context) {
  const study = new Study({ game: puzzle.game, position: puzzle.position });
  let tries = 0;
  let isOver = false;
  let isWaiting = false;
  let isShown = false;
  const desk = new Desk({ onDecision: (text) => attempt(text), label: t("puzzle.number", { number: puzzle.number }) });
  const verdict = h("p", { id: "puzzle-verdict", role: "status", class: "verdict" });
  const streak = h("p", { id: "streak", class: "score-line" });
  const hint = button("puzzle-hint", t("puzzle.hint"), () => guarded(showHint), { disabled: true });
  const solution = button("puzzle-solution", t("puzzle.solution"), () => guarded(showSolution));
  const again = button("puzzle-again", t("puzzle.again"), () => guarded(restart));
  const following = h("a", { class: "button", id: "puzzle-next" }, t("puzzle.next"));

  const showProgress = () => {
    const progress = remembered("puzzles", noProgress());
    say(
      streak,
      t("puzzle.score", { streak: progress.streak, best: progress.best, solved: progress.solved.length, all: puzzles.length, tries }),
    );
    const open = firstOpen(puzzles.map((one) => one.number), progress, puzzle.number);
    following.hidden = open === null;
    following.href = `#/puzzles/${open}`;
    following.classList.toggle("primary", isOver);
    say(hint, isOver || tries >= TRIES_BEFORE_HINT ? t("puzzle.hint") : t("puzzle.hintLater"));
    hint.disabled = isOver || tries < TRIES_BEFORE_HINT;
    solution.disabled = isOver;
  };
  /** @param {"good" | "bad" | "plain"} kind @param {string} text */
  const tell = (kind, text) => {
    verdict.className = `verdict ${kind}`;
    say(verdict, `${{ good: "✓ ", bad: "✗ ", plain: "" }[kind]}${text}`);
  };
  /** @param {() => Promise<void>} what */
  const guarded = async (what) => {
    if (isWaiting) return;
    isWaiting = true;
    try {
      await what();
    } catch (error) {
      desk.restore();
      tell("bad", why(error));
    }
    isWaiting = false;
    showProgress();
  };
  study.onShow = (answer, isForward) => void desk.show(answer, { isForward, mayDecide: !isOver });

  const fail = () => remember("puzzles", failed(remembered("puzzles", noProgress()), puzzle.number));
  /** The verdict on what has been played. @returns {Promise<PuzzleAnswer>} */
  const ask = () => post(`/api/puzzles/${puzzle.number}`, { moves: study.tree.turns() });
  const attempt = (/** @type {string} */ text) =>
    guarded(async () => {
      const before = study.tree.current;
      desk.overlay?.showMarks([]);
      await study.decide(text);
      if (study.partial.length > 0) return;
      tell("plain", t("puzzle.checking"));
      const answer = await ask();
      if (answer.verdict === "wrong") {
        tries += 1;
        fail();
        tell("bad", `${t("puzzle.wrong")} ${sentence(answer.sentence)}`);
        showProgress();
        await showReply(answer.reply);
        await study.go(before);
        return;
      }
      await goOn(answer);
    });
  /** Points at what answers a turn that does not win; it stays to be seen. @param {string | null} reply */
  const showReply = async (reply) => {
    const found = reply ? await study.stateAfter([...study.tree.turns(), reply]).catch(() => null) : null;
    desk.overlay?.showMarks(marksOf(found?.last?.decisions ?? [], "threat", "!", 0.8));
    await pause(found ? 2 : 1);
  };
  /** What comes of a turn that wins. @param {PuzzleAnswer} answer */
  const goOn = async (answer) => {
    if (answer.verdict === "solved") {
      isOver = true;
      if (!isShown) remember("puzzles", solved(remembered("puzzles", noProgress()), puzzle.number, tries));
      tell("good", isShown ? t("puzzle.thatWas") : t("puzzle.solved"));
      if (study.answer) await desk.show(study.answer, { mayDecide: false });
      setTimeout(() => following.focus());
      return;
    }
    if (isShown) tell("plain", t("puzzle.shown"));
    else tell("good", t("puzzle.right"));
    if (!answer.reply) return;
    await pause();
    await study.decide(answer.reply);
  };
  /** The turn that wins now. */
  const winning = async () => {
    if (study.tree.turns().length === 0) {
      const { turn } = await get(`/api/puzzles/${puzzle.number}`);
      return /** @type {string} */ (turn);
    }
    const found = await bestOf({ ...study.position(), timeMs: SOLUTION_MS });
    return found?.answer.rootInfo?.best ?? null;
  };
  const showHint = async () => {
    const turn = await winning();
    const decision = study.answer?.state.legal.find((one) => turn?.split(";")[0] === one.text);
    if (!decision) return;
    const place = decision.touches[0]?.[0];
    desk.overlay?.showMarks(
      place ? [{ shape: "ring", to: place, kind: "hint", strength: 1, label: "?" }] : marksOf([decision], "hint", "?", 1),
    );
    tell("plain", t("puzzle.hintIs", { place: place ?? decision.text }));
  };
  const showSolution = async () => {
    isShown = true;
    desk.overlay?.showMarks([]);
    fail();
    tell("plain", t("puzzle.searching"));
    for (let count = 0; !isOver && count <= puzzle.turns; count++) {
      const turn = await winning();
      if (!turn || study.answer?.state.result) return;
      await study.decide(turn);
      await pause();
      const answer = await ask();
      if (answer.verdict === "wrong") return tell("bad", sentence(answer.sentence));
      await goOn(answer);
      await pause();
    }
  };
  const restart = async () => {
    isOver = false;
    isShown = false;
    tell("plain", goal(puzzle));
    desk.overlay?.showMarks([]);
    await study.go(study.tree.root);
  };

  const analyse = h("a", { href: address("analyse", { game: puzzle.game, position: puzzle.position }) }, t("puzzle.analyse"));
  fill(host,
    beside(
      [desk.host],
      first(
        h("p", {}, h("a", { href: "#/puzzles" }, t("puzzle.all"))), h("h1", {}, t("puzzle.number", { number: puzzle.number })),
        h("p", {}, rulesLink(puzzle.game, context)), h("p", { class: "goal" }, goal(puzzle)), verdict, streak,
        h("div", { class: "buttons" }, hint, solution, again, following), h("p", {}, analyse),
      ),
    ),
  );
  context.setTitle(t("puzzle.number", { number: puzzle.number }));
  showProgress();
  await guarded(() => study.open());
  return () => desk.close();
}

/** Time to see what has happened. */
const pause = (times = 1) => new Promise((resolve) => setTimeout(resolve, 700 * times));
