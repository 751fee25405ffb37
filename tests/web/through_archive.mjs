// What the page makes of all games: a file is opened at one server, saved there, opened at another and saved again. The
// addresses of the servers are given; the file comes by stdin, and what has come of it goes to stdout.
import { readFileSync } from "node:fs";
import { openAll, saveAll } from "../../crates/desk/src/web/page/archive.js";

const at = (address) => {
  const ask = (method) => async (path, body) => {
    const headers = { "Content-Type": "application/json" };
    const response = await fetch(`http://${address}${path}`, { method, headers, body: body && JSON.stringify(body) });
    const answer = JSON.parse(await response.text());
    if (!response.ok) throw Object.assign(new Error(answer.error), { status: response.status, body: answer });
    return answer;
  };
  return { get: ask("GET"), post: ask("POST"), put: ask("PUT") };
};
const [one, other] = process.argv.slice(2).map(at);
const quiet = () => {};
const saved = async (api) => {
  const { file, count, unread, notes } = await saveAll(api, quiet);
  return { text: await file.text(), count, unread, notes };
};
const given = new Blob([readFileSync(0)]);
const opened = await openAll(one, given, quiet);
const first = await saved(one);
const moved = await openAll(other, new Blob([first.text]), quiet);
const second = await saved(other);
const again = [await openAll(other, new Blob([first.text]), quiet), await openAll(one, given, quiet)];
process.stdout.write(JSON.stringify({ opened, first, moved, second, again, third: (await saved(other)).text }));
