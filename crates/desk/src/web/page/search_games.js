// @ts-check
// The form to look for games: which, against whom, how they stand, when they were played, how they began.

import { button, h } from "./dom.js";
import { familiesOf, familyName } from "./families.js";
import { sentence, t } from "./texts.js";
import { choose, labelled } from "./widgets.js";

const HIGHEST = 20;
/** While somebody types, nothing is asked. */
const PAUSE_MS = 250;
const RESULTS = ["open", "ended", "won", "lost", "drawn"];

/** The levels whose name has a text in it, in the language of the page. @param {string} text */
function levelsCalled(text) {
  const levels = Array.from({ length: HIGHEST + 1 }, (_, level) => String(level));
  const name = (/** @type {string} */ level) => sentence(`quintet, level ${level}`, { code: "server.level", values: { level } });
  return levels.filter((level) => name(level).toLowerCase().includes(text.toLowerCase()));
}

/** The second at which a day of a calendar begins here, or one some days later. @param {string} day @param {number} later */
function secondsOf(day, later) {
  const [year, month, date] = day.split("-").map(Number);
  return Math.max(0, Math.floor(new Date(year, month - 1, date + later).getTime() / 1000));
}

/**
 * @param {import("./types.d.ts").GameInfo[]} games
 * @param {(query: string) => void} onChange is told what to ask for, "" for all
 */
export function searchForm(games, onChange) {
  const families = familiesOf(games);
  /** @type {[string, string][]} */
  const kinds = [["", t("search.anyGame")], ...families.map((family) => /** @type {[string, string]} */ ([family.games.map(({ name }) => name).join(","), familyName(family)]))];
  const game = choose("search-game", kinds, "");
  const player = h("input", { id: "search-player", type: "search", maxLength: 60 });
  const result = choose("search-result", [["", t("search.anyResult")], ...RESULTS.map((word) => /** @type {[string, string]} */ ([word, t(`search.${word}`)]))], "");
  const since = h("input", { id: "search-since", type: "date" });
  const until = h("input", { id: "search-until", type: "date" });
  const turns = h("input", { id: "search-turns", type: "search", maxLength: 400, spellcheck: false, autocapitalize: "off", placeholder: t("search.turnsHint") });

  const query = () => {
    const asked = new URLSearchParams();
    const set = (/** @type {string} */ name, /** @type {string | number} */ value) => value !== "" && asked.set(name, String(value));
    const name = player.value.trim();
    set("game", game.value);
    set("player", name);
    if (name !== "") set("levels", levelsCalled(name).join(","));
    set("result", result.value);
    if (since.value !== "") set("since", secondsOf(since.value, 0));
    if (until.value !== "") set("until", secondsOf(until.value, 1));
    set("turns", turns.value.trim().replace(/\s+/g, " "));
    return asked.toString();
  };
  let before = "";
  /** @type {number | undefined} */
  let timer;
  const tell = () => {
    const now = query();
    if (now !== before) onChange(now);
    before = now;
  };
  const form = h("form", { class: "search", role: "search" },
    labelled(t("search.game"), game), labelled(t("search.player"), player), labelled(t("search.result"), result),
    labelled(t("search.since"), since), labelled(t("search.until"), until), labelled(t("search.turns"), turns),
    button("search-clear", t("search.clear"), () => {
      form.reset();
      tell();
    }),
  );
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(tell, PAUSE_MS);
  });
  return h("details", { id: "search" }, h("summary", {}, t("search.title")), form);
}
