// Measures the page as static files in Chromium, against the program:
//
//   node docs/measure-site.mjs SITE PROGRAM            prints the tables
//   node docs/measure-site.mjs SITE PROGRAM --write    writes them into docs/measurements.md
//
// SITE is a folder that `quintet site` has written, PROGRAM a release build of the same commit. The host is Python's `http.server`,
// the plainest that there is; every opening has an empty cache. Environment: REPEAT=N openings and benches (5), GAMES=N games one
// after another (100), TABLES=NAMES those to measure (size,time,speed,memory), COMMIT, MACHINE the names to write.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";

const [site, program, write] = process.argv.slice(2);
if (!site || !program) {
  console.error("usage: node docs/measure-site.mjs SITE PROGRAM [--write]");
  process.exit(2);
}
const repeat = Number(process.env.REPEAT ?? 5);
const games = Number(process.env.GAMES ?? 100);
const wanted = (process.env.TABLES ?? "size,time,speed,memory").split(",");
const FIVE = ["yavalath", "pentalath", "gipf", "yinsh", "zen"];

/** @param {number[]} numbers */
const median = (numbers) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1];

// --- the host, the browser ---

const host = spawn("python3", ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", site], { stdio: ["ignore", "pipe", "ignore"] });
const [line] = await once(createInterface(host.stdout), "line");
const address = `http://127.0.0.1:${line.match(/port (\d+)/)[1]}/`;
const profile = mkdtempSync(join(tmpdir(), "quintet-measure-"));
const options = ["--headless=new", "--no-sandbox", "--no-first-run", "--remote-debugging-pipe", `--user-data-dir=${profile}`, "about:blank"];
const chromium = spawn("chromium", options, { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
const asked = new Map();
let count = 0;
let rest = "";
chromium.stdio[4].on("data", (bytes) => {
  const parts = (rest + bytes).split("\0");
  rest = parts.pop();
  for (const { id, result, error, method, params, sessionId } of parts.map((part) => JSON.parse(part))) {
    if (method === "Target.attachedToTarget") void attached(params, sessionId);
    if (method === "Target.detachedFromTarget") workers.delete(params.sessionId);
    const wait = asked.get(id);
    asked.delete(id);
    if (error) wait?.fail(new Error(error.message));
    else wait?.hear(result);
  }
});
/** Asks Chromium. */
const ask = (method, params = {}, sessionId = undefined) =>
  new Promise((hear, fail) => {
    asked.set(++count, { hear, fail });
    chromium.stdio[3].write(`${JSON.stringify({ id: count, method, params, sessionId })}\0`);
  });

/** The workers of tabs, by their sessions. @type {Set<string>} */
const workers = new Set();
/** Has Chromium tell of workers that begin. */
const watchWorkers = (session) => ask("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: false, flatten: true }, session);
/** A worker has begun, of a tab or of another worker. */
async function attached({ sessionId, targetInfo }, of) {
  if (!of || targetInfo.type !== "worker") return;
  workers.add(sessionId);
  await watchWorkers(sessionId).catch(() => {});
}

/** A tab with nothing in its cache. */
class Tab {
  static async open() {
    const tab = new Tab();
    tab.context = (await ask("Target.createBrowserContext")).browserContextId;
    const { targetId } = await ask("Target.createTarget", { url: "about:blank", browserContextId: tab.context });
    tab.session = (await ask("Target.attachToTarget", { targetId, flatten: true })).sessionId;
    await tab.ask("Page.enable");
    await watchWorkers(tab.session);
    return tab;
  }

  ask(method, params) {
    return ask(method, params, this.session);
  }

  /** Opens the page; `script` runs there before anything else. */
  async go(hash, script = "") {
    if (script) await this.ask("Page.addScriptToEvaluateOnNewDocument", { source: script });
    await this.ask("Page.navigate", { url: address + hash });
  }

  /** Calls a function in the page. */
  async run(work, ...what) {
    const expression = `(${work})(...${JSON.stringify(what)})`;
    const { result, exceptionDetails } = await this.ask("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  /** Waits until the page has this. */
  async until(work, ...what) {
    for (;;) {
      const found = await this.run(work, ...what).catch(() => null);
      if (found) return found;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async close() {
    await ask("Target.disposeBrowserContext", { browserContextId: this.context });
  }
}

// --- what runs in the page ---

/** Notes when the first board is painted. */
const WATCH = `{
  const look = () => {
    if (!document.querySelector("#main svg [data-point]")) return void setTimeout(look, 5);
    requestAnimationFrame(() => setTimeout(() => (window.firstBoard = performance.now())));
  };
  look();
}`;

/** Notes when the usual opponent has answered with its first turn, in a game in which it begins. */
const PLAY = `addEventListener("DOMContentLoaded", async () => {
  const { src } = document.querySelector("script[src$='/app.js']");
  const api = await import(src.replace("app.js", "api.js"));
  const seats = [{ kind: "quintet", options: { Skill: "3" }, timeMs: 1000 }, { kind: "person" }];
  const { id } = await api.post("/api/games", { game: "yinsh", options: {}, seats });
  for (;;) {
    const { turns, problem } = await api.get("/api/games/" + id);
    if (problem) window.firstAnswer = NaN;
    if (turns.length > 0) return void (window.firstAnswer = performance.now());
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
});`;

/** Nodes a second of the fixed searches, by game. */
async function bench(names) {
  const { src } = document.querySelector("script[src$='/app.js']");
  const { ModuleHost, compiled } = await import(src.replace("app.js", "module_host.js"));
  let heard = null;
  const host = new ModuleHost(await compiled(), (message) => (heard = message));
  const call = (request) => {
    const bytes = new TextEncoder().encode(JSON.stringify(request));
    const place = host.exports.room(bytes.length);
    new Uint8Array(host.exports.memory.buffer, place, bytes.length).set(bytes);
    host.needs = [];
    host.exports.call();
    return heard;
  };
  const rates = {};
  for (const game of names) {
    call({ id: 1, action: "bench", game });
    if (host.needs.length > 0) {
      await host.fetch(host.needs);
      // The first one compiles the code.
      call({ id: 1, action: "bench", game });
    }
    const begun = performance.now();
    rates[game] = [call({ id: 1, action: "bench", game }).nodes, performance.now() - begun];
  }
  return rates;
}

/** Plays whole games of quintet with itself, one after the other. */
async function play(game, level, timeMs, count) {
  const { src } = document.querySelector("script[src$='/app.js']");
  const api = await import(src.replace("app.js", "api.js"));
  const seat = { kind: "quintet", options: { Skill: String(level) }, timeMs };
  for (let i = 0; i < count; i += 1) {
    const { id } = await api.post("/api/games", { game, options: {}, seats: [seat, seat], paceMs: 0 });
    for (;;) {
      const { state, problem } = await api.get(`/api/games/${id}`);
      if (problem) throw new Error(JSON.stringify(problem));
      if (state.result) break;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

// --- the measurements ---

/** The files that have this part in their path, in bytes: as they are, with gzip and with Brotli. */
function size(isMeant) {
  const paths = readdirSync(site, { recursive: true }).map((path) => join(site, path)).filter((path) => statSync(path).isFile());
  const files = paths.filter(isMeant).map((path) => readFileSync(path));
  const sum = (short) => files.reduce((bytes, file) => bytes + short(file).length, 0);
  return [sum((file) => file), sum((file) => gzipSync(file, { level: 9 })), sum((file) => brotliCompressSync(file))];
}

/** The memory of the process that shows a tab, with its workers, in MiB: what belongs to it alone. */
async function memory(tab) {
  const { processInfo } = await ask("SystemInfo.getProcessInfo");
  const privateOf = ({ id }) => {
    const text = readFileSync(`/proc/${id}/smaps_rollup`, "utf8");
    return ["Private_Clean", "Private_Dirty"].reduce((sum, name) => sum + Number(text.match(new RegExp(`${name}: +(\\d+)`))[1]), 0) / 1024;
  };
  // Garbage that has not been collected yet is not growth.
  for (const session of [tab.session, ...workers]) await ask("HeapProfiler.collectGarbage", {}, session).catch(() => {});
  // Of the tabs only one is open, and the empty one of the beginning.
  return Math.max(...processInfo.filter(({ type }) => type === "renderer").map(privateOf));
}

async function opened(hash, script, what) {
  const times = [];
  let files = [];
  for (let i = 0; i < repeat; i += 1) {
    const tab = await Tab.open();
    await tab.go(hash, script);
    times.push(await tab.until((name) => window[name], what));
    files = await tab.run(() => performance.getEntriesByType("resource").map(({ name }) => name));
    await tab.close();
  }
  return [median(times), files];
}

const kb = (bytes) => (bytes >= 1e6 ? `${(bytes / 1e6).toFixed(2)} MB` : `${Math.round(bytes / 1e3)} kB`);
const row = (...cells) => `| ${cells.join(" | ")} |`;
const tables = {};

const measures = {
  // What comes before the first turn: the page's scripts, the module, the weights and book of a game.
  async size() {
    const [, boardFiles] = await opened("#/analyse?game=yinsh", WATCH, "firstBoard");
    const isModule = (path) => path.endsWith("/quintet.wasm");
    const isData = (path) => path.includes("/data/");
    const isFirstData = (path) => path.endsWith("weights-yinsh.txt") || path.endsWith("books/yinsh.txt");
    const loaded = new Set(boardFiles.map((name) => name.slice(address.length)));
    const worker = ["desk_worker.js", "shared_desk.js", "module_host.js", "kept_games.js", "tab_desk.js", "search_pool.js", "search_worker.js"];
    const isPage = (path) => path === join(site, "index.html") || (loaded.has(path.slice(site.replace(/\/?$/, "/").length)) && !isModule(path)) || worker.some((name) => path.endsWith(`/${name}`));
    const all = (path) => !/quintet-(plain|threads)\.wasm$/.test(path);
    const before = (path) => isModule(path) || isFirstData(path) || isPage(path);
    const sizes = [["module", isModule], ["scripts, styles and words", isPage], ["weights and book of YINSH", isFirstData], ["before the first turn", before], ["weights, books, puzzles and rules of all games", isData], ["all that one browser fetches", all]];
    return [
      "`node docs/measure-site.mjs`",
      row("", "bytes", "with gzip", "with Brotli"), "|---|---|---|---|",
      ...sizes.map(([name, isMeant]) => row(name, ...size(isMeant).map(kb))),
    ];
  },

  async time() {
    const [board] = await opened("#/analyse?game=yinsh", WATCH, "firstBoard");
    const [answer] = await opened("", PLAY, "firstAnswer");
    return [
      `\`node docs/measure-site.mjs\`, medians of ${repeat}`,
      row("", "after opening"), "|---|---|",
      row("first board (`#/analyse?game=yinsh`)", `${Math.round(board)} ms`),
      row("first turn of the usual opponent (YINSH, level 3)", `${Math.round(answer)} ms`),
    ];
  },

  async speed() {
    const tab = await Tab.open();
    await tab.go("#/learn");
    await tab.until(() => document.querySelector("#main .page"));
    const rates = new Map(FIVE.map((game) => [game, { here: [], native: [] }]));
    for (let i = 0; i < repeat; i += 1) {
      for (const game of FIVE) {
        const [nodes, ms] = (await tab.run(bench, [game]))[game];
        rates.get(game).here.push((nodes / ms) * 1e3);
        const text = execFileSync(program, ["bench", "--game", game], { stdio: ["ignore", "pipe", "pipe"] }).toString();
        rates.get(game).native.push(Number(text.match(/(\d+) nps/)[1]));
      }
    }
    await tab.close();
    const rate = (x) => (x >= 1e6 ? `${(x / 1e6).toFixed(2)} M` : `${Math.round(x / 1e3)} k`);
    return [
      `\`node docs/measure-site.mjs\`, alternating runs of \`bench\`, medians of ${repeat}`,
      row("game", "nodes/s in Chromium", "nodes/s of the program", "share"), "|---|---|---|---|",
      ...[...rates].map(([game, { here, native }]) => row(`\`${game}\``, rate(median(here)), rate(median(native)), (median(here) / median(native)).toFixed(2))),
    ];
  },

  async memory() {
    const whole = await Tab.open();
    const empty = await memory(whole);
    await whole.go("");
    // With all that it fetches.
    await whole.until(() => document.documentElement.dataset.offline === "ready");
    const home = await memory(whole);
    await whole.run(play, "yinsh", 10, 100, 1);
    const game = await memory(whole);
    const counts = [games / 10, games / 2, games];
    const grown = [];
    let played = 0;
    for (const until of counts) {
      await whole.run(play, "yavalath", 3, 20, until - played);
      played = until;
      grown.push(await memory(whole));
    }
    await whole.close();
    return [
      "`node docs/measure-site.mjs`: the private memory of the tab's process, which is all of the page and its workers",
      row("", "MiB"), "|---|---|",
      row("an empty tab", Math.round(empty)),
      row("the page", Math.round(home)),
      row("after a game of YINSH, level 10 on both sides", Math.round(game)),
      ...counts.map((until, i) => row(`after ${until} more games, of Yavalath`, Math.round(grown[i]))),
    ];
  },
};

try {
  for (const name of wanted) tables[name] = await measures[name]();
} finally {
  host.kill();
  const ended = once(chromium, "exit");
  chromium.kill();
  await ended;
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
}

const commit = process.env.COMMIT ?? execFileSync("git", ["rev-parse", "--short", "HEAD"], { cwd: fileURLToPath(new URL(".", import.meta.url)) }).toString().trim();
const machine = process.env.MACHINE ?? "two virtual cores of an AMD EPYC, Chromium headless";
const file = new URL("measurements.md", import.meta.url);
let text = readFileSync(file, "utf8");
for (const [name, [by, ...rows]] of Object.entries(tables)) {
  const table = `Measured at commit ${commit} on ${machine} by ${by}.\n\n${rows.join("\n")}\n`;
  console.log(`\n${table}`);
  text = text.replace(new RegExp(`(<!-- site:${name} -->\n)[^]*?(<!-- /site:${name} -->)`), (_, begin, end) => begin + table + end);
}
if (write === "--write") writeFileSync(file, text);
