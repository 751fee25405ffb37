// @ts-check
// A game at a table: shows what the server says of it, and sends what is decided here.

import { ApiError, get, post, watchTable } from "./api.js";
import { Clock } from "./clock.js";
import { showControls, showStep } from "./controls.js";
import { ask, button, fill, h, refill, say } from "./dom.js";
import { toggled } from "./drawn.js";
import { isElsewhere, openKeys } from "./keys.js";
import { splitTitle } from "./names.js";
import { showOffer } from "./offers.js";
import { paced } from "./paced.js";
import { PlayBoard } from "./play_board.js";
import { hasSound, isTaught, setSettings, setTaught, tellPlayed } from "./settings.js";
import { Players } from "./players.js";
import { actor, declinedBy, isOver, learner, mayDecide, mySeats, nameOf, needsConsent, shownOf, since, takesBack } from "./table_state.js";
import { ShownHint } from "./shown_hint.js";
import { showStatus, tellChange } from "./status.js";
import { tableParts } from "./table_parts.js";
import { colourName, sentence, t, why } from "./texts.js";
import { Turns } from "./turns.js";

/**
 * @typedef {import("./types.d.ts").SeenGame} GameView
 * @typedef {import("./types.d.ts").State} State
 * @typedef {import("./types.d.ts").LegalDecision} Decision
 * @typedef {import("./types.d.ts").Act | "rematch"} Act
 */

/** How long the page waits, in milliseconds, before it draws the next news: engines may play faster than it can draw. */
const NEWS_MS = 40;

/** Whether two tables look the same but for what is left on the clocks. @param {GameView} one @param {GameView} other */
function isAlike(one, other) {
  const [text, otherText] = [one, other].map((view) => JSON.stringify({ ...view, remainingMs: null }));
  return text === otherText;
}

/**
 * @param {HTMLElement} host
 * @param {import("./app.js").Route} route `#/game/ID` or `#/game/ID/as/SEAT`, with the key of a seat to sit down there
 * @param {import("./app.js").Context} context
 */
export async function show(host, route, context) {
  const [id, word, seat, key] = route.path;
  const as = word === "as" ? Number(seat) : null;
  const path = `/api/games/${encodeURIComponent(id)}`;
  const view = await (key ? post(`${path}/sit`, { seat: as, key }) : get(path));
  // Who copies the address invites to watch, and gives no seat away.
  if (key) history.replaceState(null, "", location.hash.slice(0, -key.length - 1));
  const table = new Table(host, path, as, view, context);
  return () => table.leave();
}

/** Lets a sound be heard, if that is wanted. @param {import("./sounds.js").Sound} sound */
function hear(sound) {
  if (hasSound()) void import("./sounds.js").then(({ play }) => play(sound));
}

/** What a decision sounds like. @param {import("./effects.js").Effect[]} effects */
const soundOf = (effects) => (effects.some(({ effect }) => effect === "take") ? "capture" : "turn");

class Table {
  /**
   * @param {HTMLElement} host
   * @param {string} path
   * @param {number | null} as the seat that is played from here, or null for those of all persons
   * @param {GameView} view
   * @param {import("./app.js").Context} context
   */
  constructor(host, path, as, view, context) {
    this.path = path;
    this.as = as;
    this.view = view;
    this.context = context;
    /** What is on the board, so that only what is new is moved. */
    this.shown = shownOf(view);
    /** So many turns are looked at, or null for the game itself. @type {number | null} */
    this.looking = null;
    /** The position that is looked at. @type {State | null} */
    this.seen = null;
    /** Grows with every look, so that a late answer is not shown. */
    this.looks = 0;
    this.isConnected = true;
    /** @type {import("./teacher.js").Teacher | null} */
    this.teacher = null;
    /** What is shown of links to seats. */
    this.invited = "";
    this.isHeld = false;
    /** Whether the time of a person here is running out. */
    this.isShort = false;
    this.title = splitTitle({ name: view.game, title: view.title })[0];
    this.parts = tableParts(host, this.title);
    this.players = new Players(this.parts.players);
    this.turns = new Turns(this.parts.turns, (count) => void this.look(count));
    this.hints = new ShownHint(this.parts, () => this.board, (change) => this.keepFocus(change));
    this.board = this.makeBoard();
    this.onKeyDown = (/** @type {KeyboardEvent} */ event) => this.key(event);
    document.addEventListener("keydown", this.onKeyDown);
    this.clock = new Clock((texts, low) => this.showTimes(texts, low));
    this.news = paced((/** @type {GameView} */ news) => this.receive(news), NEWS_MS);
    this.endEvents = watchTable(view.id, {
      onGame: this.news.give,
      onAgain: () => void this.reload(),
      onState: (isConnected) => this.connected(isConnected),
      onHeld: (isHeld) => {
        if (isHeld === this.isHeld) return;
        this.isHeld = isHeld;
        this.showPanels();
      },
    });
    void this.showView(true);
  }

  makeBoard() {
    return new PlayBoard(this.parts.board, this.parts.choices, this.view.state, {
      label: t("table.boardOf", { game: this.title }),
      onDecide: (decision) => void this.decide(decision),
      onSelect: (show) => this.selected(show),
      why: (touched) => this.whyNot(touched),
      onKey: (key) => this.command(key),
      onTyped: (text) => this.showTyped(text),
      onDraw: (drawn) => this.board.draw(toggled(this.board.drawn, drawn)),
      onPending: ({ text }) => this.context.announce(t("choice.pending", { decision: text })),
    });
  }

  /** Shows what follows from what has been touched. @param {() => void} show */
  selected(show) {
    this.keepFocus(show);
    // The board tells of itself while it is made.
    if (!this.board) return;
    showStatus(this.parts, this.view, this.as, this.looking !== null, this.board.selection);
    this.hints.draw();
  }

  /** Why places cannot be touched one after the other. @param {string[]} touched */
  async whyNot(touched) {
    const { game, options, start, turns, state } = this.view;
    const moves = [...turns.map(({ turn }) => turn), ...state.decisions];
    /** @type {import("./types.d.ts").RefusedTouch} */
    const refused = await post("/api/touch", { game, options, position: start, moves, touched });
    return sentence(refused.sentence, refused.said);
  }

  /**
   * If what had the focus is gone, the board has it.
   * @param {() => void} change
   */
  keepFocus(change) {
    const before = document.activeElement;
    change();
    if (before !== document.body && document.activeElement === document.body) this.board.view.input.focus();
  }

  /** @param {string[]} texts @param {boolean[]} low */
  showTimes(texts, low) {
    this.players.showTimes(texts, low);
    const isShort = mySeats(this.view, this.as).some((seat) => seat === this.view.running && low[seat - 1]);
    if (isShort && !this.isShort) hear("low");
    this.isShort = isShort;
  }

  leave() {
    this.turns.autoplay.stop();
    this.endEvents();
    this.news.stop();
    this.clock.stop();
    document.removeEventListener("keydown", this.onKeyDown);
  }

  /**
   * A newer table from the server.
   * @param {GameView} view
   */
  receive(view) {
    if (view.id !== this.view.id || view.revision < this.view.revision) return;
    const isNew = view.revision > this.view.revision;
    const before = this.view;
    this.view = view;
    // A decision is answered and told as news; only the times differ.
    if (isAlike(before, view)) return this.clock.set(view);
    if (isNew) tellChange(before, view, (text) => this.context.announce(text));
    if (view.ended && !before.ended) hear("end");
    if (isNew) this.hints.clear();
    const declined = declinedBy(before, view);
    if (declined) say(this.parts.hint, t("offer.declined", { name: declined.map((seat) => colourName(view.state.seats[seat - 1].colour)).join(", ") }));
    if (this.looking !== null && this.looking > view.turns.length) this.looking = null;
    void this.showView(isNew);
  }

  /**
   * Shows the table; the position too, if it may be another.
   * @param {boolean} position
   */
  async showView(position) {
    this.keepFocus(() => this.showPanels());
    if (!position || this.looking !== null) return;
    const { view } = this;
    const steps = since(this.shown, view);
    this.shown = shownOf(view);
    if (steps.length > 0 && !view.ended) hear(soundOf(steps.flat()));
    await this.showBoard(view.state, steps, mayDecide(view, this.as));
  }

  /**
   * @param {State} state
   * @param {import("./effects.js").Effect[][]} steps
   * @param {boolean} open
   */
  async showBoard(state, steps, open) {
    const main = /** @type {HTMLElement} */ (document.getElementById("main"));
    delete main.dataset.ready;
    const { revision } = this.view;
    const before = this.board.state;
    // What has been drawn is of the position before.
    if (state.position !== before.position || state.decisions.length !== before.decisions.length) this.board.draw([]);
    if (!(await this.board.show(state, steps, open))) return;
    main.dataset.revision = String(revision);
    main.dataset.ready = "true";
  }

  showPanels() {
    const { view, as } = this;
    this.context.setTitle(mayDecide(view, as) ? t("table.yourTurn", { game: this.title }) : this.title);
    this.players.show(view, (this.looking === null ? null : this.seen) ?? view.state);
    this.clock.set(view);
    this.turns.show(view, this.looking ?? view.turns.length);
    showStatus(this.parts, view, as, this.looking !== null, this.board.selection);
    showOffer(this.parts.offer, view, as, (act, seat) => void this.act(act, seat));
    showStep(this.parts.step, view, as, this.looking !== null, (act) => void this.act(act));
    showControls(this.parts.controls, view, as, {
      act: (act) => void this.act(act),
      undo: () => void this.undo(),
      resign: () => void this.resign(),
      hint: () => void this.hint(),
      share: () => void this.share(),
      turnBoard: () => this.turnBoard(),
      mute: () => this.mute(),
      teach: () => this.teach(),
      keys: () => openKeys("game"),
    });
    this.showBanner();
    void this.showTeacher();
    this.showProblem(view.problem ? sentence(view.problem, view.problemSaid) : !this.isConnected ? t("table.lost") : this.isHeld ? t("table.held") : null);
    this.showInvitation();
  }

  /** Begins to teach, or ends it. */
  teach() {
    setTaught(!isTaught());
    this.showPanels();
  }

  /** Has the teacher see what is played, if there is to be one. */
  async showTeacher() {
    const { view } = this;
    const seat = isTaught() ? learner(view, this.as) : null;
    this.parts.teacher.hidden = seat === null;
    if (seat === null) return;
    const { Teacher } = await import("./teacher.js");
    this.teacher ??= new Teacher(this.parts.teacher, () => void this.undo());
    void this.teacher.follow(view, seat);
  }

  showBanner() {
    const { looking, view } = this;
    const back = () => button("to-game", t("table.backToGame"), () => this.backToGame(), { class: "primary" });
    const rematch = () => h("a", { class: "button primary", id: "to-rematch", href: this.seatAddress(view.rematch ?? "", true) }, t("table.toRematch"));
    refill(this.parts.banner, looking !== null && h("p", { class: "looking" }, h("span", {}, t(looking === 0 ? "table.lookAtStart" : "table.lookAt", { turn: looking })), back()));
    refill(this.parts.rematch, view.rematch !== null && h("p", {}, t("table.rematch"), rematch()));
  }

  backToGame() {
    void this.look(this.view.turns.length);
    this.board.view.input.focus();
  }

  /**
   * The address of a table for who sits here; in a rematch everybody sits one seat on.
   * @param {string} id
   * @param {boolean} isRematch
   */
  seatAddress(id, isRematch) {
    const address = `#/game/${encodeURIComponent(id)}`;
    if (this.as === null) return address;
    const seat = isRematch ? (this.as % this.view.seats.length) + 1 : this.as;
    return `${address}/as/${seat}`;
  }

  /** @param {string | null} text */
  showProblem(text) {
    this.parts.problem.hidden = text === null;
    if (text === null) return fill(this.parts.problem);
    const again = () => void (this.view.problem ? this.act("resume") : this.reload());
    fill(this.parts.problem, h("p", {}, text), button("again", t("again"), again));
  }

  /** Persons at other screens get an address of their own; who has one seat gets the way back to it. */
  showInvitation() {
    const { id, rights } = this.view;
    const seats = mySeats(this.view, this.as);
    const word = seats.length > 1 ? "invite" : seats.length === 1 && rights ? "back" : rights && !rights.isOwn ? "watching" : "";
    const shown = word === "" || isOver(this.view) ? "" : JSON.stringify([word, rights?.keys]);
    if (shown === this.invited) return;
    this.invited = shown;
    if (shown === "") return fill(this.parts.invitation);
    if (word === "watching") return fill(this.parts.invitation, h("p", { class: "faint", id: "watching" }, t("table.watching")));
    const address = (/** @type {number} */ seat) => [`#/game/${encodeURIComponent(id)}/as/${seat}`, rights?.keys[seat]].filter(Boolean).join("/");
    const link = (/** @type {number} */ seat) => h("li", {}, h("a", { href: address(seat) }, t("table.seatLink", { name: nameOf(this.view, seat, colourName) })));
    fill(this.parts.invitation, h("details", { class: "more" }, h("summary", {}, t(`table.${word}`)), h("p", { class: "faint" }, t(`table.${word}How`)), h("ul", {}, ...seats.map(link))));
  }

  /** @param {boolean} isConnected */
  connected(isConnected) {
    if (isConnected === this.isConnected) return;
    this.isConnected = isConnected;
    if (isConnected) void this.reload();
    else this.showPanels();
  }

  async reload() {
    await this.attempt(async () => {
      this.receive(await get(this.path));
      this.showPanels();
    });
  }

  /**
   * Does something that the server may refuse; what it says then is shown, with the present position.
   * @param {() => Promise<void>} deed
   */
  async attempt(deed) {
    try {
      await deed();
    } catch (error) {
      /** @type {GameView | null | undefined} */
      const newer = error instanceof ApiError ? error.body?.game : null;
      this.shown = shownOf(this.view);
      if (newer && newer.revision > this.view.revision) this.receive(newer);
      else await this.showView(true);
      this.showProblem(why(error));
    }
  }

  /** @param {Decision} decision */
  async decide({ text, effects }) {
    tellPlayed();
    hear(soundOf(effects));
    delete document.getElementById("main")?.dataset.ready;
    this.shown.decisions += 1;
    this.hints.clear();
    const { revision } = this.view;
    await this.attempt(async () => this.receive(await post(`${this.path}/decide`, { revision, decision: text })));
  }

  /**
   * @param {Act} act
   * @param {number} [seat]
   */
  async act(act, seat = actor(this.view, this.as)) {
    this.looking = null;
    await this.attempt(async () => {
      /** @type {GameView} */
      const view = await post(`${this.path}/act`, { act, seat });
      const other = view.id !== this.view.id ? view.id : act === "rematch" ? view.rematch : null;
      if (other) this.context.navigate(this.seatAddress(other, true));
      else this.receive(view);
    });
  }

  async undo() {
    if (needsConsent(this.view)) await this.act("offerTakeback", takesBack(this.view, this.as));
    else await this.act("undo");
  }

  async resign() {
    const name = nameOf(this.view, actor(this.view, this.as) ?? 1, colourName);
    if (await ask(t("resign.sure", { name }), t("resign.yes"), t("no"))) await this.act("resign");
  }

  async hint() {
    say(this.parts.hint, t("hint.waits"));
    const { revision } = this.view;
    await this.attempt(async () => {
      /** @type {import("./types.d.ts").Hint} */
      const hint = await post(`${this.path}/hint`);
      if (revision !== this.view.revision) return;
      this.hints.show(hint);
    });
    if (this.parts.hint.textContent === t("hint.waits")) say(this.parts.hint, "");
  }

  turnBoard() {
    this.hints.clear();
    this.board.turn();
  }

  mute() {
    setSettings({ sound: !hasSound() });
    this.showPanels();
  }

  /** Opens or closes what can be taken out of the page. */
  async share() {
    const host = this.parts.share;
    host.hidden = !host.hidden;
    if (host.hidden) return;
    await this.attempt(async () => {
      const [{ shareMenu }, { openTable }, { recordOf }] = await Promise.all([import("./share.js"), import("./open.js"), import("./record.js")]);
      const { id, state } = this.view;
      const { position, tree, before = [] } = await openTable(id);
      const moves = [...(position.moves ?? []), ...state.decisions];
      await shareMenu(host, { ...position, moves }, { text: state.position, records: [...before, recordOf(position, tree)], tree });
    });
  }

  /**
   * Looks at the position after so many turns; after all of them, at the game.
   * @param {number} count
   */
  async look(count) {
    const { game, options, start, turns } = this.view;
    const to = Math.max(0, Math.min(turns.length, count));
    const from = this.looking ?? turns.length;
    this.looks += 1;
    const mine = this.looks;
    this.turns.autoplay.stop();
    this.hints.clear();
    if (to === turns.length && this.view.state.decisions.length === 0 && this.looking === null) return;
    this.looking = to === turns.length ? null : to;
    this.keepFocus(() => this.showPanels());
    if (this.looking === null) return this.showBoard(this.view.state, to === from + 1 ? this.lastSteps() : [], mayDecide(this.view, this.as));
    await this.attempt(async () => {
      const moves = turns.slice(0, to).map(({ turn }) => turn);
      /** @type {import("./types.d.ts").StateAnswer} */
      const { state, last } = await post("/api/state", { game, options, position: start, moves });
      if (mine !== this.looks) return;
      this.seen = state;
      this.showPanels();
      const steps = to === from + 1 ? (last?.decisions ?? []).map(({ effects }) => effects) : [];
      await this.showBoard(state, steps, false);
    });
  }

  /** The effects of what was played last. */
  lastSteps() {
    return (this.view.last?.decisions ?? []).map(({ effects }) => effects);
  }

  /** @param {string} text */
  showTyped(text) {
    this.parts.typed.hidden = text === "";
    say(this.parts.typed, text);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (isElsewhere(event)) return;
    const at = this.looking ?? this.view.turns.length;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: this.view.turns.length }[event.key];
    if (to !== undefined) void this.look(to);
    else if (!this.command(event.key)) return;
    event.preventDefault();
  }

  /**
   * The keys of the page; a button that is not there or cannot be used has no key.
   * @param {string} key
   * @returns {boolean} whether it meant something
   */
  command(key) {
    const step = document.getElementById("undo-step") ? "undo-step" : "undo";
    const id = { u: step, r: "redo", h: "hint", t: "turn-board", m: "sound", p: "autoplay", "?": "keys" }[key];
    if (key === "Escape") this.board.unselect();
    if (!id) return key === "Escape";
    document.getElementById(id)?.click();
    return true;
  }
}
