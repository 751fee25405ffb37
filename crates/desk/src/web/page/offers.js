// @ts-check
// Offers between persons: a draw, a takeback; who is asked, and the answers.

import { button, h, refill } from "./dom.js";
import { mySeats } from "./table_state.js";
import { colourName, t } from "./texts.js";

/** @typedef {import("./types.d.ts").SeenGame} GameView */

/**
 * @param {HTMLElement} host
 * @param {GameView} table
 * @param {number | null} as
 * @param {(act: "accept" | "decline", seat: number) => void} answer
 */
export function showOffer(host, table, as, answer) {
  if (!table.offer) return refill(host);
  const { kind, by, to } = table.offer;
  const name = (/** @type {number} */ seat) => colourName(table.state.seats[seat - 1].colour);
  const mine = mySeats(table, as).filter((seat) => to.includes(seat));
  const values = { by: name(by), to: to.map(name).join(", ") };
  const asked = mine[0];
  if (asked === undefined) return refill(host, h("p", { class: "offer" }, t(`offer.${kind}.waits`, values)));
  refill(
    host,
    h(
      "div",
      { class: "offer", role: "group", "aria-label": t(`offer.${kind}`) },
      h("p", {}, t(`offer.${kind}.asks`, { ...values, to: name(asked) })),
      h(
        "div",
        { class: "buttons" },
        button("accept", t("offer.accept"), () => answer("accept", asked), { class: "primary" }),
        button("decline", t("offer.decline"), () => answer("decline", asked)),
      ),
    ),
  );
}
