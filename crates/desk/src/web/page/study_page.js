// @ts-check
// What is seen of an analysis, and how its parts work together: board, bar, engine, lines, curve and tree.

import { Analyst } from "./analyst.js";
import { announce } from "./announce.js";
import { Autoplay } from "./autoplay.js";
import { Bar, sidesOf, viewOf } from "./bar.js";
import { CurveFiller, evaluationOf, evaluationOfEnd } from "./curve.js";
import { Desk } from "./desk.js";
import { joinComment, splitComment, toggled } from "./drawn.js";
import { button, fill, h, say } from "./dom.js";
import { EnginePanel } from "./engine_panel.js";
import { Graph } from "./graph.js";
import { address } from "./link.js";
import { Lines, scoreText } from "./lines.js";
import { seatName, splitTitle } from "./names.js";
import { optionForm } from "./option_form.js";
import { heatOf, marksOf } from "./overlay.js";
import { remember, remembered } from "./store.js";
import { colourName, t, why } from "./texts.js";
import { TreeView } from "./tree_view.js";
import { beside, part, percent } from "./widgets.js";

/** @typedef {import("./types").AnalysisEvent} AnalysisEvent */
/** @typedef {import("./tree.js").Tree} Tree */

/** So many decisions of the heat map are named. */
const NAMED = 5;

/**
 * What is known of a position when a search begins anew: the lines of the last one until the new one is as deep.
 * @param {AnalysisEvent} known
 * @param {AnalysisEvent} event
 * @returns {AnalysisEvent}
 */
function merged(known, event) {
  const [before, now] = [known.answer, event.answer];
  const [old, root] = [before.rootInfo, now.rootInfo];
  // Lines and heat map are of one search; where the last one had no heat map, the new one says all.
  const hasAll = !now.decisions || before.decisions;
  const isLess = now.isDuringSearch && hasAll && old && root && root.search === old.search && root.depth < old.depth;
  const from = now.threats === undefined ? known : event;
  const best = isLess ? known : event;
  const { rootInfo, moveInfos, decisions } = best.answer;
  const found = { lines: best.lines, points: best.points, threat: from.threat };
  return { ...event, ...found, answer: { ...now, rootInfo, moveInfos, decisions, threats: from.answer.threats } };
}

export class StudyPage {
  /**
   * @param {import("./study.js").Study} study
   * @param {import("./app.js").Context} context
   * @param {{ name: string, title: string }} game
   * @param {() => void} onChange the tree has changed
   */
  constructor(study, context, game, onChange) {
    this.study = study;
    this.context = context;
    this.onChange = onChange;
    /** @type {AnalysisEvent | null} */
    this.news = null;
    /** Grows with everything that is looked at, so that what is slow does not show itself over what is newer. */
    this.previewed = 0;
    /** What the lines say of the position. @type {{share: number, seat: number, other: string} | null} */
    this.found = null;
    this.isPreviewing = false;
    /** Another node is shown. */
    this.onGone = () => {};
    this.said = h("p", { class: "problem", role: "alert" });
    this.notKept = h("p", { class: "problem", role: "alert" });
    this.bar = new Bar();
    this.desk = new Desk({
      onDecision: (text) => {
        this.autoplay.stop();
        return this.act(() => study.decide(text));
      },
      why: (touched) => study.whyNot(touched),
      onTouched: () => this.drawOver(),
      onDraw: (drawn) => this.draw(drawn),
      onKey: (key) => this.key(key),
      beside: this.bar.host,
    });
    /** Does something and says what is refused. */
    this.act = this.desk.guard(this.said);
    this.graph = new Graph("graph", t("analyse.graph"), (index) => this.act(() => study.go(study.tree.line()[index])));
    this.graphAbout = h("p", { class: "faint", hidden: true }, t("analyse.graphAbout"));
    this.panel = new EnginePanel(context.info, () => this.search());
    this.forWhom = h("p", { class: "faint", id: "for-whom" });
    this.lines = new Lines((turns) => this.preview(turns), (turns) => this.act(() => study.decideAll(turns)));
    this.tree = new TreeView(study.tree, (node) => this.act(() => study.go(node)), () => this.changed());
    this.analyst = new Analyst(
      (event) => this.show(event),
      (error) => this.panel.showProblem(why(error)),
      () => this.sayBest(),
      (waits) => this.panel.showProblem(waits ? t("analyse.waits") : ""),
    );
    /** What was played in the position; its module comes once it is opened. @type {import("./explorer.js").Explorer | null} */
    this.explorer = null;
    this.filler = new CurveFiller(study, () => this.showShares());
    this.tools = h("div", { class: "buttons tools-row" });
    this.autoplay = new Autoplay({ atEnd: () => study.tree.step("forward") === study.tree.current, toStart: () => this.walk("first"), step: () => this.walk("forward") });
    study.onShow = (answer, isForward) => this.showState(answer, isForward);
    this.host = this.layOut(game);
  }

  /** @param {{ name: string, title: string }} game */
  layOut(game) {
    const walk = (/** @type {string} */ sign, /** @type {Parameters<Tree["step"]>[0]} */ step) =>
      button(`go-${step}`, sign, () => this.walk(step), { "aria-label": t(`analyse.${step}`), title: t(`analyse.${step}`) });
    const steps = [walk("|◀", "first"), walk("◀", "back"), walk("▶", "forward"), walk("▶|", "last")];
    const turn = button("turn-board", "⟳", () => this.turnBoard(), { "aria-label": t("board.turn"), title: t("board.turn") });
    const walking = h("div", { class: "buttons walking" }, steps, turn);
    return beside(
      [h("h1", { class: "study-title" }, splitTitle(game)[0]), this.desk.host, walking, this.autoplay.host, this.said, this.options()],
      part(t("analyse.engine"), this.panel.host, this.forWhom, this.lines.host),
      this.explorerPart(),
      part(t("analyse.graph"), this.graph.host, this.graphAbout),
      part(t("analyse.tree"), this.tree.host, this.notKept),
      this.tools,
    );
  }

  /** What the book and games know of the position; it begins as it was left. */
  explorerPart() {
    const body = h("div", {});
    const open = async () => {
      remember("explorerOpen", made.open);
      const { Explorer } = await import("./explorer.js");
      this.explorer ??= new Explorer(this, body);
      this.explorer.open(made.open);
    };
    const made = h("details", { id: "explorer", class: "part", ontoggle: open, open: remembered("explorerOpen", false) }, h("summary", {}, h("h2", {}, t("explorer.title"))), body);
    return made;
  }

  /** The variants of the game; another one begins anew. */
  options() {
    const { start } = this.study;
    const described = this.context.info.games.find((game) => game.name === start.game)?.options ?? [];
    if (described.length === 0) return null;
    const form = optionForm(described, start.options ?? {}, (options) =>
      this.context.navigate(address("analyse", { game: start.game, options })),
    );
    return h("details", { class: "settings" }, h("summary", {}, t("analyse.options")), form);
  }

  /** @param {[string, string, () => unknown][]} tools ids, names, what they do */
  addTools(tools) {
    fill(this.tools, tools.map(([id, name, what]) => button(id, name, () => this.act(async () => void (await what())))));
  }

  async open() {
    await this.act(() => this.study.open());
    // What cannot be played is there no more.
    this.tree.render();
  }

  /** Others have changed the tree. @param {boolean} hasMoved one stood where there is nothing now */
  merged(hasMoved) {
    this.tree.render();
    this.showShares();
    this.showDrawn();
    if (hasMoved) this.act(() => this.study.go(this.study.tree.current));
  }

  /** Marks and comments have changed here. */
  changed() {
    this.onChange();
    this.showShares();
    this.showDrawn();
  }

  /** What is drawn belongs to the comment of the turn, and is kept with it. @param {import("./drawn.js").Drawn} one */
  draw(one) {
    const { current } = this.study.tree;
    // In the midst of a turn there is no place where it could stand.
    if (this.study.partial.length > 0) return this.showDrawn();
    const { text, drawn } = splitComment(current.comment);
    current.comment = joinComment(text, toggled(drawn, one));
    this.tree.render();
    this.changed();
  }

  showDrawn() {
    const { tree, partial } = this.study;
    this.desk.board?.draw(partial.length > 0 ? [] : splitComment(tree.current.comment).drawn);
  }

  /** What was wrong when variations were to be kept, or null. @param {unknown} error */
  sayKept(error) {
    say(this.notKept, error === null ? "" : t("analyse.notKept", { why: why(error) }));
  }

  close() {
    this.autoplay.stop();
    this.filler.stop();
    this.analyst.stop();
    this.explorer?.close();
    this.desk.close();
  }

  /** @param {string} key @returns {boolean} whether it meant something */
  key(key) {
    if (key === "a") this.panel.turn(!this.panel.isOn);
    else if (key === "t") this.turnBoard();
    else if (key === "p") this.autoplay.toggle.click();
    else return false;
    return true;
  }

  turnBoard() {
    this.desk.board?.turn();
    this.drawOver();
  }

  /** @param {Parameters<Tree["step"]>[0]} step */
  walk(step) {
    this.autoplay.stop();
    const { study } = this;
    return this.act(() => (step === "back" ? study.back() : study.go(study.tree.step(step))));
  }

  /** Lets go what has been touched, or takes back a decision of the turn in progress. */
  back() {
    if (this.desk.touched.length > 0) this.desk.letGo();
    else if (this.study.partial.length > 0) this.act(() => this.study.back());
  }

  /** @param {import("./types").StateAnswer} answer @param {boolean} isForward */
  showState(answer, isForward) {
    this.news = null;
    this.previewed += 1;
    this.isPreviewing = false;
    const { tree } = this.study;
    this.desk.show(answer, { isForward });
    if (this.tree.buttons.has(tree.current) || !tree.current.parent) {
      this.tree.mark();
    } else {
      this.tree.render();
      this.onChange();
    }
    if (answer.state.result && this.study.partial.length === 0) tree.current.evaluation = evaluationOfEnd(answer.state);
    this.lines.wait();
    this.showShares();
    this.showDrawn();
    this.drawOver();
    this.search();
    void this.explorer?.show();
    this.onGone();
  }

  /** Searches what is shown, if the analysis is on. */
  search() {
    const { answer } = this.study;
    this.analyst.stop();
    this.lines.host.style.setProperty("--lines", String(this.panel.wanted.multipv));
    if (this.panel.isOn) this.filler.start(this.panel.wanted.settings);
    else this.filler.stop();
    if (!this.panel.isOn) {
      this.news = null;
      this.lines.clear();
      say(this.forWhom, "");
      return this.drawOver();
    }
    if (!answer) return;
    if (answer.state.result) {
      this.lines.clear();
      return say(this.forWhom, t("analyse.over"));
    }
    this.analyst.start({ ...this.study.position(), ...this.panel.request() });
    if (this.news) Object.assign(this.news.answer, { threats: this.news.answer.threats ?? undefined, isDuringSearch: true });
    this.sayOver(this.news);
  }

  /** @param {AnalysisEvent} event */
  show(event) {
    const { answer } = this.study;
    const info = event.answer.rootInfo;
    this.panel.showNews(event);
    if (!answer || !info) return;
    event = this.news ? merged(this.news, event) : event;
    this.news = event;
    const seat = answer.state.seats.find((one) => one.seat === info.seat);
    say(this.forWhom, seat ? t("analyse.forWhom", { name: colourName(seat.colour) }) : "");
    const found = evaluationOf(answer.state, event);
    if (!found) return;
    this.found = { ...found, other: viewOf(answer.state, info.seat).isTurned && seat ? seatName(seat) : "" };
    if (this.study.partial.length === 0) {
      const { current } = this.study.tree;
      const known = current.evaluation;
      // What the same search has found before, deeper, is worth more.
      if (known?.search !== found.search || found.depth >= known.depth) current.evaluation = found;
    }
    this.lines.show(event);
    this.showShares();
    this.drawOver();
  }

  /** The bar and the curve. */
  showShares() {
    const { answer, tree } = this.study;
    if (!answer) return;
    const { seats } = answer.state;
    const sides = sidesOf(answer.state);
    this.graphAbout.hidden = sides < 3;
    const colourOf = (/** @type {number} */ seat) => seats.find((one) => one.seat === seat)?.colour ?? "white";
    // As long as there are lines, the bar shows what the first of them says.
    const known = (this.news && this.found) || { ...tree.current.evaluation, other: "" };
    const { seat = 1, share = null, other } = known;
    this.bar.show(share, seatName({ seat, colour: colourOf(seat) }), colourOf(seat), sides, other);
    const line = tree.line();
    const points = line.map((node) => {
      const found = node.evaluation;
      const seat = sides > 2 && found ? colourName(colourOf(found.seat)) : "";
      return { share: found?.share ?? null, label: node.turn, seat, mark: node.mark };
    });
    this.graph.show(points, line.indexOf(tree.current), 1 / sides);
  }

  /** Arrows, threats and the heat map. */
  drawOver() {
    const { overlay } = this.desk;
    if (!overlay || this.isPreviewing) return;
    const { news } = this;
    const wanted = this.panel.wanted;
    const infos = news?.answer.moveInfos ?? [];
    const best = infos[0]?.winrate ?? 0;
    const touched = this.desk.touched;
    const heats = news && wanted.heat ? heatOf(news.answer.decisions ?? [], news.points, touched) : [];
    overlay.showHeat(heats);
    const strength = (/** @type {number} */ index) => Math.max(0, 1 - 4 * (best - infos[index].winrate) - 0.12 * index);
    const lines = (news?.lines ?? [])
      .slice(0, wanted.multipv)
      .flatMap((line, index) => marksOf(line[0]?.decisions ?? [], "line", String(index + 1), infos[index] ? strength(index) : 0));
    const threats = wanted.threats ? marksOf(news?.threat[0]?.decisions ?? [], "threat", "!", 0.8) : [];
    // The heat map says more about the same places.
    overlay.showMarks([...threats, ...(heats.length > 0 || touched.length > 0 ? [] : lines)]);
    this.sayOver(news);
  }

  /** Says what has been found, once a search is over. */
  sayBest() {
    const [best] = this.news?.answer.moveInfos ?? [];
    if (best && this.news && !this.news.answer.isDuringSearch) announce(t("analyse.found", { turn: best.turn, score: scoreText(best) }));
  }

  /** The threat and the best of the heat map in words, for who does not see them. @param {AnalysisEvent | null} news */
  sayOver(news) {
    const decisions = this.panel.wanted.heat ? (news?.answer.decisions ?? []) : [];
    const best = [...decisions].sort((a, b) => b.winrate - a.winrate).slice(0, NAMED);
    const named = best.map((decision) => `${decision.text} ${percent(decision.winrate)}`).join(", ");
    const depth = news?.answer.rootInfo?.depth ?? 0;
    say(this.panel.heatWords, named ? t("analyse.heatBest", { named, depth }) : "");
    const { isOn, wanted } = this.panel;
    const threat = news?.answer.threats;
    const isLooking = isOn && !this.study.answer?.state.result && threat === undefined && (news?.answer.isDuringSearch ?? true);
    const colour = colourName(news?.threat[0]?.colour ?? "white");
    const found = threat ? t("analyse.threatens", { turn: threat.turn, share: percent(threat.winrate), colour }) : "";
    say(this.panel.threat, !wanted.threats ? "" : isLooking ? t("analyse.looking") : found);
  }

  /** Shows for a while where turns from here would lead. @param {string[] | null} turns */
  async preview(turns) {
    const mine = ++this.previewed;
    if (!turns) return this.endPreview();
    const answer = await this.study.stateAfter([...this.study.position().moves, ...turns]).catch(() => null);
    if (mine !== this.previewed || !answer) return;
    this.isPreviewing = true;
    this.desk.preview(answer.state);
    this.desk.overlay?.showHeat([]);
    this.desk.overlay?.showMarks([]);
  }

  endPreview() {
    if (!this.isPreviewing) return;
    this.isPreviewing = false;
    this.desk.preview(null);
    this.drawOver();
  }
}
