// @ts-check
// A game that goes on from a position: one is asked who plays; usually the person has the side that decides, the engine the others.

import { post } from "./api.js";
import { button, h, say } from "./dom.js";
import { seatForm, setupOf, usualSeat } from "./seat_form.js";
import { t, why } from "./texts.js";
import { openDialog } from "./widgets.js";

/**
 * @param {import("./types").GameLine} position
 * @param {import("./types").State} state what has come of it
 * @param {import("./app.js").Context} context
 */
export function playFromHere(position, state, context) {
  const game = context.info.games.find((one) => one.name === state.game) ?? context.info.games[0];
  const side = state.seats.find((seat) => seat.seat === state.decides)?.side;
  const choices = state.seats.map((seat) => usualSeat(seat.side === side ? 0 : 1, context.info.usualLevel));
  const about = { game, engines: context.info.engines };
  const said = h("p", { class: "problem", role: "alert" });
  const play = async () => {
    try {
      const table = await post("/api/games", { ...position, seats: choices.map((choice) => setupOf(choice, game, 1000)) });
      close();
      context.navigate(`#/game/${table.id}`);
    } catch (error) {
      say(said, why(error));
    }
  };
  const forms = choices.map((choice, index) => seatForm(index, { ...about, colour: state.seats[index].colour }, choice, () => {}));
  const start = button("play-here", t("new.play"), play, { class: "primary" });
  const close = openDialog("play-dialog", t("analyse.playFromHere"), h("div", { class: "seats" }, forms, said, h("div", { class: "buttons" }, start)));
  start.focus();
}
