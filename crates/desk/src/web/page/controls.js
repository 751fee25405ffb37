// @ts-check
// The buttons below a game: what can be done now, and only that.

import { button, h, refill } from "./dom.js";
import { hasSound, isTaught } from "./settings.js";
import { actor, isOver, learner, mayDecide, mySeats, needsConsent, persons } from "./table_state.js";
import { t } from "./texts.js";

/**
 * @typedef {import("./types.d.ts").SeenGame} GameView
 * @typedef {import("./types.d.ts").Act | "rematch"} Act
 * @typedef {object} Deeds
 * @property {(act: Act) => void} act
 * @property {() => void} undo
 * @property {() => void} resign
 * @property {() => void} hint
 * @property {() => void} share
 * @property {() => void} turnBoard
 * @property {() => void} mute sounds on or off
 * @property {() => void} teach teaching on or off
 * @property {() => void} keys
 */

/**
 * A button that is there, but cannot be used now.
 * @param {string} id
 * @param {string} key of the shortcut
 * @param {() => void} onclick
 * @param {boolean} enabled
 * @param {string} [label]
 * @param {import("./dom.js").Properties} [more]
 */
const control = (id, key, onclick, enabled, label = id, more = {}) =>
  button(id, t(`control.${label}`), onclick, { ...more, disabled: !enabled, "aria-keyshortcuts": key || null, title: key ? `${t(`control.${label}`)} (${key})` : null });

/**
 * A step of a turn can be taken back beside what is to be done next.
 * @param {HTMLElement} host
 * @param {GameView} table
 * @param {number | null} as
 * @param {boolean} looking
 * @param {(act: Act) => void} act
 */
export function showStep(host, table, as, looking, act) {
  refill(host, isHalfMade(table, as) && !looking && control("undo-step", "u", () => act("undoDecision"), true));
}

/**
 * Whether a turn has begun here: then its steps are taken back, and no whole turn.
 * @param {GameView} table
 * @param {number | null} as
 */
const isHalfMade = (table, as) => table.state.decisions.length > 0 && mayDecide(table, as);

/**
 * @param {HTMLElement} host
 * @param {GameView} table
 * @param {number | null} as
 * @param {Deeds} deeds
 */
export function showControls(host, table, as, deeds) {
  // Where engines play each other, the person who started the game controls it.
  const plays = mySeats(table, as).length > 0 || (persons(table).length === 0 && (table.rights?.isOwn ?? true));
  const groups = [plays && !isOver(table) ? inPlay(table, as, deeds) : [], isOver(table) ? afterwards(table, plays, deeds) : [], always(table, deeds)];
  refill(host, ...groups.map((group) => h("div", { class: "buttons" }, ...group)));
}

/**
 * @param {GameView} table
 * @param {number | null} as
 * @param {Deeds} deeds
 */
function inPlay(table, as, deeds) {
  const hasEngines = table.seats.some(({ kind }) => kind !== "person");
  const draws = persons(table).length > 1;
  const free = table.offer === null;
  // One thing at a time can be taken back; the buttons beside keep their places.
  const rest = isHalfMade(table, as) ? { class: "away" } : {};
  return [
    needsConsent(table)
      ? control("undo", "u", deeds.undo, table.turns.length > 0 && free, "takeback", rest)
      : control("undo", "u", deeds.undo, table.canUndo, "undo", rest),
    table.canRedo && control("redo", "r", () => deeds.act("redo"), !needsConsent(table)),
    learner(table, as) !== null && button("teach", t("control.teach"), deeds.teach, { "aria-pressed": String(isTaught()), title: t("teach.about") }),
    actor(table, as) !== undefined && control("hint", "h", deeds.hint, mayDecide(table, as)),
    hasEngines && (table.paused ? control("resume", "", () => deeds.act("resume"), true) : control("pause", "", () => deeds.act("pause"), true)),
    draws && control("draw", "", () => deeds.act("offerDraw"), free),
    actor(table, as) !== undefined && control("resign", "", deeds.resign, true),
  ];
}

/**
 * @param {GameView} table
 * @param {boolean} plays
 * @param {Deeds} deeds
 */
function afterwards(table, plays, deeds) {
  const { match } = table.state;
  const nextRound = match && !match.over && table.ended?.why === "rules";
  return [
    nextRound && plays && button("next-round", t("control.next-round"), () => deeds.act("nextRound"), { class: "primary" }),
    plays && button("rematch", t("control.rematch"), () => deeds.act("rematch"), { class: nextRound ? "" : "primary" }),
    plays && table.canUndo && control("undo", "u", deeds.undo, true),
    persons(table).length > 0 && table.turns.length > 0 && h("a", { class: "button", id: "mistakes", href: `#/mistakes?hosted=${encodeURIComponent(table.id)}` }, t("control.mistakes")),
    h("a", { class: "button", id: "review", href: `#/review?hosted=${encodeURIComponent(table.id)}` }, t("control.review")),
  ];
}

/**
 * @param {GameView} table
 * @param {Deeds} deeds
 */
function always(table, deeds) {
  return [
    h("a", { class: "button", id: "analyse", href: `#/analyse?hosted=${encodeURIComponent(table.id)}` }, t("control.analyse")),
    button("share", t("control.share"), deeds.share, { "aria-haspopup": "true" }),
    h("a", { class: "button", id: "new-game", href: "#/" }, t("control.new-game")),
    button("turn-board", t("board.turn"), deeds.turnBoard, { "aria-keyshortcuts": "t", title: `${t("board.turn")} (t)` }),
    button("sound", t("control.sound"), deeds.mute, { "aria-pressed": String(hasSound()), "aria-keyshortcuts": "m", title: `${t("control.sound")} (m)` }),
    button("keys", "?", deeds.keys, { "aria-label": t("keys.title"), title: t("keys.title") }),
  ];
}
