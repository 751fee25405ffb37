// @ts-check
// The opening explorer: what the book, one's own games and those of a file know of the position on the board, beside the
// scores of the book and the engine. Its numbers are those of `quintet explore`.

import * as api from "./api.js";
import { button, fill, h, say } from "./dom.js";
import { GameSteps, fileSteps, keptSteps } from "./explorer_games.js";
import { scoreText } from "./lines.js";
import { seatName } from "./names.js";
import { marksOf } from "./overlay.js";
import { remember, remembered } from "./store.js";
import { plural, t, why } from "./texts.js";
import { percent, tick } from "./widgets.js";

/** @typedef {import("./types").ExploreAnswer} ExploreAnswer */
/** @typedef {ExploreAnswer["decisions"][number]} Known */
/** @typedef {"own" | "file"} Source */

/** Who walks through turns quickly wants none of them searched. */
const SETTLED_MS = 200;

/** The file that was opened last stays for as long as the page does, also when another position is analysed. @type {File | null} */
let opened = null;

export class Explorer {
  /** @param {import("./study_page.js").StudyPage} page @param {HTMLElement} host */
  constructor(page, host) {
    this.page = page;
    this.wanted = remembered("explorer", { book: true, own: true, scores: true });
    /** @type {Record<Source, GameSteps | null>} */
    this.games = { own: null, file: null };
    this.isOpen = false;
    this.isLeft = false;
    this.asked = 0;
    this.timer = 0;
    this.body = h("tbody", { id: "explorer-lines" });
    this.table = h("table", { class: "book explorer" },
      h("thead", {}, h("tr", {}, ["decision", "games", "result", "book", "engine"].map((key) => h("th", { scope: "col", class: `of-${key}` }, t(`explorer.${key}`))))),
      this.body,
    );
    this.summary = h("p", { id: "explorer-summary", role: "status" });
    this.said = h("p", { class: "problem", role: "alert" });
    this.progress = h("p", { id: "explorer-progress", class: "faint" });
    this.notes = h("div", { id: "explorer-notes", class: "faint" });
    this.fileName = h("span", { id: "explorer-file-name" });
    const field = h("input", { type: "file", id: "explorer-file", class: "unseen", onchange: () => {
      const [file] = field.files ?? [];
      field.value = "";
      if (file) this.openFile(file);
    } });
    const set = (/** @type {Partial<typeof this.wanted>} */ change) => {
      Object.assign(this.wanted, change);
      remember("explorer", this.wanted);
      void this.show();
    };
    const { book, own, scores } = this.wanted;
    this.ownCount = h("span", { class: "faint" });
    const ownTick = tick("explorer-own", t("explorer.own"), own, (own) => set({ own }));
    ownTick.append(this.ownCount);
    this.closeFile = button("explorer-close", t("explorer.closeFile"), () => this.openFile(null), { hidden: true });
    const sources = h("div", { class: "explorer-sources" },
      tick("explorer-book", t("book.title"), book, (book) => set({ book })), ownTick, tick("explorer-scores", t("explorer.scores"), scores, (scores) => set({ scores })),
      h("label", { class: "button file", for: "explorer-file" }, t("explorer.open"), field), this.fileName, this.closeFile,
    );
    fill(host, sources, this.said, this.progress, this.summary, h("div", { class: "wide" }, this.table), this.notes);
    // What is dropped here is explored, and not taken in.
    host.addEventListener("drop", (event) => {
      const [file] = event.dataTransfer?.files ?? [];
      if (!file) return;
      event.preventDefault();
      event.stopPropagation();
      this.openFile(file);
    });
    this.table.addEventListener("mouseleave", () => page.drawOver());
  }

  /** It is seen from now on, or no more. @param {boolean} isOpen */
  open(isOpen) {
    this.isOpen = isOpen;
    void this.show();
  }

  close() {
    this.isLeft = true;
    this.open(false);
  }

  /** @param {File | null} file */
  openFile(file) {
    opened = file;
    this.games.file = null;
    void this.show();
  }

  /** What is known of the position that the page shows, with the games that have been read so far. */
  async show() {
    const mine = ++this.asked;
    clearTimeout(this.timer);
    if (!this.isOpen) return;
    say(this.said, "");
    this.body.setAttribute("aria-busy", "true");
    if (this.wanted.own && !this.games.own) void this.read("own", keptSteps);
    const file = opened;
    if (file && !this.games.file) void this.read("file", (...means) => fileSteps(...means, file));
    try {
      await this.ask(mine);
    } catch (error) {
      if (mine === this.asked) say(this.said, why(error));
    }
  }

  /**
   * Reads the games of a source, once; when all have been read, what is shown is asked for again.
   * @param {Source} source @param {typeof keptSteps} how
   */
  async read(source, how) {
    const found = new GameSteps();
    this.games[source] = found;
    const isWanted = () => this.games[source] === found && !this.isLeft;
    const onProgress = () => {
      if (isWanted()) say(this.progress, plural("archive.soFar", found.games));
      return isWanted();
    };
    try {
      await how(api, this.page.study.start.game, found, onProgress);
    } catch (error) {
      found.note([why(error)]);
    }
    if (!isWanted()) return;
    say(this.progress, "");
    await this.show();
  }

  /** @param {number} mine */
  async ask(mine) {
    const { study } = this.page;
    const { book, own, scores } = this.wanted;
    const position = study.position();
    const about = (/** @type {boolean} */ scores, /** @type {import("./types").Step[]} */ steps) =>
      /** @type {Promise<ExploreAnswer>} */ (api.post("/api/explore", { ...position, book, scores, steps }));
    const first = await about(false, []);
    if (mine !== this.asked) return;
    const steps = [...(own ? (this.games.own?.at(first.place) ?? []) : []), ...(opened ? (this.games.file?.at(first.place) ?? []) : [])];
    const counted = steps.length > 0 ? await about(false, steps) : first;
    if (mine !== this.asked) return;
    const isOver = Boolean(study.answer?.state.result);
    this.draw(counted, scores && !isOver);
    if (!scores || isOver) return;
    this.timer = window.setTimeout(() => {
      about(true, steps).then(
        (answer) => mine === this.asked && this.draw(answer, false),
        (error) => mine === this.asked && say(this.said, why(error)),
      );
    }, SETTLED_MS);
  }

  /** @param {ExploreAnswer} answer @param {boolean} isWaiting scores are still to come */
  draw({ decisions }, isWaiting) {
    const { state } = this.page.study.answer ?? {};
    if (!state) return;
    const seat = state.seats.find((one) => one.seat === state.decides);
    const has = (/** @type {(one: Known) => unknown} */ what) => decisions.some(what);
    this.body.setAttribute("aria-busy", String(isWaiting));
    this.table.hidden = decisions.length === 0;
    this.table.classList.toggle("without-games", !has((one) => one.games > 0));
    this.table.classList.toggle("without-book", !has((one) => one.bookScore));
    this.table.classList.toggle("without-engine", !this.wanted.scores);
    fill(this.body, decisions.map((one, index) => this.row(one, index, isWaiting)));
    const total = decisions.reduce((sum, { games }) => sum + games, 0);
    const name = seat ? seatName(seat) : "";
    const counted = total > 0 ? plural("explorer.found", total, { name }) : t("explorer.noGames", { name });
    const found = decisions.length > 0 ? counted : t(isWaiting ? "explorer.asking" : "explorer.none");
    say(this.summary, state.result ? t("analyse.over") : found);
    this.drawSources();
  }

  drawSources() {
    const { own, file } = this.games;
    say(this.ownCount, own && this.wanted.own ? `(${own.games})` : "");
    this.closeFile.hidden = !opened;
    say(this.fileName, opened && file ? plural("explorer.file", file.games, { name: opened.name }) : "");
    const lines = [this.wanted.own ? own : null, opened ? file : null].flatMap((games) =>
      games
        ? [
            games.unfinished > 0 ? plural("explorer.unfinished", games.unfinished) : "", games.others > 0 ? plural("explorer.others", games.others) : "",
            games.unread > 0 ? t("home.unread", { count: games.unread }) : "", ...games.notes,
          ]
        : [],
    );
    const inTurn = this.page.study.partial.length > 0 ? t("explorer.inTurn") : "";
    fill(this.notes, [inTurn, ...lines].filter(Boolean).map((line) => h("p", {}, line)));
  }

  /** @param {Known} known @param {number} index @param {boolean} isWaiting */
  row(known, index, isWaiting) {
    const { page } = this;
    const { decision, games, points, bookScore, engineScore } = known;
    const play = () => page.act(() => page.study.decide(decision));
    const described = page.study.answer?.state.legal.find((one) => one.text === decision);
    const point = () => described && page.desk.overlay?.showMarks(marksOf([described], "line", String(index + 1), 1));
    const made = h("tr", { "data-decision": decision },
      h("th", { scope: "row" }, button("", decision, play, { class: "turn", onfocus: point, onblur: () => page.drawOver() })),
      h("td", { class: "of-games" }, games > 0 ? String(games) : "–"), h("td", { class: "of-result" }, games > 0 ? [bar(known), h("span", {}, percent(points / games))] : "–"),
      h("td", { class: "of-book" }, bookScore ? scoreText(bookScore) : "–"), h("td", { class: "of-engine" }, engineScore ? scoreText(engineScore) : isWaiting ? "…" : "–"),
    );
    made.addEventListener("mouseenter", point);
    made.addEventListener("click", (event) => event.target instanceof HTMLButtonElement || play());
    return made;
  }
}

/** How the games went in which it was played; of games of a book only the points are known. @param {Known} known */
function bar({ won, drawn, lost }) {
  const words = t("explorer.wonDrawnLost", { won, drawn, lost });
  const part = (/** @type {string} */ name, /** @type {number} */ count) => {
    const made = h("i", { class: name });
    made.style.setProperty("flex-grow", String(count));
    return made;
  };
  if (won + drawn + lost === 0) return null;
  return h("span", { class: "results", role: "img", "aria-label": words, title: words }, part("of-won", won), part("of-drawn", drawn), part("of-lost", lost));
}
