// @ts-check
// What touching places means: which may be touched next, and when a decision is complete. Pure; knows no game.

/**
 * @typedef {import("./types.d.ts").LegalDecision} Decision
 * @typedef {object} Selection
 * @property {Decision[]} legal
 * @property {string[]} touched the places touched so far
 * @property {string | null} piece the piece that the switch is on
 * @property {string[] | null} kept once a row with a choice has been touched: what of it stays
 */

/**
 * Nothing is touched yet; the switch stays on the piece it was on.
 * @param {Decision[]} legal
 * @param {string | null} [piece]
 * @returns {Selection}
 */
export function untouched(legal, piece = null) {
  const choices = pieces(legal);
  const usual = legal.find((decision) => decision.preset && decision.choice?.piece)?.choice?.piece;
  const now = piece !== null && choices.includes(piece) ? piece : (usual ?? choices[0] ?? null);
  return { legal, touched: [], piece: now, kept: null };
}

/**
 * The kinds of pieces that the switch is between; fewer than two need no switch.
 * @param {Decision[]} legal
 */
export function pieces(legal) {
  return [...new Set(legal.flatMap((decision) => decision.choice?.piece ?? []))];
}

/**
 * @param {string[]} sequence
 * @param {string[]} touched
 */
const begins = (sequence, touched) => touched.every((name, i) => sequence[i] === name);

/**
 * The ways on from what has been touched.
 * @param {string[][]} sequences
 * @param {string[]} touched
 */
const going = (sequences, touched) => sequences.filter((sequence) => sequence.length > touched.length && begins(sequence, touched));

/**
 * What is touched by a place: itself, or the row to be taken that alone it belongs to.
 * @param {Selection} selection
 * @returns {Map<string, string[]>}
 */
function ways({ legal, touched }) {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  const shared = new Set(touched);
  for (const { kind, touches, effects } of legal) {
    const [way] = going(touches, touched).sort((a, b) => a.length - b.length);
    if (kind !== "takeRow" || !way) continue;
    for (const { effect, from } of effects) {
      if (effect !== "take" || !from) continue;
      if (String(found.get(from) ?? way) !== String(way)) shared.add(from);
      found.set(from, way);
    }
  }
  for (const name of shared) found.delete(name);
  for (const way of going(legal.flatMap((decision) => decision.touches), touched)) found.set(way[touched.length], way.slice(0, touched.length + 1));
  return found;
}

/**
 * The places that may be touched next.
 * @param {Selection} selection
 * @returns {Set<string>}
 */
export const next = (selection) => new Set(ways(selection).keys());

/**
 * Those of the places that may be touched next after which more is to be touched: from there one can drag.
 * @param {Selection} selection
 * @returns {Set<string>}
 */
export function leading({ legal, touched }) {
  const sequences = going(legal.flatMap((decision) => decision.touches), touched);
  return new Set(sequences.flatMap((sequence) => (sequence.length > touched.length + 1 ? [sequence[touched.length]] : [])));
}

/**
 * The decisions whose places have all been touched.
 * @param {Selection} selection
 * @returns {Decision[]}
 */
function touchedWhole({ legal, touched }) {
  const isWhole = (/** @type {string[]} */ sequence) => sequence.length === touched.length && begins(sequence, touched);
  return touched.length === 0 ? [] : legal.filter((decision) => decision.touches.some(isWhole));
}

/**
 * What can be taken or kept of a row that has been touched, if that is to be chosen.
 * @param {Selection} selection
 * @returns {string[]}
 */
export function keepable(selection) {
  const found = touchedWhole(selection);
  return found.length < 2 ? [] : [...new Set(found.flatMap((decision) => decision.choice?.keep ?? []))];
}

/** @type {(a: string[], b: string[]) => boolean} */
const same = (a, b) => a.length === b.length && a.every((name) => b.includes(name));

/**
 * The decision that is meant, if no more is to be touched. One with pieces to keep must still be confirmed.
 * @param {Selection} selection
 * @returns {Decision | null}
 */
export function decided(selection) {
  const found = touchedWhole(selection);
  if (found.length < 2) return found[0] ?? null;
  const fits = (/** @type {Decision} */ { choice }) => (choice?.keep ? same(choice.keep, selection.kept ?? []) : choice?.piece === selection.piece);
  return found.find(fits) ?? null;
}

/**
 * Whether what is meant must be confirmed, since there is a choice left.
 * @param {Selection} selection
 */
export const mustConfirm = (selection) => keepable(selection).length > 0;

/**
 * Which step of a decision comes next: the first touch, one that goes on from it, the choice of what stays, or that all of it is confirmed.
 * @param {Selection} selection
 * @returns {"begin" | "goOn" | "keep" | "confirm"}
 */
export function stepOf(selection) {
  if (mustConfirm(selection)) return "keep";
  if (selection.touched.length === 0) return "begin";
  return decided(selection) ? "confirm" : "goOn";
}

/**
 * What is meant once a place has been touched. A touched place is let go, with those after it; another place where a
 * decision may begin begins anew; a place that may not be touched changes nothing.
 * @param {Selection} selection
 * @param {string} place
 * @returns {Selection}
 */
export function touch(selection, place) {
  if (keepable(selection).includes(place)) return toggle(selection, place);
  const way = ways(selection).get(place);
  if (way) return reached({ ...selection, touched: way });
  const before = selection.touched.indexOf(place);
  if (before >= 0) return { ...selection, touched: selection.touched.slice(0, before), kept: null };
  const anew = { ...selection, touched: [], kept: null };
  const begun = ways(anew).get(place);
  return begun ? reached({ ...anew, touched: begun }) : selection;
}

/**
 * A row whose pieces may be kept begins with the usual choice.
 * @param {Selection} selection
 * @returns {Selection}
 */
function reached(selection) {
  if (keepable(selection).length === 0) return { ...selection, kept: null };
  const found = touchedWhole(selection);
  const usual = found.find((decision) => decision.preset) ?? found[0];
  return { ...selection, kept: usual.choice?.keep ?? [] };
}

/**
 * Keeps a piece of the row, or no longer.
 * @param {Selection} selection
 * @param {string} place
 * @returns {Selection}
 */
function toggle(selection, place) {
  const kept = selection.kept ?? [];
  return { ...selection, kept: kept.includes(place) ? kept.filter((name) => name !== place) : [...kept, place] };
}

/**
 * The places that answer to a touch: those that may come next, those that are let go, and other beginnings.
 * @param {Selection} selection
 * @returns {Set<string>}
 */
export function answering(selection) {
  const anew = next({ ...selection, touched: [] });
  return new Set([...next(selection), ...keepable(selection), ...selection.touched, ...anew]);
}
