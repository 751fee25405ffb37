// @ts-check
// Arrows and circles that people draw on a board. They stand in the comment of a turn as other programs write them in PGN:
// `[%csl Ge5,Rd4]` for circles, `[%cal Ge5d4]` for arrows, each with the letter of its colour. Pure.

/** A colour, a place, and where an arrow leads: such as `Ge5` or `Re5d4`. @typedef {string} Drawn */

const COMMAND = /\[%c[sa]l ([^\]]*)\]/g;
const ONE = /^([GRYB])([a-z]\d{1,2})([a-z]\d{1,2})?$/;
/** More are not read from a comment. */
const MOST = 100;

/** @param {Drawn} drawn @returns {{colour: string, from: string, to: string | null} | null} */
export function partsOf(drawn) {
  const [, colour, from, to] = ONE.exec(drawn) ?? [];
  return from ? { colour, from, to: to ?? null } : null;
}

/**
 * The words of a comment, and what is drawn.
 * @param {string} comment
 * @returns {{text: string, drawn: Drawn[]}}
 */
export function splitComment(comment) {
  if (!comment.includes("[%c")) return { text: comment, drawn: [] };
  const drawn = [...comment.matchAll(COMMAND)].flatMap(([, list]) => list.split(",").map((one) => one.trim()).filter((one) => ONE.test(one)));
  return { text: comment.replace(COMMAND, "").trim(), drawn: [...new Set(drawn)].slice(0, MOST) };
}

/** A comment of words and of what is drawn. @param {string} text @param {Drawn[]} drawn */
export function joinComment(text, drawn) {
  const command = (/** @type {string} */ name, /** @type {Drawn[]} */ some) => (some.length > 0 ? `[%${name} ${some.join(",")}]` : "");
  const isArrow = (/** @type {Drawn} */ one) => partsOf(one)?.to !== null;
  const commands = [command("csl", drawn.filter((one) => !isArrow(one))), command("cal", drawn.filter(isArrow))];
  return [...commands.filter(Boolean), text].filter(Boolean).join(" ");
}

/**
 * Draws something, or takes it away if it is there already; what was drawn there in another colour goes.
 * @param {Drawn[]} drawn @param {Drawn} one
 */
export const toggled = (drawn, one) => (drawn.includes(one) ? drawn.filter((other) => other !== one) : [...drawn.filter((other) => other.slice(1) !== one.slice(1)), one]);

/**
 * What two have drawn since they had the same.
 * @param {Drawn[]} base @param {Drawn[]} mine @param {Drawn[]} theirs
 */
export function mergeDrawn(base, mine, theirs) {
  const stays = (/** @type {Drawn} */ one) => (base.includes(one) ? mine.includes(one) && theirs.includes(one) : true);
  return [...new Set([...mine, ...theirs])].filter(stays);
}
