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

export class ModuleHost {
  /** @param {WebAssembly.Module} module @param {(message: any) => void} hear is told what the module says, during calls */
  constructor(module, hear) {
    const env = {
      now: () => performance.now(),
      post: (/** @type {number} */ place, /** @type {number} */ length) =>
        hear(JSON.parse(decoder.decode(new Uint8Array(this.exports.memory.buffer, place, length)))),
    };
    const { exports } = new WebAssembly.Instance(module, { env });
    this.exports = /** @type {Exports} */ (/** @type {unknown} */ (exports));
  }

  /** @param {unknown} order */
  obey(order) {
    const bytes = encoder.encode(JSON.stringify(order));
    const place = this.exports.room(bytes.length);
    new Uint8Array(this.exports.memory.buffer, place, bytes.length).set(bytes);
    this.exports.obey();
  }
}
