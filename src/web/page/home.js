// @ts-check
// The first page: a new game, and the games that the server knows.

import { get, remove } from "./api.js";
import { ask, button, fill, h } from "./dom.js";
import { newGameForm } from "./new_game.js";
import { currentLanguage, playerLabel, plural, sentence, t } from "./texts.js";

/** @typedef {import("./types.d.ts").GameList["games"][number]} Listed */

/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [["day", 86400], ["hour", 3600], ["minute", 60]];

/** @param {number} seconds since 1970 */
function ago(seconds) {
  const passed = Math.max(0, Date.now() / 1000 - seconds);
  const words = new Intl.RelativeTimeFormat(currentLanguage(), { numeric: "auto" });
  const [unit, length] = UNITS.find(([, each]) => passed >= each) ?? ["minute", Infinity];
  return length === Infinity ? t("home.now") : words.format(-Math.floor(passed / length), unit);
}

/**
 * The name of a game without its explanation.
 * @param {string} title
 */
export const shortTitle = (title) => title.split(/\s*:/)[0];

/**
 * @param {Listed} game
 * @param {(game: Listed) => void} onRemove
 */
function row(game, onRemove) {
  const players = game.players.map((name) => playerLabel(name) || t("player.person")).join(" – ");
  const how = game.ended === null ? plural("home.turns", game.turns) : sentence(game.ended);
  return h(
    "li",
    { class: game.ended === null ? "going" : "ended" },
    h(
      "a",
      { href: `#/game/${encodeURIComponent(game.id)}` },
      h("strong", {}, shortTitle(sentence(game.title))),
      h("span", { class: "who" }, players),
      h("span", { class: "how" }, `${how} · ${ago(game.updated)}`),
    ),
    button("", "✕", () => onRemove(game), { class: "quiet", "aria-label": t("home.remove", { players }) }),
  );
}

/** @param {HTMLElement} host */
async function showGames(host) {
  /** @type {import("./types.d.ts").GameList} */
  const { games } = await get("/api/games");
  const drop = async (/** @type {Listed} */ game) => {
    if (!(await ask(t("home.removeSure"), t("home.removeYes"), t("no")))) return;
    await remove(`/api/games/${encodeURIComponent(game.id)}`);
    await showGames(host);
  };
  const sorted = [...games].sort((a, b) => Number(a.ended !== null) - Number(b.ended !== null) || b.updated - a.updated);
  const list = h("ul", { class: "games" }, ...sorted.map((game) => row(game, (each) => void drop(each))));
  fill(host, h("h2", {}, t("home.games")), games.length === 0 ? h("p", { class: "faint" }, t("home.noGames")) : list);
}

/**
 * @param {HTMLElement} host
 * @param {import("./app.js").Route} _
 * @param {import("./app.js").Context} context
 */
export async function show(host, _, context) {
  context.setTitle("");
  const games = h("section", { class: "my-games", "aria-label": t("home.games") });
  const form = newGameForm(context);
  form.append(games);
  host.append(form);
  await showGames(games).catch((error) => fill(games, h("p", { role: "alert" }, sentence(error.message))));
}
