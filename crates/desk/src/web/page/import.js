// @ts-check
// The paste box: a record in any format, a list of turns or a position text becomes a position with its tree.

import { post } from "./api.js";
import { button, fill, h, say } from "./dom.js";
import { splitTitle } from "./names.js";
import { recordOf, treeOf } from "./record.js";
import { sentence, t, why } from "./texts.js";
import { Tree } from "./tree.js";

/** @typedef {import("./types").PageRecord} GameRecord */
/** @typedef {import("./types").GameLine} Position */
/** @typedef {{kind: "record" | "turns" | "position", title: string, start: Position, tree: Tree}} Found a game that was read; its moves are the main line of the tree */
/** @typedef {{found: Found[], notes: string[]}} Understood the notes are in the language of the page */

/** How a record begins. */
const RECORD = /^\s*([[{<(;]|\p{L}+ ?:|game=)/u;

/** A text of turns without the numbers before them and the result behind them. @param {string} text */
export const withoutNumbers = (text) =>
  text.replace(/(^|[\s(])\d+\.+(?=\S|\s|$)/g, "$1").replace(/\s(1-0|0-1|1\/2-1\/2|½-½|\*|p\dwin|draw|none)\s*$/, "");

/**
 * A note in the language of the page; of a game that is alone without its number.
 * @param {string} text
 * @param {import("./types").Sentence | undefined} said
 * @param {boolean} isAlone
 */
function spokenNote(text, said, isAlone) {
  const what = said?.code === "server.of_game" && isAlone ? said.values?.what : null;
  return what && typeof what === "object" ? sentence(text.slice(text.indexOf(": ") + 2), what) : sentence(text, said);
}

/** @param {string} text @param {string} [format] @param {boolean} [isAlone] @returns {Promise<Understood & {format: string}>} */
async function read(text, format, isAlone = false) {
  const answer = /** @type {import("./types").ReadRecords} */ (await post("/api/import", { text, format }));
  const { games, format: is } = answer;
  const notes = answer.notes.map((note, index) => spokenNote(note, answer.said?.[index], isAlone));
  const found = games.map((game) => ({
    kind: /** @type {Found["kind"]} */ ("record"),
    title: titleOf(game),
    start: { game: game.game, options: game.option, position: game.position },
    tree: treeOf(game),
  }));
  return { found, notes, format: is };
}

/**
 * What a text holds, found out by trying: turns from the start of the game that is meant, perhaps with variations, else a
 * position of it, else a record.
 * @param {string} text
 * @param {{game: string, options?: Record<string, string>}} of
 * @returns {Promise<Understood>}
 */
export async function understand(text, of) {
  const start = { game: of.game, options: of.options ?? {}, position: null };
  const isRecord = RECORD.test(text);
  /** @typedef {Understood & {format?: string, error?: unknown}} Attempt */
  /** @param {() => Promise<Attempt>} how @returns {Promise<Attempt>} */
  const attempt = async (how) => {
    try {
      return await how();
    } catch (error) {
      return { found: [], notes: [], error };
    }
  };
  const asTurns = async () => {
    const tree = Tree.read(withoutNumbers(text));
    if (!tree.root.children[0]) throw new Error(t("setup.nothing"));
    const { found, ...rest } = await read(JSON.stringify(recordOf(start, tree)), "jsonl", true);
    return { ...rest, found: found.map((one) => ({ ...one, kind: /** @type {Found["kind"]} */ ("turns") })) };
  };
  const asPosition = async () => {
    const position = { ...start, position: text.trim() };
    await post("/api/state", position);
    return { found: [{ kind: /** @type {Found["kind"]} */ ("position"), title: "", start: position, tree: new Tree() }], notes: [] };
  };
  const turns = isRecord ? null : await attempt(asTurns);
  if (turns?.found[0] && turns.notes.length === 0) return turns;
  const position = await attempt(asPosition);
  if (position.found[0]) return position;
  const record = await attempt(() => read(text));
  // Bare turns are a record in some format, too, but which game they are of is a guess.
  const isGuess = record.format === "gipf.com" && !isRecord;
  const isOther = isGuess && record.found[0]?.start.game !== of.game;
  const played = turns?.found[0]?.tree.main().length ?? 0;
  if (turns && played > 0 && (record.found.length === 0 || isOther)) return turns;
  if (record.found[0] && turns && isOther) {
    return record.notes[0] ? { found: [], notes: turns.notes } : { found: record.found, notes: [...turns.notes, t("setup.otherGame")] };
  }
  if (record.found[0]) return record;
  // The refusal of what the text looks like helps most.
  const likely = isRecord ? record : text.includes("/") ? position : (turns ?? record);
  if (likely.error) throw likely.error;
  return { found: [], notes: likely.notes };
}

/**
 * All games of whose turns or positions a text may be, found out with one question.
 * @param {string} text @param {string[]} games @returns {Promise<Found[]>}
 */
async function fitting(text, games) {
  const tree = Tree.read(withoutNumbers(text));
  const tries = games.flatMap((game) => {
    const start = { game, options: {}, position: null };
    const turns = { kind: /** @type {Found["kind"]} */ ("turns"), start, tree };
    const position = { kind: /** @type {Found["kind"]} */ ("position"), start: { ...start, position: text.trim() }, tree: new Tree() };
    return tree.root.children[0] ? [turns, position] : [position];
  });
  const lines = tries.map(({ start, tree }) => JSON.stringify(recordOf(start, tree))).join("\n");
  /** @type {import("./types").ReadRecords} */
  const answer = await post("/api/import", { text: lines, format: "jsonl" });
  // What is said of a game is odd in it: it is none of that kind.
  const odd = new Set(answer.said.map(({ code, values }) => (code === "server.of_game" ? values?.place : null)));
  return answer.games.flatMap((game, index) => {
    const place = answer.places[index];
    const { kind, start } = tries[place - 1];
    if (odd.has(place)) return [];
    return [kind === "turns" ? { kind, start, title: titleOf(game), tree: treeOf(game) } : { kind, start, title: "", tree: new Tree() }];
  });
}

/**
 * The same where nothing says which game is meant: a record, else all games of whose turns or positions it may be.
 * @param {string} text
 * @param {string | null} likely the game that is meant if the text fits it
 * @param {string[]} games
 * @returns {Promise<Understood>}
 */
export async function understandAny(text, likely, games) {
  const isRecord = RECORD.test(text);
  if (!isRecord) {
    const found = await fitting(text, games);
    const meant = found.filter(({ start }) => start.game === likely);
    if (found.length > 0) return { found: meant.length > 0 ? meant : found, notes: [] };
  }
  return read(text);
}

/**
 * @param {() => {game: string, options?: Record<string, string>}} current the game for turns and positions
 * @param {(position: Position, tree: Tree) => void} onFound
 */
export function pasteBox(current, onFound) {
  const box = h("textarea", { id: "paste", rows: 4, spellcheck: false, "aria-label": t("setup.paste"), placeholder: t("setup.pasteHint") });
  box.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void go();
  });
  const said = h("p", { id: "paste-said", role: "status" });
  const wrong = h("p", { id: "paste-wrong", class: "problem", role: "alert" });
  /** Says what is wrong with what was pasted, and marks the field. @param {string} text */
  const refuse = (text) => {
    say(wrong, text);
    if (text === "") for (const name of ["aria-invalid", "aria-describedby"]) box.removeAttribute(name);
    else for (const [name, value] of [["aria-invalid", "true"], ["aria-describedby", "paste-wrong"]]) box.setAttribute(name, value);
  };
  box.addEventListener("input", () => refuse(""));
  const list = h("div", { class: "found" });

  /** @param {Found} game */
  const take = ({ start, tree }) => {
    tree.go(tree.main().at(-1) ?? tree.root);
    onFound(start, tree);
  };
  const go = async () => {
    if (box.value.trim() === "") return;
    fill(list);
    refuse("");
    say(said, t("setup.reading"));
    try {
      const { found, notes } = await understand(box.value, current());
      if (found.length === 1 && notes.length === 0) return take(found[0]);
      const count = found.length > 1 ? [t("setup.games", { count: found.length })] : [];
      say(said, count.join(" "));
      refuse(notes.map(noted).join(" "));
      fill(list,
        h("ul", {},
          found.map((game) =>
            h("li", {}, button("", game.title || t("setup.open"), () => take(game))),
          ),
        ),
      );
    } catch (error) {
      say(said, "");
      refuse(why(error));
    }
  };
  const file = h("input", { type: "file", id: "paste-file", class: "unseen", onchange: () => readFile() });
  const readFile = async () => {
    box.value = (await file.files?.[0]?.text()) ?? box.value;
    await go();
  };
  const open = h("label", { class: "button", for: "paste-file" }, t("setup.file"), file);
  return h("div", { class: "paste" }, box, h("div", { class: "buttons" }, button("paste-go", t("setup.read"), go), open), said, wrong, list);
}

/** What is odd as a sentence. @param {string} note */
const noted = (note) => {
  return /[.?!]$/.test(note) ? note : `${note}.`;
};

/** @param {GameRecord} game */
export function titleOf(game) {
  const players = (game.seats ?? []).map(({ name }) => name).filter(Boolean).join(" – ");
  const words = [players || splitTitle({ name: game.game, title: game.title ?? game.game })[0], t("setup.turns", { count: game.moves?.length ?? 0 }), game.result === "none" ? "" : game.result];
  return words.filter(Boolean).join(", ");
}
