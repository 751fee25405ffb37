// @ts-check
// What is kept of somebody's practice, wherever that is.

/** @typedef {import("./types").Exercise} Exercise */
/** @typedef {import("./types").Practice} Practice */
/** What answers. @typedef {Pick<import("./archive.js").Api, "get" | "put">} Api */

const CONFLICT = 409;
/** So often it is tried again where others change it, too. */
const TRIES = 5;

/** @param {Api} from @returns {Promise<Practice>} */
export const keptBy = (from) => from.get("/api/practice");

/**
 * Changes what is kept.
 * @param {Api} to @param {(known: Exercise[]) => Exercise[]} how
 * @returns {Promise<Exercise[]>} what is kept then
 */
export async function changeKept(to, how) {
  let { version, exercises } = await keptBy(to);
  for (let tries = 1; ; tries++) {
    const changed = how(exercises);
    try {
      await to.put("/api/practice", { version, exercises: changed });
      return changed;
    } catch (error) {
      const { status, body } = Object(error);
      if (status !== CONFLICT || tries === TRIES) throw error;
      ({ version, exercises } = body);
    }
  }
}
