// @ts-check
// All games in one file, and back: a line of JSON for each round, a record as every command reads it. On the line of its last
// round a game has a `table`: what it has besides its record, and its variations where a record cannot hold them. The table of
// the last game has what is practised, too.
//
// A file is written and read in pieces, so that few games are in memory at once.

import { changeKept, keptBy } from "./exercises.js";
import { lineOf, treeOf, treeOfTable } from "./record.js";
import { merged } from "./repetition.js";
import { sentence, t, why } from "./texts.js";
import { Tree } from "./tree.js";

/** @typedef {import("./types").PageRecord} PageRecord */
/** @typedef {import("./types").ArchivedGame} ArchivedGame */
/** @typedef {import("./types").Exercise} Exercise */
/** @typedef {import("./types").KeptTable & {tree?: string, practice?: Exercise[]}} Table what stands beside a record */
/** @typedef {{records: PageRecord[], table?: Table, line: number}} Found a game in a file, which begins on this line */
/** How many games came in, how many were there already, the notes to show, and how many more notes are not shown.
 * @typedef {{taken: number, known: number, notes: string[], unsaid: number}} Opened */
/** @typedef {{number: number, text: string | null}} Line one that is too long has no text */

/**
 * What answers: the functions of api.js.
 * @typedef {object} Api
 * @property {(path: string) => Promise<any>} get
 * @property {(path: string, body?: unknown) => Promise<any>} post
 * @property {(path: string, body?: unknown) => Promise<any>} put
 */

/** So many lines are read at a time, and so many games taken in; fewer once they have so many characters. */
const LINES = 50;
const GAMES = 20;
export const SIZE = 1 << 19;
/** A request has at most 4 MiB, and a character takes up to three bytes. */
export const LONGEST = 1_300_000;
/** So many lines at the beginning say what kind of file it is. */
const TRIED = 20;
/** So many notes are shown. */
const NOTES = 100;
/** A server that is asked too often is asked again after a while, in milliseconds. */
const AGAIN_MS = 1_000;
const BUSY = 429;

/** @template T @param {() => Promise<T>} ask @returns {Promise<T>} */
export async function patiently(ask) {
  for (let tries = 0; ; tries++) {
    try {
      return await ask();
    } catch (error) {
      if (Object(error).status !== BUSY || tries === 30) throw error;
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}

/** The tree of a game with what is kept of its variations. @param {PageRecord} record @param {string} text */
function wholeTree(record, text) {
  const tree = treeOf(record);
  tree.merge(treeOfTable(text, record.moves));
  return tree;
}

/** A record with the comments, marks and variations of a tree, as far as they stand at its turns. @param {PageRecord} record @param {Tree} tree */
function withNotes(record, tree) {
  let at = tree.addLine(record.opening ?? []);
  const turns = record.turns.map((turn) => {
    const others = at.children.filter((child) => child.turn !== turn.turn);
    at = tree.add(at, turn.turn);
    return { ...turn, comment: at.comment || undefined, mark: /** @type {typeof turn.mark} */ (at.mark || undefined), variations: others.map(lineOf) };
  });
  return { ...record, comment: tree.root.comment || undefined, turns };
}

/** What a record says beside its game: comments, marks and variations, as a table keeps them. @param {PageRecord} record */
function notesOf(record) {
  const tree = treeOf(record);
  const main = tree.main();
  for (const node of [tree.root, ...main]) node.data = null;
  // Turns of which nothing is said need not be named.
  for (let node = main.at(-1); node?.parent && !node.comment && !node.mark && node.parent.children.length === 1; node = node.parent) {
    node.parent.children = [];
  }
  return tree.write();
}

/** A record without what `notesOf` says. @param {PageRecord} record @returns {PageRecord} */
const withoutNotes = ({ comment, turns, ...record }) => ({
  ...record,
  turns: turns.map(({ comment, mark, variations, ...turn }) => ({ ...turn, variations: [] })),
});

/**
 * The records of some games as lines, with their variations as far as `hasNotes`.
 * @param {Api} api @param {ArchivedGame[]} games @param {boolean} hasNotes
 * @returns {Promise<string[][]>} for each game
 */
async function linesOf(api, games, hasNotes) {
  const noted = games.map(({ records, tree }) => {
    const last = records[records.length - 1];
    return hasNotes ? [...records.slice(0, -1), withNotes(last, wholeTree(last, tree))] : records;
  });
  const [{ game }] = noted[0];
  const file = await patiently(() => api.post("/api/export", { game, records: noted.flat(), format: "jsonl" }));
  /** @type {string[]} */
  const lines = file.text.trimEnd().split("\n");
  return noted.map((records) => lines.splice(0, records.length));
}

/**
 * The text of a game: its lines, and its table beside the last.
 * @param {ArchivedGame} game @param {string[]} lines
 */
function textOf({ records, table, tree }, lines) {
  const last = records[records.length - 1];
  const read = /** @type {PageRecord} */ (JSON.parse(lines[lines.length - 1]));
  // What comes back from the line is to be the same tree.
  const isWhole = wholeTree(last, notesOf(read)).write() === wholeTree(last, tree).write();
  const beside = (/** @type {string} */ line, /** @type {unknown} */ what) => `${line.slice(0, -1)},"table":${JSON.stringify(what)}}\n`;
  const earlier = lines.slice(0, -1).map((line) => beside(line, { id: table.id }));
  return earlier.join("") + beside(lines[lines.length - 1], isWhole ? table : { ...table, tree });
}

/**
 * The texts of some games; what cannot be written is told. A game that cannot be written with its variations has them as text.
 * @param {Api} api @param {ArchivedGame[]} games @param {(error: unknown, game: ArchivedGame) => void} onLost
 * @returns {Promise<string[]>}
 */
async function textsOf(api, games, onLost) {
  const attempts = [() => linesOf(api, games, true), ...(games.length === 1 ? [() => linesOf(api, games, false)] : [])];
  /** @type {unknown} */
  let refused;
  for (const attempt of games.length > 0 ? attempts : []) {
    try {
      const lines = await attempt();
      return games.map((game, index) => textOf(game, lines[index]));
    } catch (error) {
      if (Object(error).status === 0 || Object(error).status === undefined) throw error;
      refused = error;
    }
  }
  if (games.length === 1) onLost(refused, games[0]);
  if (games.length < 2) return [];
  const half = games.length >> 1;
  return [...(await textsOf(api, games.slice(0, half), onLost)), ...(await textsOf(api, games.slice(half), onLost))];
}

/** The text of a game with what is practised in its table. @param {string} text @param {Exercise[]} exercises */
const withPractice = (text, exercises) => (exercises.length === 0 ? text : `${text.slice(0, -3)},"practice":${JSON.stringify(exercises)}}}\n`);

/**
 * All games that are looked for, as a file, in the order in which they were begun.
 * @param {Api} api @param {(games: number) => void} onProgress @param {string} [query] what is looked for, as in an address
 * @returns {Promise<{file: Blob, count: number, unread: number, notes: string[]}>}
 */
export async function saveAll(api, onProgress, query = "") {
  let file = new Blob([], { type: "application/x-ndjson" });
  let count = 0;
  let unread = 0;
  /** @type {string[]} */
  const notes = [];
  const asked = new URLSearchParams(query);
  const { exercises } = query === "" ? await patiently(() => keptBy(api)) : { exercises: [] };
  for (;;) {
    /** @type {import("./types").ArchivePart} */
    const part = await patiently(() => api.get(asked.size > 0 ? `/api/archive?${asked}` : "/api/archive"));
    const texts = await textsOf(api, part.games, (error, { table }) => {
      unread += 1;
      notes.push(`${table.id}: ${why(error)}`);
    });
    // What is practised belongs to no game: it stands beside the last.
    if (count === 0 && texts.length > 0) texts[0] = withPractice(texts[0], exercises);
    count += texts.length;
    unread += part.unread;
    notes.push(...part.notes.map((note, index) => sentence(note, part.said[index])));
    // The newest come first.
    file = new Blob([texts.reverse().join(""), file], { type: file.type });
    onProgress(count);
    if (part.older === null) break;
    asked.set("before", String(part.older));
  }
  return { file, count, unread, notes: notes.slice(0, NOTES) };
}

/** The lines of a file, which is not in memory as a whole. @param {Blob} file @returns {AsyncGenerator<Line>} */
export async function* linesIn(file) {
  const reader = file.stream().pipeThrough(new TextDecoderStream()).getReader();
  let [number, text, isLong] = [1, "", false];
  for (;;) {
    const { done, value } = await reader.read();
    const parts = (done ? "\n" : value).split("\n");
    for (const [index, part] of parts.entries()) {
      if (index > 0) {
        yield { number: number++, text: isLong ? null : text };
        [text, isLong] = ["", false];
      }
      isLong ||= text.length + part.length > LONGEST;
      text = isLong ? "" : text + part;
    }
    if (done) return;
  }
}

/** The object on a line, or nothing. @param {string} text @returns {any} */
function objectOf(text) {
  try {
    const value = JSON.parse(text);
    return typeof value === "object" && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/** Whether a file has a game on each line; and whether it is more than the record of one game. @param {Blob} file */
export async function linesOfGames(file) {
  let [tried, games, isTable] = [0, 0, false];
  for await (const { text } of linesIn(file)) {
    const found = text && objectOf(text);
    if (typeof found?.game === "string" && Array.isArray(found.turns)) {
      games += 1;
      isTable ||= found.table !== undefined;
    }
    if ((text !== "" && ++tried === TRIED) || games > 1 || isTable) break;
  }
  return { hasLines: games > 0, isMany: games > 1 || isTable };
}

/** Brings the games of a file in. */
class Opening {
  /** @param {Api} api @param {(games: number) => void} onProgress */
  constructor(api, onProgress) {
    this.api = api;
    this.onProgress = onProgress;
    this.taken = 0;
    this.known = 0;
    /** What is to be said, by line. @type {[number, string][]} */
    this.notes = [];
    /** How many notes there would be. */
    this.noted = 0;
    /** A game of which another round may come. @type {Found | null} */
    this.last = null;
    /** Games that are whole. @type {Found[]} */
    this.whole = [];
    this.size = 0;
    /** What is practised. @type {Exercise[]} */
    this.exercises = [];
  }

  /** @param {string} what @param {number} [line] */
  note(what, line = 0) {
    this.noted += 1;
    if (this.notes.length < NOTES) this.notes.push([line, /[.?!]$/.test(what) ? what : `${what}.`]);
  }

  /** @param {number} line @param {string} what */
  noteLine(line, what) {
    this.note(t("archive.line", { line, what }), line);
  }

  /** Another record of the file. @param {PageRecord} record @param {Table | undefined} table @param {number} line */
  async add(record, table, line) {
    if (this.last?.table && table && this.last.table.id === table.id && !this.last.table.seats) {
      this.last.records.push(record);
      this.last.table = table;
    } else {
      await this.close();
      this.last = { records: [record], table, line };
    }
  }

  /** No more rounds of the last game come. */
  async close() {
    if (!this.last) return;
    const { table } = this.last;
    this.size += this.last.records.reduce((sum, { moves }) => sum + 100 * moves.length, table?.tree?.length ?? 0);
    this.whole.push(this.last);
    this.last = null;
    if (this.whole.length >= GAMES || this.size >= SIZE) await this.send();
  }

  async send() {
    const games = this.whole;
    [this.whole, this.size] = [[], 0];
    await this.takeIn(games);
    this.onProgress(this.taken + this.known);
  }

  /** @param {Found[]} games */
  async takeIn(games) {
    if (games.length === 0) return;
    const sent = games.map(({ records, table }) => {
      const { tree = notesOf(records[records.length - 1]), practice = [], ...rest } = table ?? {};
      if (Array.isArray(practice)) this.exercises.push(...practice.filter((one) => Object(one) === one));
      return { records: records.map(withoutNotes), table: table ? rest : null, tree };
    });
    /** @type {import("./types").TakenGame[]} */
    let taken;
    try {
      taken = (await patiently(() => this.api.post("/api/archive", { games: sent }))).games;
    } catch (error) {
      const { status = 0 } = Object(error);
      if (status < 400 || status >= 500) throw error;
      if (games.length === 1) return this.noteLine(games[0].line, why(error));
      for (const game of games) await this.takeIn([game]);
      return;
    }
    for (const [index, game] of taken.entries()) {
      if (game.error !== undefined) this.noteLine(games[index].line, sentence(game.error, game.said));
      else if (game.isNew) this.taken += 1;
      else {
        this.known += 1;
        await this.addNotes(game, sent[index].tree);
      }
    }
  }

  /** What the file says is practised is practised here, too. */
  async keepPractice() {
    const { exercises } = this;
    if (exercises.length > 0) await patiently(() => changeKept(this.api, (known) => merged(known, exercises)));
  }

  /** A game that is there already gets the variations that it has not. @param {import("./types").TakenGame} game @param {string} text */
  async addNotes({ id = "", version, text: known }, text) {
    if (text === "" || text === known) return;
    const tree = Tree.read(known);
    const before = tree.write();
    tree.merge(Tree.read(text));
    if (tree.write() === before) return;
    await patiently(() => this.api.put(`/api/games/${encodeURIComponent(id)}/tree`, { version, text: tree.write() }));
  }

  /** Reads some lines, each of them an object. @param {Line[]} lines */
  async readLines(lines) {
    if (lines.length === 0) return;
    const text = lines.map((line) => line.text).join("\n");
    /** @type {import("./types").ReadRecords} */
    let answer;
    try {
      answer = await patiently(() => this.api.post("/api/import", { text, format: "jsonl" }));
    } catch (error) {
      const { status = 0 } = Object(error);
      if (status < 400 || status >= 500) throw error;
      if (lines.length > 1) return this.readHalves(lines);
      return this.noteLine(lines[0].number, why(error));
    }
    if (lines.length > 1 && answer.said.some(({ code }) => code === "server.too_slow")) return this.readHalves(lines);
    answer.said.forEach((said, index) => {
      const { place, what } = Object(said.values);
      const line = lines[said.code === "server.of_game" ? place - 1 : 0];
      const text = answer.notes[index];
      this.noteLine(line.number, said.code === "server.of_game" ? sentence(text.slice(text.indexOf(": ") + 2), what) : sentence(text, said));
    });
    for (const [index, record] of answer.games.entries()) {
      const { number, text } = lines[answer.places[index] - 1];
      await this.add(record, objectOf(text ?? "")?.table, number);
    }
  }

  /** @param {Line[]} lines */
  async readHalves(lines) {
    const half = lines.length >> 1;
    await this.readLines(lines.slice(0, half));
    await this.readLines(lines.slice(half));
  }

  /** A file with a game on each line. @param {Blob} file */
  async readFile(file) {
    /** @type {Line[]} */
    let lines = [];
    let size = 0;
    const read = async () => {
      const all = lines;
      [lines, size] = [[], 0];
      await this.readLines(all);
    };
    for await (const line of linesIn(file)) {
      if (line.text === null) this.noteLine(line.number, t("archive.long"));
      else if (line.text.trim() === "") continue;
      else if (!objectOf(line.text)) this.noteLine(line.number, t("archive.noGame"));
      else {
        lines.push(line);
        size += line.text.length;
      }
      if (lines.length >= LINES || size >= SIZE) await read();
    }
    await read();
  }

  /** A file of another kind. @param {Blob} file */
  async readText(file) {
    if (file.size > LONGEST) return this.note(t("archive.long"));
    const answer = /** @type {import("./types").ReadRecords} */ (await patiently(async () => this.api.post("/api/import", { text: await file.text() })));
    answer.notes.forEach((note, index) => this.note(sentence(note, answer.said[index])));
    for (const [index, record] of answer.games.entries()) await this.add(record, undefined, answer.places[index]);
  }
}

/**
 * Brings all games of a file in, of any format. What came in before something went wrong stays.
 * @param {Api} api @param {Blob} file @param {(games: number) => void} onProgress
 * @returns {Promise<Opened>}
 */
export async function openAll(api, file, onProgress) {
  const opening = new Opening(api, onProgress);
  try {
    await ((await linesOfGames(file)).hasLines ? opening.readFile(file) : opening.readText(file));
    await opening.close();
    await opening.send();
    await opening.keepPractice();
  } catch (error) {
    opening.notes.unshift([0, why(error)]);
  }
  const { taken, known, notes, noted } = opening;
  const inOrder = notes.sort(([one], [other]) => one - other).map(([, what]) => what);
  return { taken, known, notes: inOrder, unsaid: Math.max(0, noted - NOTES) };
}
