// The page of docs/web.md in Chromium: a click plays a turn, the engine answers, a turn is taken back.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { data, folder } from "./built.mjs";

const isMissing = spawnSync("chromium", ["--version"]).error !== undefined;
const page = data("docs/web.md").toString().match(/```html\n(.*?)```/s)[1];

/** Runs in the page: uses it as a person does, and reports what it saw. */
async function visitor() {
  const seen = { isolated: globalThis.crossOriginIsolated, counts: [] };
  const until = async (what) => {
    for (;;) {
      if (seen.error) throw seen.error;
      const found = what();
      if (found) return found;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  const pieces = () => document.querySelectorAll("#board [data-piece]").length;
  const next = async (act, count) => {
    act();
    await until(() => pieces() === count && document.querySelector("#board svg"));
    seen.counts.push(count);
  };
  addEventListener("unhandledrejection", ({ reason }) => (seen.error = String(reason)));
  try {
    await until(() => document.querySelector("#board svg"));
    const place = (name) => document.querySelector(`[data-point=${name}]`);
    await next(() => place("e5").dispatchEvent(new MouseEvent("click", { bubbles: true })), 1);
    await next(() => document.getElementById("engine").click(), 2);
    await next(() => document.getElementById("undo").click(), 1);
    seen.says = document.getElementById("says").textContent;
  } catch (error) {
    seen.error = String(error);
  }
  await fetch("/seen", { method: "POST", body: JSON.stringify(seen) });
}

const TYPES = { js: "text/javascript", wasm: "application/wasm", html: "text/html" };

for (const isIsolated of [false, true]) {
  test(`the page of docs/web.md plays, ${isIsolated ? "isolated" : "served by any server"}`, {
    timeout: 300_000,
    skip: isMissing && !process.env.CI && "there is no Chromium",
  }, async (t) => {
    let [tell, fail] = [];
    const seen = new Promise((...both) => ([tell, fail] = both));
    const server = createServer(async (request, response) => {
      const path = request.url;
      if (request.method === "POST") {
        let body = "";
        for await (const part of request) body += part;
        tell(JSON.parse(body));
        response.end();
        return;
      }
      const isolation = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };
      const headers = { "Content-Type": TYPES[path.split(".").at(-1)] ?? "text/html", ...(isIsolated ? isolation : {}) };
      if (path === "/") {
        response.writeHead(200, headers).end(`${page}<script>(${visitor})();</script>`);
        return;
      }
      const file = path.match(/^\/quintet\/([\w./-]+)$/)?.[1];
      const content = file && (await readFile(new URL(file, folder)).catch(() => null));
      response.writeHead(content ? 200 : 404, headers).end(content ?? "");
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const profile = mkdtempSync(join(tmpdir(), "quintet-browser-"));
    const flags = ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", `--user-data-dir=${profile}`];
    const browser = spawn("chromium", [...flags, `http://127.0.0.1:${server.address().port}/`], { stdio: "ignore" });
    browser.on("exit", (code, signal) => fail(new Error(`Chromium has ended: ${code ?? signal}`)));
    t.after(async () => {
      const ended = once(browser, "exit");
      browser.kill();
      await ended;
      server.close();
      server.closeAllConnections();
      // Its other processes end a little later, and still write.
      rmSync(profile, { recursive: true, force: true, maxRetries: 50 });
    });
    const { isolated, counts, says, error } = await seen;
    assert.equal(error, undefined);
    assert.deepEqual([isolated, counts], [isIsolated, [1, 2, 1]]);
    assert.match(says, /\w/);
  });
}
