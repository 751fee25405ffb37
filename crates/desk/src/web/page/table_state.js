// @ts-check
// What follows from a table for the person at this page: who sits here, who is asked, what is still to be shown.

import { sentence } from "./texts.js";

/**
 * @typedef {import("./types.d.ts").SeenGame} GameView
 * @typedef {import("./effects.js").Effect} Effect
 * @typedef {{ turns: string[], decisions: number }} Shown the turns on the board, and the decisions of the turn that goes on
 */

/**
 * The seats of persons.
 * @param {GameView} table
 */
export const persons = ({ seats }) => seats.flatMap(({ kind }, index) => (kind === "person" ? [index + 1] : []));

/**
 * The seats that are played from this page: one, or all that this browser plays.
 * @param {GameView} table
 * @param {number | null} as
 */
export const mySeats = (table, as) => persons(table).filter((seat) => (as === null || seat === as) && (table.rights?.mine.includes(seat) ?? true));

/**
 * What a seat is called: by its name, else by what its colour is called.
 * @param {GameView} table
 * @param {number} seat
 * @param {(colour: string) => string} colourName
 */
export const nameOf = ({ seats, state }, seat, colourName) => seats[seat - 1].label && sentence(seats[seat - 1].label, seats[seat - 1].said) || colourName(state.seats[seat - 1].colour);

/**
 * The seat of the one person who plays against quintet, and may be taught; null if that is not what is played.
 * @param {GameView} table
 * @param {number | null} as
 */
export function learner(table, as) {
  const isPair = table.seats.length === 2 && table.seats.some(({ kind }) => kind === "quintet");
  const [seat = null] = mySeats(table, as);
  return isPair ? seat : null;
}

/** @param {GameView} table */
export const isOver = ({ ended }) => ended !== null;

/**
 * Whether a decision may be made from this page now.
 * @param {GameView} table
 * @param {number | null} as
 */
export function mayDecide(table, as) {
  const { decides } = table.state;
  const waits = table.paused || table.problem !== null || table.thinking !== null || isOver(table);
  return !waits && decides !== null && mySeats(table, as).includes(decides);
}

/**
 * The seat that acts if this page offers or resigns: the one whose turn it is, or the first here.
 * @param {GameView} table
 * @param {number | null} as
 * @returns {number | undefined}
 */
export function actor(table, as) {
  const mine = mySeats(table, as);
  return mine.find((seat) => seat === table.state.decides) ?? mine[0];
}

/**
 * The seat that asks to take back: who has played last, if that is here.
 * @param {GameView} table
 * @param {number | null} as
 */
export function takesBack(table, as) {
  const last = table.turns.at(-1)?.seat;
  return mySeats(table, as).find((seat) => seat === last) ?? actor(table, as);
}

/**
 * Taking back between persons needs the others' consent.
 * @param {GameView} table
 */
export const needsConsent = (table) => persons(table).length > 1 && !isOver(table);

/**
 * Who has declined what was offered, if it is gone and nothing else has changed; null if nothing was declined.
 * @param {GameView} before
 * @param {GameView} now
 */
export function declinedBy({ offer, turns, state }, now) {
  const isSame = turns.length === now.turns.length && state.decisions.length === now.state.decisions.length;
  return offer && !now.offer && !now.ended && isSame ? offer.to : null;
}

/**
 * What is on the board once a table is shown.
 * @param {GameView} table
 * @returns {Shown}
 */
export const shownOf = ({ turns, state }) => ({ turns: turns.map(({ turn }) => turn), decisions: state.decisions.length });

/**
 * What has been played since: the effects of each decision, to be animated. Nothing if it is not known or something was
 * taken back.
 * @param {Shown} shown
 * @param {GameView} table
 * @returns {Effect[][]}
 */
export function since(shown, { last, turns, state }) {
  const continues = shown.turns.every((turn, index) => turns[index]?.turn === turn);
  if (!last || !continues) return [];
  const played = state.decisions.length > 0 ? shown.turns.length : shown.turns.length + 1;
  if (turns.length !== played) return [];
  return last.decisions.slice(shown.decisions).map(({ effects }) => effects);
}
