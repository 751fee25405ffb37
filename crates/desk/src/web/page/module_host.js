// @ts-check
// The engine's module in a worker. What it is asked and what it says are texts of JSON (crates/tab).

/** @typedef {{memory: WebAssembly.Memory, room: (length: number) => number, obey: () => void}} Exports */

/** A module that is compiled once and used in several workers. @returns {Promise<WebAssembly.Module>} */
export async function compiled() {
  const name = hasSimd() ? "quintet.wasm" : "quintet-plain.wasm";
  const address = new URL(name, import.meta.url);
  try {
    return await WebAssembly.compileStreaming(fetch(address));
  } catch {
    // Some hosts send it with a type for which browsers refuse to compile while it comes.
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    return WebAssembly.compile(await response.arrayBuffer());
  }
}

/** Whether this browser has vector instructions: a function with one is valid. */
const hasSimd = () =>
  WebAssembly.validate(
    new Uint8Array([
      0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
    ]),
  );

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A text of a game, such as its weights. @param {string} name */
async function textOf(name) {
  const response = await fetch(new URL(`data/${name}`, import.meta.url));
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response.text();
}

export class ModuleHost {
  /** @param {WebAssembly.Module} module @param {(message: any) => void} hear is told what the module says, during calls */
  constructor(module, hear) {
    /** The texts without which the last order cannot be obeyed. @type {string[]} */
    this.needs = [];
    const env = {
      now: () => performance.now(),
      post: (/** @type {number} */ place, /** @type {number} */ length) =>
        this.hear(JSON.parse(decoder.decode(new Uint8Array(this.exports.memory.buffer, place, length)))),
    };
    const { exports } = new WebAssembly.Instance(module, { env });
    this.exports = /** @type {Exports} */ (/** @type {unknown} */ (exports));
    /** @param {any} message */
    this.hear = (message) => (message.needs ? (this.needs = message.needs) : hear(message));
  }

  /** Gives an order. What it needs first is in the answer, by name: then it is to be given again. @param {unknown} order */
  obey(order) {
    this.needs = [];
    const bytes = encoder.encode(JSON.stringify(order));
    const place = this.exports.room(bytes.length);
    new Uint8Array(this.exports.memory.buffer, place, bytes.length).set(bytes);
    this.exports.obey();
    return this.needs;
  }

  /** Fetches what an order needs, and gives it to the module. @param {string[]} names */
  async fetch(names) {
    const texts = await Promise.all(names.map(textOf));
    names.forEach((name, i) => this.obey({ do: "take", name, text: texts[i] }));
  }
}
