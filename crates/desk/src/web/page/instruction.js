// @ts-check
// What is to be done now, for each step of a decision.

import { sentence, t } from "./texts.js";
import { stepOf } from "./touch.js";

/**
 * What is to be done, and how.
 * @param {string} instruction
 * @returns {[string, string]}
 */
export function split(instruction) {
  const at = instruction.lastIndexOf(": ");
  return at < 0 ? [instruction, ""] : [instruction.slice(0, at), instruction.slice(at + 2)];
}

/**
 * @param {import("./types.d.ts").State} state which must not be over
 * @param {import("./touch.js").Selection} [selection] what has been touched so far
 */
export function instructionOf(state, selection) {
  const first = sentence(state.instruction, state.said);
  const step = selection ? stepOf(selection) : "begin";
  if (step === "keep") return `${split(first)[0]}: ${t("choice.keepHow")}`;
  if (step === "confirm") return `${split(first)[0]}: ${t("choice.confirmHow")}`;
  return step === "goOn" && state.then ? sentence(state.then, state.thenSaid) : first;
}
