import assert from "node:assert/strict";
import { test } from "node:test";
import { SearchPool } from "../../crates/desk/src/web/page/search_pool.js";

/** Workers whose searches are found by hand. */
function hall(cores) {
  const [started, heard] = [[], []];
  const start = () => {
    const worker = { works: [], isEnded: false, onmessage: null, onerror: null };
    worker.postMessage = ({ work, threads }) => worker.works.push(threads > 1 ? `${work} on ${threads}` : work);
    worker.terminate = () => (worker.isEnded = true);
    started.push(worker);
    return worker;
  };
  return { pool: new SearchPool(start, cores, (news) => heard.push(news)), started, heard };
}

test("no more workers search than there are cores beside the page, and the others wait in order", () => {
  const { pool, started, heard } = hall(3);
  for (const number of [1, 2, 3, 4]) pool.begin({ number, work: `work ${number}` });
  assert.deepEqual(started.map(({ works }) => works), [["work 1"], ["work 2"]]);
  started[0].onmessage({ data: { told: "a" } });
  started[0].onmessage({ data: { found: "b" } });
  // The worker that is free takes the next; none is started for it.
  assert.deepEqual(started.map(({ works }) => works), [["work 1", "work 3"], ["work 2"]]);
  assert.deepEqual(heard, [
    { number: 1, hasBegun: true }, { number: 2, hasBegun: true }, { told: "a", number: 1 },
    { number: 3, hasBegun: true }, { found: "b", number: 1 },
  ]);
  assert.equal(hall(1).pool.most, 1);
  assert.equal(hall(64).pool.most, 4);
});

test("a search that is not wanted ends with its worker, and says no more", () => {
  const { pool, started, heard } = hall(2);
  pool.begin({ number: 1, work: "one" });
  pool.begin({ number: 2, work: "two" });
  pool.begin({ number: 3, work: "three", threads: 2 });
  pool.end(2);
  pool.end(1);
  assert.ok(started[0].isEnded);
  const late = started[0];
  late.onmessage({ data: { found: "late" } });
  assert.deepEqual(started[1].works, ["three on 2"]);
  assert.deepEqual(heard.map(({ number, found }) => [number, found]), [[1, undefined], [3, undefined]]);
});

test("a worker that fails has found nothing, and another goes on", () => {
  const { pool, started, heard } = hall(2);
  pool.begin({ number: 1, work: "one" });
  started[0].onerror();
  assert.deepEqual(heard.at(-1), { number: 1, found: null });
  pool.begin({ number: 2, work: "two" });
  assert.deepEqual(started[1].works, ["two"]);
});

test("no game waits for an analysis, however long it takes, and no analysis for a game", () => {
  const { pool, started } = hall(2);
  const live = { live: {} };
  for (const number of [1, 2]) pool.begin({ number, work: live });
  for (const number of [3, 4]) pool.begin({ number, work: `question ${number}` });
  pool.begin({ number: 5, work: live });
  assert.deepEqual(started.map(({ works }) => works), [[live], [live], ["question 3"], [live]]);
  pool.end(2);
  started[2].onmessage({ data: { found: "a turn" } });
  const asked = started.flatMap(({ works }) => works).filter((work) => work !== live);
  assert.deepEqual(asked, ["question 3", "question 4"]);
});

test("the first search takes the worker that was made ready for it", () => {
  const { pool, started } = hall(2);
  pool.warm();
  assert.deepEqual(started.map(({ works }) => works), [[]]);
  pool.begin({ number: 1, work: "one" });
  assert.deepEqual(started.map(({ works }) => works), [["one"]]);
});
