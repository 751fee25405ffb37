// The built package: packaging/npm.sh makes it in target/module/npm, or QUINTET_MODULE names its folder.
import { readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = new URL("../../", import.meta.url);

/** The folder of the package, with a slash at its end. */
export const folder = process.env.QUINTET_MODULE
  ? pathToFileURL(`${process.env.QUINTET_MODULE}/`)
  : new URL("target/module/npm/", root);

/** The program of the same sources, if there is one to compare with. */
export const program = process.env.QUINTET_BINARY;

/** A file of the repository. */
export const data = (path) => readFileSync(fileURLToPath(new URL(path, root)));

/** The JSON lines of a file of test data. */
export const lines = (name) => data(`tests/data/${name}`).toString().split("\n").filter(Boolean).map(JSON.parse);

/** A module of the package, compiled. @param {string} [file] */
export const compiled = (file = "quintet.wasm") => WebAssembly.compile(readFileSync(fileURLToPath(new URL(file, folder))));

/** A module from a file of the package: `ask` gives all answers, `answer` the last. */
export async function open(file, post) {
  const { instantiate } = await import(new URL("module.js", folder));
  let answers = [];
  const module = await instantiate(await compiled(file), post ?? ((answer) => answers.push(JSON.parse(answer))));
  const ask = (request) => {
    answers = [];
    module.call(JSON.stringify({ id: "1", ...request }));
    const needs = answers[0]?.needs;
    if (!needs) return answers;
    for (const name of needs) module.take(name, readFileSync(new URL(`data/${name}`, folder), "utf8"));
    return ask(request);
  };
  return { ask, answer: (request) => ask(request).at(-1), module };
}
