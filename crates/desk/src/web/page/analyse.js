// @ts-check
// The analysis of a position: board, engine, best lines, curve, variations; setting up, pasting, sharing and playing from here.

import { fill, h } from "./dom.js";
import { pasteBox } from "./import.js";
import { Keeper } from "./keeper.js";
import { atTable, inBrowser, keptHere, watchHere, watchTree } from "./kept_trees.js";
import { address } from "./link.js";
import { openPosition } from "./open.js";
import { playFromHere } from "./play_here.js";
import { playersOf, recordOf } from "./record.js";
import { readCurve } from "./review_words.js";
import { showSetup } from "./setup.js";
import { shareMenu } from "./share.js";
import { Study } from "./study.js";
import { StudyPage } from "./study_page.js";
import { t } from "./texts.js";
import { Tree } from "./tree.js";
import { isTyping, openDialog } from "./widgets.js";

/** @typedef {import("./types").GameLine} Position */

/** @type {Record<string, Parameters<Tree["step"]>[0]>} */
const STEPS = { ArrowLeft: "back", ArrowRight: "forward", ArrowUp: "previous", ArrowDown: "following", Home: "first", End: "last" };

/**
 * The variations that were kept in this browser, standing where the address says; those of the address if there are none.
 * @param {Tree} tree
 * @param {import("./keeper.js").Kept} kept
 */
function keptOr(tree, { version, text }) {
  if (version === undefined) return tree;
  const kept = Tree.read(text);
  kept.go(kept.addLine(tree.turns()));
  return kept;
}

/** @param {HTMLElement} host @param {import("./app.js").Route} route @param {import("./app.js").Context} context */
export async function show(host, route, context) {
  context.setTitle(t("analyse.title"));
  const opened = await openPosition(host, route.query, "analyse", context);
  if (!opened) return () => {};
  const game = context.info.games.find((one) => one.name === opened.position.game);
  // After a reload or on the way back, the variations are found by this name in the address.
  const name = route.query.get("own") ?? Math.random().toString(36).slice(2, 10);
  const { table, kept = keptHere(name) } = opened;
  const study = new Study(opened.position, table ? opened.tree : keptOr(opened.tree, kept));
  const keeper = new Keeper(study.tree, table ? atTable(table) : inBrowser(name), kept, (hasMoved) => page.merged(hasMoved), (error) => page.sayKept(error));
  const endWatch = table ? watchTree(table, keeper) : watchHere(name, keeper);
  const flush = () => void keeper.flush();
  window.addEventListener("pagehide", flush);
  const page = new StudyPage(study, context, game ?? { name: opened.position.game, title: opened.position.game }, () => keeper.changed());
  const players = playersOf(study.tree).filter(Boolean).join(" – ");
  if (players) page.host.querySelector("h1")?.after(h("p", { id: "study-players", class: "faint" }, players));
  page.onGone = () => {
    if (!opened.table) history.replaceState(history.state, "", address("analyse", { ...study.start, moves: study.tree.turns() }, { own: name }));
  };

  /** Goes to another position; the address says which, so that going back leads here. @param {Position} position @param {Tree} [tree] */
  const leaveFor = (position, tree) => {
    flush();
    const moves = tree ? tree.main().map((node) => node.turn) : [];
    context.navigate(address("analyse", { ...position, moves }, tree ? { tree: tree.write(), ply: tree.path().length } : {}));
  };
  /** The position is there. Tools that need it can be pressed before, and wait for it. */
  let opening = Promise.resolve();
  const openSetup = async () => {
    await opening;
    const { answer } = study;
    if (!answer) return;
    const setup = h("div", {});
    page.analyst.stop();
    fill(host, setup);
    const close = () => {
      fill(host, page.host);
      page.search();
      document.getElementById("setup")?.focus();
    };
    /** @param {import("./types").State} state @param {"analyse" | "play"} how */
    const done = (state, how) => {
      const start = { game: state.game, options: study.start.options, position: state.position };
      if (how === "play") playFromHere(start, state, context);
      else leaveFor(start);
    };
    await showSetup(setup, answer.state, game?.pieces ?? [], done, close);
  };
  const playOn = async () => {
    await opening;
    if (study.answer) playFromHere(study.position(), study.answer.state, context);
  };
  const openPaste = () => {
    const box = pasteBox(() => study.start, (position, tree) => {
      close();
      leaveFor(position, tree);
    });
    const close = openDialog("paste-dialog", t("setup.pasteTitle"), box);
  };
  const openShare = async () => {
    const body = h("div", { class: "share" });
    openDialog("share-dialog", t("share.title"), body);
    const position = study.position();
    const records = [...(opened.before ?? []), recordOf(study.start, study.tree)];
    await shareMenu(body, position, { text: study.answer?.state.position, records, tree: study.tree });
  };
  /** @type {[string, string, () => void]} */
  const bookTool = [
    "open-book", t("book.title"),
    () => context.navigate(`#/book/${study.start.game}?${new URLSearchParams({ moves: study.tree.turns().join(" ") })}`),
  ];
  page.addTools([
    ["setup", t("setup.title"), openSetup], ["open-paste", t("setup.pasteTitle"), openPaste], ["open-share", t("share.title"), openShare],
    [
      "open-review", t("review.title"),
      () =>
        context.navigate(
          opened.table
            ? `#/review?hosted=${encodeURIComponent(opened.table)}`
            : address("review", { ...study.start, moves: study.tree.main().map((node) => node.turn) }, { tree: study.tree.write() }),
        ),
    ],
    ...(game?.book && !study.start.position ? [bookTool] : []),
    ["play-from-here", t("analyse.playFromHere"), playOn],
  ]);

  const onKey = (/** @type {KeyboardEvent} */ event) => {
    if (isTyping(event) || event.defaultPrevented || !page.host.isConnected) return;
    const step = STEPS[event.key];
    if (step) page.walk(step);
    else if (event.key === "Escape") page.back();
    else if (!page.key(event.key)) return;
    event.preventDefault();
  };
  document.addEventListener("keydown", onKey);
  fill(host, page.host);
  opening = page.open();
  await opening;
  // What a review has found of the game is what is known until the engine is asked.
  const line = [study.tree.root, ...study.tree.main()];
  readCurve(route.query.get("curve") ?? "").forEach((known, at) => {
    if (known.seat && known.share <= 1 && line[at]) line[at].evaluation ??= { ...known, depth: 0, search: "" };
  });
  page.showShares();
  // The address forgets its variations as soon as one walks on.
  if (route.query.has("tree")) keeper.changed();
  return () => {
    document.removeEventListener("keydown", onKey);
    window.removeEventListener("pagehide", flush);
    endWatch();
    flush();
    page.close();
  };
}
