// @ts-check
// The games of which the explorer tells: one's own and those of a file. They are read once; what was played at a position is
// looked up by its place.

import { LONGEST, SIZE, linesIn, linesOfGames, patiently } from "./archive.js";
import { sentence, t } from "./texts.js";

/** @typedef {import("./types").Step} Step */
/** @typedef {import("./types").StepsAnswer} StepsAnswer */
/** @typedef {import("./archive.js").Api} Api */

/** So many notes are shown. */
const NOTES = 20;

export class GameSteps {
  constructor() {
    /** What was played, by the place where it was. @type {Map<string, Step[]>} */
    this.steps = new Map();
    this.games = 0;
    this.unfinished = 0;
    this.others = 0;
    this.unread = 0;
    /** @type {string[]} */
    this.notes = [];
  }

  /** @param {StepsAnswer} answer */
  add({ steps, games, unfinished, others, unread, notes, said }) {
    for (const step of steps) {
      const here = this.steps.get(step.here);
      if (here) here.push(step);
      else this.steps.set(step.here, [step]);
    }
    this.games += games;
    this.unfinished += unfinished;
    this.others += others;
    this.unread += unread;
    this.note(notes.map((note, index) => sentence(note, said[index])));
  }

  /** @param {string[]} notes */
  note(notes) {
    this.notes.push(...notes.slice(0, NOTES - this.notes.length));
  }

  /** @param {string} place */
  at(place) {
    return this.steps.get(place) ?? [];
  }
}

/**
 * The games of a game that are kept, one's own and everybody's.
 * @param {Api} api @param {string} game @param {GameSteps} found @param {() => boolean} onProgress whether somebody still waits
 */
export async function keptSteps(api, game, found, onProgress) {
  /** @type {number | null} */
  let older = null;
  do {
    const path = `/api/explore/${encodeURIComponent(game)}${older === null ? "" : `?before=${older}`}`;
    /** @type {StepsAnswer} */
    const part = await patiently(() => api.get(path));
    found.add(part);
    older = part.older;
  } while (onProgress() && older !== null);
}

/**
 * The games of a game in a file, of any format.
 * @param {Api} api @param {string} game @param {GameSteps} found @param {() => boolean} onProgress whether somebody still waits
 * @param {Blob} file
 */
export async function fileSteps(api, game, found, onProgress, file) {
  const read = async (/** @type {string} */ text, /** @type {string | null} */ format) => {
    if (text.trim() !== "") found.add(await patiently(() => api.post("/api/explore/steps", { game, text, format })));
    return onProgress();
  };
  if ((await linesOfGames(file)).hasLines) {
    let text = "";
    for await (const line of linesIn(file)) {
      if (line.text === null) found.note([t("archive.line", { line: line.number, what: t("archive.long") })]);
      else text += `${line.text}\n`;
      if (text.length < SIZE) continue;
      if (!(await read(text, "jsonl"))) return;
      text = "";
    }
    await read(text, "jsonl");
  } else if (file.size > LONGEST) {
    found.note([t("archive.long")]);
  } else {
    await read(await file.text(), null);
  }
}
