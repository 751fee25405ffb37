// @ts-check
// The games to choose from, each with a picture of it, what it is like, and the way to learn it.

import { h } from "./dom.js";
import { familyAbout, familyName } from "./families.js";
import { showScene } from "./scene.js";
import { t } from "./texts.js";

/** @typedef {import("./families.js").Family} Family */

/** The way to the lesson of a game, if it has one. @param {Family} family */
const lessonLink = (family) =>
  family.games[0].lesson > 0 && h("a", { class: "to-lesson", href: `#/lesson/${family.name}` }, t("home.lesson"), h("span", { class: "unseen" }, `: ${familyName(family)}`));

/**
 * @param {Family} family
 * @param {boolean} isChosen
 * @param {(family: Family) => void} onChoose
 */
function card(family, isChosen, onChoose) {
  const { name } = family;
  const picture = h("div", { class: "card-picture", "aria-hidden": "true" });
  showScene(picture, name);
  const id = `game-${name}`;
  const radio = h("input", { type: "radio", name: "game", value: name, id, checked: isChosen, "aria-describedby": `${id}-about`, onchange: () => onChoose(family) });
  return h("div", { class: "card" }, radio, picture,
    h("div", { class: "card-words" },
      h("label", { htmlFor: id }, familyName(family)), h("p", { class: "about", id: `${id}-about` }, familyAbout(family)), lessonLink(family),
    ),
  );
}

/**
 * @param {Family[]} families
 * @param {Family} chosen
 * @param {(family: Family) => void} onChoose
 */
export const gameCards = (families, chosen, onChoose) =>
  h("div", { class: "cards", role: "radiogroup", "aria-labelledby": "new-title" }, families.map((family) => card(family, family === chosen, onChoose)));
