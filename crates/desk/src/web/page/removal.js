// @ts-check
// Games are removed some time after somebody wants them to be, so that they can change their mind: until then they are kept,
// also if the page is closed meanwhile.

import { remove } from "./api.js";
import { button } from "./dom.js";
import { hideNotice, showNotice } from "./notice.js";
import { plural, t, why } from "./texts.js";

/** What is sent to the window when other games are to go than before. */
export const REMOVALS_CHANGED = "removals-changed";
const WAIT_MS = 10_000;
const MISSING = 404;

/** The games that are to go. @type {Set<string>} */
const leaving = new Set();
/** The games that have gone from here. @type {Set<string>} */
const gone = new Set();
/** @type {number | undefined} */
let timer;

const tellChange = () => window.dispatchEvent(new Event(REMOVALS_CHANGED));

/** Whether a game is to go or has gone, and so is not listed any more. @param {string} id */
export const isLeaving = (id) => leaving.has(id) || gone.has(id);

function undo() {
  window.clearTimeout(timer);
  leaving.clear();
  hideNotice();
  tellChange();
}

async function finish() {
  hideNotice();
  /** @type {string[]} */
  const problems = [];
  for (const id of [...leaving]) {
    try {
      await remove(`/api/games/${encodeURIComponent(id)}`);
      gone.add(id);
    } catch (error) {
      if (Object(error).status !== MISSING) problems.push(why(error));
    }
    leaving.delete(id);
  }
  if (problems.length === 0) return;
  showNotice([...new Set(problems)], [button("notice-close", t("close"), hideNotice)]);
  tellChange();
}

/** @param {string} id */
export function removeLater(id) {
  leaving.add(id);
  window.clearTimeout(timer);
  timer = window.setTimeout(() => void finish(), WAIT_MS);
  const back = button("undo-removal", t("home.undo"), undo);
  showNotice([plural("home.removed", leaving.size)], [back]);
  back.focus({ preventScroll: true });
  tellChange();
}
