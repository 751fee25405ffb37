// @ts-check
// What is to be done now, in a sentence, and how the game has ended; what changes is said to screen readers.

import { announce } from "./announce.js";
import { fill, h, say } from "./dom.js";
import { instructionOf, split } from "./instruction.js";
import { mayDecide, nameOf } from "./table_state.js";
import { colourName, sentence, t } from "./texts.js";

/** @typedef {import("./types.d.ts").SeenGame} GameView */

/**
 * @param {GameView} table
 * @param {number | null} as
 * @param {import("./touch.js").Selection} selection
 */
function task(table, as, selection) {
  const { state, paused, thinking, running } = table;
  const label = (/** @type {number | null} */ seat) => (seat === null ? "" : nameOf(table, seat, colourName));
  if (paused) return t("status.paused");
  if (thinking !== null) return t("status.thinks", { name: label(thinking) });
  if (mayDecide(table, as)) return instructionOf(state, selection);
  return t("status.waits", { name: label(state.decides ?? running) });
}

/**
 * @param {{ instruction: HTMLElement, result: HTMLElement }} hosts
 * @param {GameView} table
 * @param {number | null} as
 * @param {boolean} looking whether another position is looked at
 * @param {import("./touch.js").Selection} selection what has been touched of a decision
 */
export function showStatus({ instruction, result }, table, as, looking, selection) {
  const { ended, endedSaid, state } = table;
  result.hidden = ended === null;
  say(result, ended ? sentence(ended.sentence, endedSaid) : "");
  instruction.hidden = ended !== null;
  // What says where one is takes the place of both: nothing moves.
  for (const part of [instruction, result]) part.classList.toggle("away", looking);
  const text = ended ? "" : task(table, as, selection);
  if (instruction.dataset.text === text + (state.warning ?? "")) return;
  instruction.dataset.text = text + (state.warning ?? "");
  const [what, how] = mayDecide(table, as) ? split(text) : [text, ""];
  const warning = state.warning && !ended ? h("span", { class: "warning" }, t(`warning.${state.warning}`)) : null;
  fill(instruction, warning, h("strong", {}, what), how === "" ? null : ": ", how);
  if (mayDecide(table, as)) announce(text);
}

/**
 * Says what has been played, what was offered, and how it has ended.
 * @param {GameView} before
 * @param {GameView} now
 * @param {(text: string) => void} tell
 */
export function tellChange(before, now, tell) {
  const { turns, state, ended } = now;
  const colour = (/** @type {number} */ seat) => colourName(state.seats[seat - 1]?.colour ?? "white");
  const next = turns.slice(before.turns.length);
  for (const { turn, seat } of next) tell(t("said.played", { colour: colour(seat), turn }));
  if (turns.length < before.turns.length) tell(t("said.undone", { count: turns.length }));
  if (now.offer && !before.offer) tell(t(`offer.${now.offer.kind}.waits`, { by: colour(now.offer.by), to: "" }));
  if (ended && !before.ended) tell(sentence(ended.sentence, now.endedSaid));
}
