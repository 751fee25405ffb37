// @ts-check
// A game that goes on from a position: the person has the side that decides, the engine the others.

import { post } from "./api.js";

/**
 * @param {import("./types").Position} position
 * @param {import("./types").State} state what has come of it
 * @param {import("./app.js").Context} context
 */
export async function playFromHere(position, state, context) {
  const side = state.seats.find((seat) => seat.seat === state.decides)?.side;
  const seats = state.seats.map((seat) => (seat.side === side ? { kind: "person" } : { kind: "quintet", options: {}, timeMs: 1000 }));
  const table = await post("/api/games", { ...position, seats });
  context.navigate(`#/game/${table.id}`);
}
