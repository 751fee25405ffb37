// @ts-check
// The puzzles of a game: that of the day, and all by length, theme and rating.

import { dailyOf, dateOf, daysNow } from "./daily.js";
import { fill, h, say } from "./dom.js";
import { firstOpen, noProgress } from "./progress.js";
import { remember, remembered } from "./store.js";
import { colourName, currentLanguage, plural, t } from "./texts.js";
import { choose, labelled, part } from "./widgets.js";

/** @typedef {import("./types").PuzzleList["puzzles"][number]} Puzzle */
/** @typedef {{game: string, puzzles: Puzzle[]}} Puzzles All of a game. */
/** @typedef {{theme: string, band: string}} Choice */

/** The game whose puzzles are shown where an address names none. */
export const FIRST_GAME = "yavalath";
/** From easy to hard, a third of the puzzles of a game each. */
const BANDS = ["easy", "middle", "hard"];

/** Where the progress of a game is kept. @param {string} game */
export const keyOf = (game) => (game === FIRST_GAME ? "puzzles" : `puzzles.${game}`);
/** @param {string} game */
export const progressOf = (game) => remembered(keyOf(game), noProgress());
/** Where the puzzles of days that were solved are kept. @param {string} game */
export const dayKeyOf = (game) => `puzzleDays.${game}`;
/** @param {string} game */
export const solvedDays = (game) => remembered(dayKeyOf(game), { last: "", days: 0 });
export const today = () => dateOf(new Date());

/** @param {Puzzle} puzzle */
export const goal = ({ colour, plies, turns }) => t(turns === null ? "puzzle.goalPlies" : "puzzle.goal", { colour: colourName(colour), plies, turns: turns ?? "" });

/** A date in words. @param {string} date */
export const dateWords = (date) => new Date(`${date}T12:00:00`).toLocaleDateString(currentLanguage(), { day: "numeric", month: "long" });

/** Between which ratings the bands of a game are. @param {Puzzle[]} puzzles */
export function bandsOf(puzzles) {
  const ratings = puzzles.map(({ rating }) => rating).sort((a, b) => a - b);
  return [1, 2].map((third) => ratings[Math.floor((third * ratings.length) / BANDS.length)]);
}

/** The puzzles that are chosen. @param {Puzzle[]} puzzles @param {Choice} choice */
export function chosen(puzzles, { theme, band }) {
  const [middle, hard] = bandsOf(puzzles);
  const bandOf = (/** @type {Puzzle} */ { rating }) => BANDS[Number(rating >= middle) + Number(rating >= hard)];
  return puzzles.filter((puzzle) => (theme === "" || puzzle.themes.some((one) => one === theme)) && (band === "" || bandOf(puzzle) === band));
}

/** The puzzle of a date, of those that are not among the hardest. @param {Puzzle[]} puzzles @param {string} date */
export function dailyPuzzle(puzzles, date) {
  const [, hard] = bandsOf(puzzles);
  const some = puzzles.filter(({ rating }) => rating < hard);
  const from = some.length > 0 ? some : puzzles;
  return from[dailyOf(from.length, date)];
}

/** What was chosen last among the puzzles of a game. @param {string} game @returns {Choice} */
export const choiceOf = (game) => remembered(`puzzleChoice.${game}`, { theme: "", band: "" });

/** The numbers of those that are chosen. @param {Puzzles} of */
export const chosenNumbers = ({ game, puzzles }) => chosen(puzzles, choiceOf(game)).map(({ number }) => number);

/** That of today, to be solved. @param {Puzzles} of */
function dayCard({ game, puzzles }) {
  const date = today();
  const puzzle = dailyPuzzle(puzzles, date);
  const known = solvedDays(game);
  const [isSolved, days] = [known.last === date, daysNow(known, date)];
  return part(t("puzzle.day", { date: dateWords(date) }),
    h("p", {}, goal(puzzle), isSolved ? ` ✓ ${t("puzzle.isSolved")}` : "", days > 1 ? ` · ${plural("puzzle.days", days)}` : ""),
    h("p", {}, h("a", { class: isSolved ? "button" : "button primary", id: "puzzle-day", href: `#/puzzles/${game}/day` }, t("puzzle.dayStart"))),
  );
}

/** @param {HTMLElement} host @param {Puzzles} of @param {Node[]} head what stands above */
export function showList(host, { game, puzzles }, head) {
  const progress = progressOf(game);
  const choice = { ...choiceOf(game) };
  const list = h("div", { id: "puzzle-list" });
  const found = h("p", { id: "puzzle-found", role: "status" });
  const start = h("p", {});
  const link = (/** @type {Puzzle} */ puzzle) => {
    const isSolved = progress.solved.includes(puzzle.number);
    const words = `: ${goal(puzzle)}, ${isSolved ? t("puzzle.isSolved") : t("puzzle.rating", { rating: "" })}`;
    return h("li", {},
      h("a", { href: `#/puzzles/${game}/${puzzle.number}`, class: isSolved ? "solved" : "" }, String(puzzle.number), h("span", { class: "unseen" }, words),
        h("small", { "aria-hidden": isSolved ? "true" : null }, isSolved ? "✓" : String(puzzle.rating)),
      ),
    );
  };
  const draw = () => {
    remember(`puzzleChoice.${game}`, choice);
    const shown = chosen(puzzles, choice);
    const lengths = [...new Set(shown.map((puzzle) => puzzle.plies))].sort((a, b) => a - b);
    fill(list, lengths.map((plies) => {
      const same = shown.filter((puzzle) => puzzle.plies === plies);
      const { turns } = same[0];
      return part(turns === null ? t("puzzle.inPlies", { plies }) : t("puzzle.in", { turns }), h("ul", { class: "puzzle-list" }, same.map(link)));
    }));
    say(found, plural("puzzle.found", shown.length));
    const open = firstOpen(shown.map((puzzle) => puzzle.number), progress, 0);
    fill(start, open === null ? null : h("a", { class: "button primary", href: `#/puzzles/${game}/${open}` }, t("puzzle.start")));
  };
  const themes = [...new Set(puzzles.flatMap((puzzle) => puzzle.themes))];
  const names = /** @type {[string, string][]} */ (themes.map((theme) => [theme, t(`puzzle.theme.${theme}`)]));
  const [middle, hard] = bandsOf(puzzles);
  const bands = /** @type {[string, string][]} */ (BANDS.map((band) => [band, t(`puzzle.${band}`, { middle, hard })]));
  const set = (/** @type {keyof Choice} */ key) => (/** @type {string} */ value) => {
    choice[key] = value;
    draw();
  };
  fill(host, head, dayCard({ game, puzzles }),
    h("p", { class: "score-line" },
      t("puzzle.progress", { solved: progress.solved.length, all: puzzles.length, streak: progress.streak, best: progress.best }),
    ),
    h("div", { class: "controls-row" },
      themes.length > 0 ? labelled(t("puzzle.theme"), choose("puzzle-theme", [["", t("puzzle.anyTheme")], ...names], choice.theme, set("theme"))) : null,
      labelled(t("puzzle.level"), choose("puzzle-band", [["", t("puzzle.anyLevel")], ...bands], choice.band, set("band"))),
    ),
    found, start, list, h("p", { class: "faint" }, t("puzzle.ratingAbout")),
  );
  draw();
}
