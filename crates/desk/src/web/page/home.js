// @ts-check
// The first page: the game to go on with, a new game, and the games that are kept.

import { fill, h } from "./dom.js";
import { GAMES_CHANGED, goOnLink, MyGames } from "./my_games.js";
import { newGameForm } from "./new_game.js";
import { REMOVALS_CHANGED } from "./removal.js";

/** So long the page waits for the game to go on with, which would push everything down later. */
const WAIT_MS = 150;

/** @type {import("./app.js").Page["show"]} */
export async function show(host, route, context) {
  context.setTitle("");
  const goOn = h("div", { class: "go-on-host" });
  /** @type {import("./my_games.js").Listed[]} */
  let newest = [];
  const showGoOn = () => fill(goOn, goOnLink(newest));
  const games = new MyGames(context.info.games, (listed) => {
    newest = listed;
    showGoOn();
  });
  const form = newGameForm(context, route.query.get("game"));
  form.append(games.host);
  const shown = games.show();
  await Promise.race([shown, new Promise((resolve) => setTimeout(resolve, WAIT_MS))]);
  host.append(goOn, form);
  const onChanged = () => void games.show();
  const onRemovals = () => {
    games.draw();
    showGoOn();
  };
  window.addEventListener(GAMES_CHANGED, onChanged);
  window.addEventListener(REMOVALS_CHANGED, onRemovals);
  await shown;
  return () => {
    window.removeEventListener(GAMES_CHANGED, onChanged);
    window.removeEventListener(REMOVALS_CHANGED, onRemovals);
  };
}
