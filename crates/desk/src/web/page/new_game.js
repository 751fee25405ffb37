// @ts-check
// The form for a new game: which, in which variant, with which options, who plays, with how much time. One click on Play is enough.

import { post } from "./api.js";
import { button, fill, h, say } from "./dom.js";
import { familiesOf, familyAbout, familyName } from "./families.js";
import { gameCards } from "./game_cards.js";
import { splitTitle } from "./names.js";
import { optionForm } from "./option_form.js";
import { seatForm, setupOf, usualSeat } from "./seat_form.js";
import { remember, remembered } from "./store.js";
import { t, why } from "./texts.js";

/**
 * @typedef {import("./types.d.ts").GameInfo} GameInfo
 * @typedef {import("./seat_form.js").SeatChoice} SeatChoice
 * @typedef {object} Choice everything that is chosen in the form
 * @property {string} game
 * @property {Record<string, Record<string, string>>} options by game
 * @property {SeatChoice[]} seats
 * @property {string} time "none", "own" or "MINUTES+SECONDS"
 * @property {{ minutes: number, seconds: number }} own
 * @property {number} turnMs 0 leaves it to the server
 */

const PRESETS = ["5+3", "10+5", "15+10"];
const TURN_TIMES = [0, 500, 1000, 3000, 10000, 30000];

/**
 * What was chosen last, or what the address asks for.
 * @param {GameInfo[]} games in the order in which people meet them
 * @param {string | null} asked
 * @returns {Choice}
 */
function lastChoice(games, asked) {
  /** @type {Choice} */
  const usual = { game: games[0].name, options: {}, seats: [], time: "none", own: { minutes: 20, seconds: 10 }, turnMs: 0 };
  const last = { ...usual, ...remembered("newGame", {}) };
  const game = [asked, last.game, usual.game].find((wanted) => games.some(({ name }) => name === wanted)) ?? usual.game;
  return { ...last, game };
}

/** @param {Choice} choice */
function clockOf({ time, own }) {
  if (time === "none") return null;
  const [minutes, seconds] = time === "own" ? [own.minutes, own.seconds] : time.split("+").map(Number);
  return { baseMs: Math.round(60000 * minutes), incrementMs: Math.round(1000 * seconds) };
}

/**
 * @param {import("./app.js").Context} context
 * @param {string | null} asked the game that the address asks for
 * @returns {HTMLElement}
 */
export function newGameForm(context, asked) {
  return new NewGame(context, asked).host;
}

class NewGame {
  /** @param {import("./app.js").Context} context @param {string | null} asked */
  constructor({ info, navigate }, asked) {
    this.info = info;
    this.navigate = navigate;
    this.families = familiesOf(info.games);
    this.choice = lastChoice(this.families.flatMap(({ games }) => games), asked);
    this.head = h("div", { class: "chosen-game" });
    this.seats = h("div", { class: "seats" });
    this.gameOptions = h("div", {});
    this.turnTime = h("div", {});
    this.more = h("details", { class: "more" }, h("summary", {}, t("new.options")), this.gameOptions, this.turnTime);
    this.problem = h("p", { class: "problem", role: "alert" });
    this.start = button("start", t("new.play"), () => void this.play(), { class: "primary big" });
    /** Grows with every question for the seats. */
    this.asked = 0;
    this.form = h("form", { class: "panel setup", onsubmit: (/** @type {Event} */ event) => event.preventDefault() },
      this.head, this.seats, this.timeForm(), this.more, this.start, this.problem);
    const cards = gameCards(this.families, this.family, (family) => this.chooseFamily(family));
    // Where the form is not in sight, whoever points at a game is led to it.
    cards.addEventListener("click", ({ detail, target }) => {
      const isBelow = this.form.getBoundingClientRect().top > window.innerHeight - 120;
      if (detail > 0 && isBelow && target instanceof HTMLInputElement) this.form.scrollIntoView();
    });
    this.host = h("section", { class: "new-game", "aria-labelledby": "new-title" },
      h("div", { class: "choose-game" }, h("h1", { id: "new-title" }, t("new.title")), cards), this.form);
    this.chooseFamily(this.family);
  }

  /** @returns {GameInfo} */
  get game() {
    return this.info.games.find(({ name }) => name === this.choice.game) ?? this.info.games[0];
  }

  /** @returns {import("./families.js").Family} */
  get family() {
    return this.families.find(({ name }) => name === this.game.family) ?? this.families[0];
  }

  /** @param {import("./families.js").Family} family */
  chooseFamily(family) {
    if (family !== this.family) this.choice.game = family.games[0].name;
    const rules = h("a", { href: `#/rules/${family.name}` }, t("new.rules"));
    fill(this.head, h("h2", {}, familyName(family)), this.variants(family), h("p", { class: "game-ways" }, rules));
    this.chooseGame(this.choice.game);
  }

  /** The variants of a game to choose from, each in a sentence. @param {import("./families.js").Family} family */
  variants(family) {
    if (family.games.length === 1) return h("p", { class: "about" }, familyAbout(family));
    const one = (/** @type {GameInfo} */ game) => {
      const [name, about] = splitTitle(game);
      const id = `variant-${game.name}`;
      const radio = h("input", { type: "radio", name: "variant", id, checked: game.name === this.choice.game, onchange: () => this.chooseGame(game.name) });
      return h("label", { class: "variant", htmlFor: id }, radio, h("span", {}, h("strong", {}, name), " ", h("span", { class: "about" }, about)));
    };
    return h("fieldset", { class: "variants" }, h("legend", { class: "unseen" }, t("new.variant")), family.games.map(one));
  }

  /** @param {string} name */
  chooseGame(name) {
    this.choice.game = name;
    const { options } = this.game;
    const form = optionForm(options, this.choice.options[name] ?? {}, (values) => {
      this.choice.options[name] = values;
      this.changed();
      void this.askSeats();
    });
    fill(this.gameOptions, form);
    this.showSeats(this.game.seats[0], []);
    this.changed();
    void this.askSeats();
  }

  /** Who sits there depends on the options. */
  async askSeats() {
    this.asked += 1;
    const mine = this.asked;
    /** @type {import("./types.d.ts").StateAnswer | null} */
    const answer = await post("/api/state", { game: this.choice.game, options: this.choice.options[this.choice.game] ?? {} }).catch(() => null);
    if (!answer || mine !== this.asked) return;
    const { seats } = answer.state;
    this.showSeats(seats.length, seats.map(({ colour }) => colour));
  }

  /**
   * @param {number} count
   * @param {string[]} colours
   */
  showSeats(count, colours) {
    const { seats } = this.choice;
    while (seats.length < count) seats.push(usualSeat(seats.length, this.info.usualLevel));
    const about = { game: this.game, engines: this.info.engines };
    const changed = () => {
      this.changed();
      this.showTurnTime();
    };
    const forms = seats.slice(0, count).map((seat, index) => seatForm(index, { ...about, colour: colours[index] }, seat, changed));
    const exchange = () => {
      seats.splice(0, count, ...seats.slice(1, count), seats[0]);
      this.showSeats(count, colours);
      this.changed();
    };
    const head = h("div", { class: "seats-head" }, h("h3", {}, t("new.players")), button("exchange", t("new.exchange"), exchange, { class: "quiet" }));
    fill(this.seats, head, ...forms);
    this.showTurnTime();
  }

  timeForm() {
    const choices = [["none", t("new.noClock")], ...PRESETS.map((preset) => [preset, preset]), ["own", t("new.ownTime")]];
    const own = h("div", { class: "own-time" });
    const number = (/** @type {"minutes" | "seconds"} */ unit, /** @type {number} */ max) => {
      const input = h("input", { id: `time-${unit}`, type: "number", min: unit === "minutes" ? 0.5 : 0, step: "any", max, value: this.choice.own[unit] });
      input.addEventListener("input", () => {
        if (!input.checkValidity()) return;
        this.choice.own[unit] = Number(input.value);
        this.changed();
      });
      return h("label", { htmlFor: input.id }, t(`new.${unit}`), input);
    };
    const showOwn = () => fill(own, this.choice.time === "own" ? [number("minutes", 300), number("seconds", 300)] : []);
    const radio = (/** @type {string[]} */ [value, text]) => {
      const onchange = () => {
        this.choice.time = value;
        showOwn();
        this.showTurnTime();
        this.changed();
      };
      const input = h("input", { type: "radio", name: "time", value, id: `time-${value}`, checked: value === this.choice.time, onchange });
      return h("label", { class: "chip", htmlFor: input.id }, input, h("span", {}, text));
    };
    showOwn();
    return h("fieldset", { class: "time" }, h("legend", {}, t("new.time")), h("div", { class: "chips" }, ...choices.map(radio)), own);
  }

  /** Without a clock: how long engines think about a turn. */
  showTurnTime() {
    const engines = this.choice.seats.some(({ who }) => who !== "person");
    const text = (/** @type {number} */ ms) => (ms === 0 ? t("new.turnUsual") : t("new.turnSeconds", { seconds: ms / 1000 }));
    const list = h("select", { id: "turn-time" }, ...TURN_TIMES.map((ms) => h("option", { value: ms, selected: ms === this.choice.turnMs }, text(ms))));
    list.addEventListener("change", () => {
      this.choice.turnMs = Number(list.value);
      this.changed();
    });
    const shown = engines && this.choice.time === "none";
    this.more.hidden = !shown && this.game.options.length === 0;
    fill(this.turnTime, shown && h("label", { class: "turn-time", htmlFor: "turn-time" }, t("new.turnTime"), list));
  }

  changed() {
    remember("newGame", this.choice);
  }

  async play() {
    const { game, options, seats, turnMs } = this.choice;
    const clock = clockOf(this.choice);
    const timeMs = clock === null && turnMs > 0 ? turnMs : undefined;
    const count = this.seats.querySelectorAll(".seat").length;
    const setups = seats.slice(0, count).map((seat) => setupOf(seat, this.game, timeMs));
    this.start.disabled = true;
    say(this.problem, "");
    try {
      const table = await post("/api/games", { game, options: options[game] ?? {}, seats: setups, clock, shared: !navigator.cookieEnabled });
      this.navigate(`#/game/${encodeURIComponent(table.id)}`);
    } catch (error) {
      say(this.problem, why(error));
    } finally {
      this.start.disabled = false;
    }
  }
}
