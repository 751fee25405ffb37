// @ts-check
// The form for a new game: which, with which options, who plays, with how much time. One click on Play is enough.

import { post } from "./api.js";
import { Board } from "./board.js";
import { button, fill, h, say } from "./dom.js";
import { optionForm } from "./option_form.js";
import { seatForm, setupOf, usualSeat } from "./seat_form.js";
import { remember, remembered } from "./store.js";
import { t, titleText, why } from "./texts.js";

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
 * @param {GameInfo[]} games
 * @returns {Choice}
 */
function lastChoice(games) {
  /** @type {Choice} */
  const usual = { game: games[0].name, options: {}, seats: [], time: "none", own: { minutes: 20, seconds: 10 }, turnMs: 0 };
  const last = { ...usual, ...remembered("newGame", {}) };
  return games.some(({ name }) => name === last.game) ? last : { ...last, game: usual.game };
}

/** @param {Choice} choice */
function clockOf({ time, own }) {
  if (time === "none") return null;
  const [minutes, seconds] = time === "own" ? [own.minutes, own.seconds] : time.split("+").map(Number);
  return { baseMs: Math.round(60000 * minutes), incrementMs: Math.round(1000 * seconds) };
}

/**
 * @param {import("./app.js").Context} context
 * @returns {HTMLElement}
 */
export function newGameForm(context) {
  return new NewGame(context).host;
}

class NewGame {
  /** @param {import("./app.js").Context} context */
  constructor({ info, navigate }) {
    this.info = info;
    this.navigate = navigate;
    this.choice = lastChoice(info.games);
    this.preview = h("div", { class: "preview" });
    this.seats = h("div", { class: "seats" });
    this.gameOptions = h("div", {});
    this.turnTime = h("div", {});
    this.more = h("details", { class: "more" }, h("summary", {}, t("new.options")), this.gameOptions, this.turnTime);
    this.about = h("p", { class: "about" });
    this.title = h("h2", { class: "chosen" });
    this.problem = h("p", { class: "problem", role: "alert" });
    this.start = button("start", t("new.play"), () => void this.play(), { class: "primary big" });
    /** Grows with every question for a picture. */
    this.asked = 0;
    this.host = h(
      "section",
      { class: "new-game", "aria-labelledby": "new-title" },
      h("div", { class: "choose-game" }, h("h1", { id: "new-title" }, t("new.title")), this.cards()),
      h(
        "form",
        { class: "panel setup", onsubmit: (/** @type {Event} */ event) => event.preventDefault() },
        h("div", { class: "chosen-game" }, this.preview, h("div", {}, this.title, this.about, this.rulesLink())),
        this.seats,
        this.timeForm(),
        this.more,
        this.start,
        this.problem,
      ),
    );
    this.chooseGame(this.choice.game);
  }

  /** @returns {GameInfo} */
  get game() {
    return this.info.games.find(({ name }) => name === this.choice.game) ?? this.info.games[0];
  }

  rulesLink() {
    this.rules = h("a", { href: "#/learn" }, t("new.rules"));
    return this.rules;
  }

  cards() {
    const card = (/** @type {GameInfo} */ game) => {
      const { name } = game;
      const [short, about] = titleText(game).split(/\s*: (.*)/s);
      const radio = h("input", { type: "radio", name: "game", value: name, id: `game-${name}`, checked: name === this.choice.game, onchange: () => this.chooseGame(name) });
      return h("label", { class: "card", htmlFor: radio.id }, radio, h("strong", {}, short), about ? h("span", {}, about) : null);
    };
    return h("div", { class: "cards", role: "radiogroup", "aria-labelledby": "new-title" }, ...this.info.games.map(card));
  }

  /** @param {string} name */
  chooseGame(name) {
    this.choice.game = name;
    const [short, about] = titleText(this.game).split(/\s*: (.*)/s);
    say(this.title, short);
    say(this.about, about ?? "");
    this.rules?.setAttribute("href", `#/rules/${name}`);
    const { options } = this.game;
    const form = optionForm(options, this.choice.options[name] ?? {}, (values) => {
      this.choice.options[name] = values;
      this.changed();
      void this.showStart();
    });
    fill(this.gameOptions, form);
    this.showSeats(this.game.seats[0], []);
    this.changed();
    void this.showStart();
  }

  /** The board at the beginning, and who sits there. */
  async showStart() {
    this.asked += 1;
    const mine = this.asked;
    /** @type {import("./types.d.ts").StateAnswer | null} */
    const answer = await post("/api/state", { game: this.choice.game, options: this.choice.options[this.choice.game] ?? {} }).catch(() => null);
    if (!answer || mine !== this.asked) return;
    const { board, seats } = answer.state;
    const pieces = board.places.flatMap(({ name, piece }) => (piece ? [/** @type {[string, import("./types.d.ts").Piece]} */ ([name, piece])] : []));
    new Board(this.preview, board).show(pieces, [], t("new.preview"), "");
    this.showSeats(seats.length, seats.map(({ colour }) => colour));
  }

  /**
   * @param {number} count
   * @param {string[]} colours
   */
  showSeats(count, colours) {
    const { seats } = this.choice;
    while (seats.length < count) seats.push(usualSeat(seats.length));
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
