// @ts-check
// The games that are kept: the list of them, what is looked for in it, removing games, and files of games.

import * as api from "./api.js";
import { button, fill, h, say } from "./dom.js";
import { splitTitle } from "./names.js";
import { isLeaving, removeLater } from "./removal.js";
import { searchForm } from "./search_games.js";
import { currentLanguage, plural, sentence, t, why } from "./texts.js";

/** @typedef {import("./types.d.ts").GameList} GameList */
/** @typedef {GameList["games"][number]} Listed */

/** What is sent to the window when games have come in. */
export const GAMES_CHANGED = "games-changed";
/** Who looks for few games among many asks again until so many are found, or the list ends. */
const ENOUGH = 20;
/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [["day", 86400], ["hour", 3600], ["minute", 60]];

/** @param {number} seconds since 1970 */
function ago(seconds) {
  const passed = Math.max(0, Date.now() / 1000 - seconds);
  const words = new Intl.RelativeTimeFormat(currentLanguage(), { numeric: "auto" });
  const [unit, length] = UNITS.find(([, each]) => passed >= each) ?? ["minute", Infinity];
  return length === Infinity ? t("home.now") : words.format(-Math.floor(passed / length), unit);
}

/** What somebody at a seat, from 0, is called; empty for a person without a name. @param {Listed} game @param {number} seat */
const called = (game, seat) => game.players[seat] && sentence(game.players[seat], game.playersSaid[seat]);

/** @param {Listed} game */
const nameOf = (game) => splitTitle({ name: game.game, title: game.title })[0];

/** @param {Listed} game */
function row(game) {
  const players = game.players.map((_, seat) => called(game, seat) || t("player.person")).join(" – ");
  const how = game.ended === null ? plural("home.turns", game.turns) : sentence(game.ended, game.endedSaid);
  return h("li", { class: game.ended === null ? "going" : "ended" },
    h("a", { href: `#/game/${encodeURIComponent(game.id)}` },
      h("strong", {}, nameOf(game)), h("span", { class: "who" }, players), h("span", { class: "how" }, `${how} · ${ago(game.updated)}`),
    ),
    button("", "✕", () => removeLater(game.id), { class: "quiet", "aria-label": t("home.remove", { players }) }),
  );
}

/**
 * The way to the game that somebody was playing last, if one goes on.
 * @param {Listed[]} games
 */
export function goOnLink(games) {
  const going = games.filter(({ id, ended, mine }) => ended === null && mine.length > 0 && !isLeaving(id));
  const last = going.sort((one, other) => other.updated - one.updated)[0];
  if (!last) return null;
  const others = last.players.flatMap((_, seat) => (last.mine.includes(seat + 1) ? [] : [called(last, seat) || t("player.person")]));
  const words = { game: nameOf(last), turn: last.turns + 1, others: others.join(", ") };
  return h("a", { id: "go-on", class: "panel go-on", href: `#/game/${encodeURIComponent(last.id)}` },
    h("strong", {}, t("home.goOn")), " ", others.length > 0 ? t("home.goOnAgainst", words) : t("home.goOnHere", words));
}

/**
 * Saves games in a file, and brings in those of one.
 * @param {() => string} found what is looked for
 */
function fileTools(found) {
  const said = h("div", { id: "archive-said", role: "status" });
  /** @param {string[]} sentences */
  const tell = (sentences) => fill(said, sentences.filter(Boolean).map((one) => h("p", {}, one)));
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
  const save = (/** @type {string} */ query) =>
    alone(async () => {
      const [{ saveAll }, { download }] = await Promise.all([import("./archive.js"), import("./share.js")]);
      const { file, count, unread, notes } = await saveAll(api, progress, query);
      download(`quintet-${new Date().toISOString().slice(0, 10)}.jsonl`, file.type, file);
      return [plural("archive.saved", count), unread > 0 ? t("home.unread", { count: unread }) : "", ...notes];
    });
  const take = (/** @type {Blob | undefined} */ file) =>
    file && alone(async () => {
      const [{ openAll }, { openedWords }] = await Promise.all([import("./archive.js"), import("./dropped.js")]);
      const opened = await openAll(api, file, progress);
      window.dispatchEvent(new Event(GAMES_CHANGED));
      return openedWords(opened);
    });
  const field = h("input", { type: "file", id: "archive-file", class: "unseen", onchange: () => {
    void take(field.files?.[0]);
    field.value = "";
  } });
  const open = h("label", { class: "button", for: "archive-file" }, t("archive.open"), field);
  const some = button("archive-save-found", t("archive.saveFound"), () => save(found()), { hidden: true });
  return { some, host: h("div", { class: "archive" }, h("div", { class: "buttons" }, button("archive-save", t("archive.save"), () => save("")), some, open), said) };
}

/** The list of games, with what is looked for in it. */
export class MyGames {
  /** @param {import("./types.d.ts").GameInfo[]} games @param {(games: Listed[]) => void} onListed is told the newest games, whatever is looked for */
  constructor(games, onListed) {
    this.onListed = onListed;
    /** @type {Listed[]} */
    this.games = [];
    /** Before which number the list goes on. @type {number | null} */
    this.older = null;
    this.unread = 0;
    this.query = "";
    /** Grows with every list that is begun, so that an answer for an earlier one is not shown. */
    this.lists = 0;
    this.list = h("div", {});
    this.found = h("p", { id: "search-found", class: "faint", role: "status" });
    this.said = h("p", { class: "problem", role: "alert" });
    this.search = searchForm(games, (query) => {
      this.query = query;
      this.files.some.hidden = query === "";
      void this.show();
    });
    this.files = fileTools(() => this.query);
    this.host = h("section", { class: "my-games", "aria-label": t("home.games") },
      h("h2", {}, t("home.games")), this.search, this.found, this.list, this.said, this.files.host);
  }

  /** Asks for the list anew. */
  async show() {
    [this.games, this.older, this.unread] = [[], null, 0];
    await this.more();
  }

  /** Asks for more of it. */
  async more() {
    const mine = ++this.lists;
    const isAll = this.query === "";
    const isFirst = this.older === null;
    const enough = this.games.length + ENOUGH;
    try {
      do {
        const asked = new URLSearchParams(this.query);
        if (this.older !== null) asked.set("before", String(this.older));
        /** @type {GameList} */
        const { games, older, unread } = await api.get(`/api/games${asked.size > 0 ? `?${asked}` : ""}`);
        if (mine !== this.lists) return;
        this.games.push(...games);
        [this.older, this.unread] = [older, this.unread + unread];
        this.draw();
      } while (this.older !== null && this.games.length < enough);
      say(this.said, "");
      if (isAll && isFirst) this.onListed(this.games);
    } catch (error) {
      if (mine === this.lists) say(this.said, why(error));
    }
  }

  draw() {
    const listed = this.games.filter(({ id }) => !isLeaving(id));
    const sorted = listed.sort((one, other) => Number(one.ended !== null) - Number(other.ended !== null) || other.updated - one.updated);
    const isSearch = this.query !== "";
    this.search.hidden = !isSearch && listed.length === 0 && this.older === null;
    const none = h("p", { class: "faint" }, t(isSearch ? "search.none" : "home.noGames"));
    const more = this.older !== null && button("older", t("home.older"), () => void this.more());
    const left = this.unread > 0 && h("p", { class: "faint" }, t("home.unread", { count: this.unread }));
    fill(this.list, listed.length === 0 ? none : h("ul", { class: "games" }, sorted.map(row)), left, more);
    say(this.found, isSearch ? plural(this.older === null ? "search.found" : "search.foundSoFar", listed.length) : "");
  }
}
