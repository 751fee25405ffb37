// @ts-check
// The shell of the page: header, languages, settings, and which module shows what the address asks for.

import { announce } from "./announce.js";
import { get, whenBegun } from "./api.js";
import { button, fill, h } from "./dom.js";
import { watchDrops } from "./drop_target.js";
import { isElsewhere, openKeys } from "./keys.js";
import { decodedPart } from "./link.js";
import { languageList, loadSettings, slidersIcon } from "./settings.js";
import { chooseLanguage, loadTexts, t, why } from "./texts.js";

/**
 * @typedef {object} Route what the address asks for: `#/name/path…?query`
 * @property {string} name
 * @property {string[]} path
 * @property {URLSearchParams} query
 * @typedef {object} Context what a module may use of the shell
 * @property {import("./types.d.ts").ServerInfo} info
 * @property {(hash: string) => void} navigate
 * @property {(title: string) => void} setTitle
 * @property {(text: string) => void} announce
 * @typedef {() => void} CleanUp
 * @typedef {{ show: (host: HTMLElement, route: Route, context: Context) => Promise<CleanUp | void> }} Page
 */

/** Which module shows a route. @type {Record<string, string>} */
const MODULES = {
  "": "./home.js",
  game: "./table.js",
  analyse: "./analyse.js",
  review: "./review.js",
  learn: "./learn.js",
  lesson: "./lesson.js",
  rules: "./learn.js",
  puzzles: "./learn.js",
  book: "./learn.js",
  mistakes: "./mistakes.js",
};

/** The part of the page that a route belongs to. @type {Record<string, string>} */
const PARTS = { "": "play", game: "play", analyse: "analyse", review: "analyse", learn: "learn", lesson: "learn", rules: "learn", puzzles: "learn", book: "learn", mistakes: "learn" };

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
/** @type {import("./types.d.ts").ServerInfo | null} */
let info = null;
/** What the page asks for first, until it is used. @type {Promise<import("./types.d.ts").ServerInfo> | null} */
let asked = null;
/** @type {CleanUp | void} */
let cleanUp = undefined;
/** Grows with every route, so that a slow module does not show itself over a newer one. */
let visits = 0;

/**
 * @param {string} hash
 * @returns {Route}
 */
export function parseRoute(hash) {
  const [path, query = ""] = hash.replace(/^#\/?/, "").split(/\?(.*)/s);
  const [name, ...rest] = path.split("/").map(decodedPart);
  return { name, path: rest, query: new URLSearchParams(query) };
}

/** @param {string} title */
function setTitle(title) {
  document.title = title === "" ? "quintet" : `${title} – quintet`;
}

function showHeader() {
  const here = PARTS[parseRoute(location.hash).name] ?? "";
  const link = (/** @type {string} */ part, /** @type {string} */ hash) =>
    h("a", { href: hash, id: `nav-${part}`, "aria-current": here === part ? "page" : null }, t(`nav.${part}`));
  const languages = languageList("language", changeLanguage);
  const settings = button("open-settings", "", () => void openSettings(), { title: t("settings.title") });
  settings.append(slidersIcon(), h("span", { class: "tool-name" }, t("settings.title")));
  const header = /** @type {HTMLElement} */ (document.getElementById("header"));
  fill(
    header,
    h("a", { href: "#/", class: "brand" }, h("img", { src: new URL("icon.svg", import.meta.url), alt: "", width: 28, height: 28 }), h("span", { class: "tool-name" }, "quintet")),
    h("nav", { "aria-label": t("nav.label") }, link("play", "#/"), link("analyse", "#/analyse"), link("learn", "#/learn")),
    h("div", { class: "tools" }, languages, settings),
  );
  const skip = /** @type {HTMLElement} */ (document.getElementById("skip"));
  skip.textContent = t("nav.skip");
}

async function openSettings() {
  const { showSettings } = await import("./settings_dialog.js");
  showSettings(languageList("setting-language", changeLanguage));
}

/** What is asked on one page means nothing on another. */
function closeDialogs() {
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
}

/** @param {string} language */
async function changeLanguage(language) {
  closeDialogs();
  await chooseLanguage(language);
  await showRoute();
}

/**
 * A problem that leaves nothing to show.
 * @param {string} text
 * @param {(() => void) | null} again null if it would be no better
 */
function showProblem(text, again) {
  const retry = again && button("try-again", t("again"), again, { class: "primary" });
  const home = button("go-home", t("goHome"), () => navigate("#/"), { class: again ? "" : "primary" });
  main.replaceChildren(h("section", { class: "lost" }, h("h1", {}, t("problem")), h("p", { id: "problem", role: "alert" }, text), retry, home));
}

/** Shows what the address asks for. */
async function showRoute() {
  visits += 1;
  const visit = visits;
  const route = parseRoute(location.hash);
  cleanUp?.();
  cleanUp = undefined;
  closeDialogs();
  showHeader();
  main.className = `route-${route.name || "home"}`;
  for (const name of ["revision", "ready"]) delete main.dataset[name];
  /** @type {() => void} */
  let again = () => void showRoute();
  const module = MODULES[route.name];
  if (!module) {
    showProblem(t("route.unknown"), null);
    return focusMain();
  }
  try {
    const missing = () => {
      // A newer server has other modules, and a page that knows them.
      again = () => location.reload();
      throw new Error(t("route.missing"));
    };
    // What is fetched and what is asked do not wait for each other.
    /** @type {[Page, import("./types.d.ts").ServerInfo]} */
    const [page, now] = await Promise.all([import(module).catch(missing), info ?? asked ?? get("/api/info")]);
    info = now;
    if (visit !== visits) return;
    const host = h("div", { class: "page" });
    main.replaceChildren(host);
    const done = await page.show(host, route, { info, navigate, setTitle, announce });
    if (visit === visits) cleanUp = done;
    else done?.();
  } catch (error) {
    asked = null;
    if (visit === visits) showProblem(why(error), again);
  }
  if (visit === visits) focusMain();
}

/** After the first page, the focus goes to what has come. */
function focusMain() {
  if (visits > 1 && !main.contains(document.activeElement)) main.focus({ preventScroll: true });
  if (visits > 1) window.scrollTo(0, 0);
}

/** @param {string} hash */
function navigate(hash) {
  if (location.hash !== hash && !history.state?.isDialog) {
    location.hash = hash;
    return;
  }
  // Where a dialog is open, its step in the history becomes that of the next page. (Were the address replaced, WebKit would
  // keep the state of the step.)
  if (location.hash !== hash) history.replaceState(null, "", hash);
  void showRoute();
}

/** The link past the header is no route. @param {MouseEvent} event */
function skipHeader(event) {
  event.preventDefault();
  main.focus();
}

/** Goes back over the step of a dialog that is not there any more. */
function skipDialog() {
  if (history.state?.isDialog && !document.querySelector("dialog")) history.back();
}

/** @param {KeyboardEvent} event */
function key(event) {
  if (event.key !== "?" || event.defaultPrevented || isElsewhere(event)) return;
  event.preventDefault();
  openKeys(parseRoute(location.hash).name);
}

/** @param {{files: File[], text: string}} dropped */
async function onDropped(dropped) {
  const [{ takeDropped }, { games }] = await Promise.all([import("./dropped.js"), info ?? get("/api/info")]);
  const at = parseRoute(location.hash).query.get("game");
  await takeDropped(dropped, { games, at, navigate });
}

async function start() {
  loadSettings();
  // None of these waits for another; what fails is tried again by the route.
  asked = get("/api/info");
  asked.catch(() => {});
  import(MODULES[parseRoute(location.hash).name] ?? MODULES[""]).catch(() => {});
  await loadTexts();
  document.getElementById("skip")?.addEventListener("click", skipHeader);
  window.addEventListener("hashchange", () => void showRoute());
  window.addEventListener("popstate", skipDialog);
  document.addEventListener("keydown", key);
  watchDrops((dropped) => void onDropped(dropped).catch((error) => announce(why(error))));
  skipDialog();
  whenBegun(showRoute());
}

void start();
