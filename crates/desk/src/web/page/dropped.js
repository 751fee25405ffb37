// @ts-check
// What is dropped on the page: found out, said, and opened or taken in.

import * as api from "./api.js";
import { linesOfGames, openAll } from "./archive.js";
import { button, h } from "./dom.js";
import { understandAny } from "./import.js";
import { address } from "./link.js";
import { GAMES_CHANGED } from "./my_games.js";
import { splitTitle } from "./names.js";
import { hideNotice, showNotice } from "./notice.js";
import { recordOf } from "./record.js";
import { plural, t, why } from "./texts.js";
import { openDialog } from "./widgets.js";

/** @typedef {import("./import.js").Found} Found */
/** @typedef {{games: import("./types.d.ts").GameInfo[], at: string | null, navigate: (hash: string) => void}} Where `at` is the game that the page is about */

/** A file longer than this is no single game. */
const LONG = 1_300_000;
const SAID_MS = 10_000;

/** What has come of a file of games, in sentences. @param {import("./archive.js").Opened} opened */
export function openedWords({ taken, known, notes, unsaid }) {
  const counts = [taken > 0 || known === 0 ? plural("archive.taken", taken) : "", known > 0 ? plural("archive.known", known) : ""];
  return [...counts, ...notes, unsaid > 0 ? t("archive.more", { count: unsaid }) : ""].filter(Boolean);
}

const closing = () => button("notice-close", t("close"), hideNotice);

/** Takes the games of files in. @param {Blob[]} files @param {string} what they are @param {Where} where */
async function takeIn(files, what, { navigate }) {
  /** @type {string[]} */
  const said = [];
  for (const file of files) {
    const progress = (/** @type {number} */ count) => showNotice([what, plural("archive.soFar", count)]);
    progress(0);
    said.push(...openedWords(await openAll(api, file, progress)));
  }
  window.dispatchEvent(new Event(GAMES_CHANGED));
  const toGames = button("to-games", t("home.games"), () => {
    hideNotice();
    navigate("#/");
  });
  showNotice([what, ...said], [toGames, closing()]);
}

/** What it is, such as "A game: YINSH, Ann – Bob, turns: 34". @param {Found} found @param {Where} where */
function nameOf({ kind, title, start, tree }, { games }) {
  const game = games.find(({ name }) => name === start.game);
  const name = game ? splitTitle(game)[0] : start.game;
  if (kind === "position") return t("drop.position", { game: name });
  if (kind === "turns") return t("drop.turns", { game: name, count: tree.main().length });
  return t("drop.record", { what: title.startsWith(name) ? title : `${name}, ${title}` });
}

/** Asks what to do with a game, or which of several it is. @param {Found[]} found @param {string[]} notes @param {Blob} file @param {Where} where */
function offer(found, notes, file, where) {
  const analyse = (/** @type {Found} */ { start, tree }) => {
    const moves = tree.main().map((node) => node.turn);
    where.navigate(address("analyse", { ...start, moves }, { tree: tree.write() }));
  };
  const way = (/** @type {Found} */ one) => button("", found.length === 1 ? t("drop.analyse") : nameOf(one, where), () => analyse(one), { class: "primary drop-analyse" });
  const [first] = found;
  const game = first.kind === "record" ? file : new Blob([JSON.stringify(recordOf(first.start, first.tree))]);
  const take = found.length === 1 && first.kind !== "position" && button("drop-take", t("drop.take"), () => {
    close();
    void guarded(() => takeIn([game], nameOf(first, where), where));
  });
  const what = found.length === 1 ? nameOf(first, where) : t("drop.which");
  const close = openDialog("dropped", t("drop.title"),
    h("div", {}, h("p", { id: "dropped-what" }, what), notes.map((note) => h("p", { class: "faint" }, note)), h("div", { class: "buttons" }, found.map(way), take)));
}

/** @param {Blob} file @param {Where} where */
async function takeOne(file, where) {
  const { isMany } = await linesOfGames(file);
  if (isMany || file.size > LONG) return takeIn([file], t("drop.archive"), where);
  const { found, notes } = await understandAny(await file.text(), where.at, where.games.map(({ name }) => name));
  if (found.length > 1 && found.every(({ kind }) => kind === "record")) return takeIn([file], t("drop.games", { count: found.length }), where);
  if (found.length === 0) return showNotice([t("drop.nothing"), ...notes], [closing()]);
  hideNotice();
  offer(found, notes, file, where);
}

/** What goes wrong is said. @param {() => Promise<void>} deed */
async function guarded(deed) {
  try {
    await deed();
  } catch (error) {
    showNotice([t("drop.nothing"), why(error)], [closing()]);
  }
}

/** @param {{files: File[], text: string}} dropped @param {Where} where */
export async function takeDropped({ files, text }, where) {
  if (files.length === 0 && text.trim() === "") return;
  showNotice([t("setup.reading")], [], SAID_MS);
  const [file = new Blob([text])] = files;
  await guarded(() => (files.length > 1 ? takeIn(files, plural("drop.files", files.length), where) : takeOne(file, where)));
}
