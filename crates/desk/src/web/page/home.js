// @ts-check
// The first page: a new game, and the games that the server knows.

import * as api from "./api.js";
import { ask, button, fill, h, say } from "./dom.js";
import { splitTitle } from "./names.js";
import { newGameForm } from "./new_game.js";
import { currentLanguage, plural, sentence, t, why } from "./texts.js";

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
 * @param {Listed} game
 * @param {(game: Listed) => void} onRemove
 */
function row(game, onRemove) {
  const players = game.players.map((name, seat) => name && sentence(name, game.playersSaid[seat]) || t("player.person")).join(" – ");
  const how = game.ended === null ? plural("home.turns", game.turns) : sentence(game.ended, game.endedSaid);
  return h(
    "li",
    { class: game.ended === null ? "going" : "ended" },
    h(
      "a",
      { href: `#/game/${encodeURIComponent(game.id)}` },
      h("strong", {}, splitTitle({ name: game.game, title: game.title })[0]),
      h("span", { class: "who" }, players),
      h("span", { class: "how" }, `${how} · ${ago(game.updated)}`),
    ),
    button("", "✕", () => onRemove(game), { class: "quiet", "aria-label": t("home.remove", { players }) }),
  );
}

/**
 * Saves all games in a file, and brings in those of one, which is chosen or dropped on the list.
 * @param {HTMLElement} host with the list
 * @param {() => Promise<void>} onOpened
 */
function fileTools(host, onOpened) {
  const said = h("div", { id: "archive-said", role: "status" });
  /** @param {string[]} sentences */
  const tell = (sentences) => fill(said, ...sentences.filter(Boolean).map((one) => h("p", {}, one)));
  const progress = (/** @type {number} */ count) => tell([plural("archive.soFar", count)]);
  let isBusy = false;
  /** @param {() => Promise<string[]>} deed */
  const alone = async (deed) => {
    if (isBusy) return;
    isBusy = true;
    tell([t("archive.working")]);
    tell(await deed().catch((error) => [why(error)]));
    isBusy = false;
  };
  const save = () =>
    alone(async () => {
      const [{ saveAll }, { download }] = await Promise.all([import("./archive.js"), import("./share.js")]);
      const { file, count, unread, notes } = await saveAll(api, progress);
      download(`quintet-${new Date().toISOString().slice(0, 10)}.jsonl`, file.type, file);
      return [plural("archive.saved", count), unread > 0 ? t("home.unread", { count: unread }) : "", ...notes];
    });
  const take = (/** @type {Blob | null | undefined} */ file) =>
    file && alone(async () => {
      const { taken, known, notes, unsaid } = await (await import("./archive.js")).openAll(api, file, progress);
      await onOpened();
      const counts = [taken > 0 || known === 0 ? plural("archive.taken", taken) : "", known > 0 ? plural("archive.known", known) : ""];
      return [...counts, ...notes, unsaid > 0 ? t("archive.more", { count: unsaid }) : ""];
    });
  const field = h("input", { type: "file", id: "archive-file", class: "unseen", onchange: () => {
    void take(field.files?.[0]);
    field.value = "";
  } });
  host.ondragover = (event) => event.preventDefault();
  host.ondrop = (event) => {
    event.preventDefault();
    void take(event.dataTransfer?.files[0]);
  };
  const open = h("label", { class: "button", for: "archive-file" }, t("archive.open"), field);
  return h("div", { class: "archive" }, h("div", { class: "buttons" }, button("archive-save", t("archive.save"), save), open), said);
}

/**
 * Shows the games; after those that are shown already, older ones.
 * @param {HTMLElement} host
 * @param {Listed[]} [known]
 * @param {number} [before]
 */
async function showGames(host, known = [], before) {
  /** @type {import("./types.d.ts").GameList} */
  const { games, older, unread } = await api.get(before === undefined ? "/api/games" : `/api/games?before=${before}`);
  showList(host, [...known, ...games], older, unread);
}

/**
 * @param {HTMLElement} host
 * @param {Listed[]} games
 * @param {number | null} older before which number the list goes on
 * @param {number} unread
 */
function showList(host, games, older, unread) {
  const said = h("p", { role: "alert" });
  /** What the server refuses is said here. @param {() => Promise<void>} deed */
  const attempt = (deed) => deed().catch((error) => say(said, why(error)));
  const drop = async (/** @type {Listed} */ game) => {
    if (!(await ask(t("home.removeSure"), t("home.removeYes"), t("no")))) return;
    await api.remove(`/api/games/${encodeURIComponent(game.id)}`);
    showList(host, games.filter((other) => other !== game), older, unread);
  };
  const sorted = [...games].sort((a, b) => Number(a.ended !== null) - Number(b.ended !== null) || b.updated - a.updated);
  const list = h("ul", { class: "games" }, ...sorted.map((game) => row(game, (each) => void attempt(() => drop(each)))));
  const more = older !== null && button("older", t("home.older"), () => void attempt(() => showGames(host, games, older)));
  const left = unread > 0 && h("p", { class: "faint" }, t("home.unread", { count: unread }));
  fill(host, h("h2", {}, t("home.games")), games.length === 0 ? h("p", { class: "faint" }, t("home.noGames")) : list, said, left, more);
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
  const list = h("div", {});
  const showAll = () => showGames(list).catch((error) => fill(list, h("p", { role: "alert" }, why(error))));
  games.append(list, fileTools(games, showAll));
  form.append(games);
  host.append(form);
  await showAll();
}
