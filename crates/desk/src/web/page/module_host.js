// @ts-check
// The engine's module in a worker. What it is asked and what it says are texts of JSON (crates/tab).

/** A module whose memory workers can share has more. @typedef {{
 *   memory: WebAssembly.Memory, room: (length: number) => number, obey: () => void,
 *   thread_stack: () => number, thread_locals: (length: number, alignment: number) => number, help: () => void,
 *   __stack_pointer: WebAssembly.Global, __tls_size: WebAssembly.Global, __tls_align: WebAssembly.Global,
 *   __wasm_init_tls: (place: number) => void,
 * }} Exports */

/** What a thread beside another needs. @typedef {{memory: WebAssembly.Memory, stack: number, locals: number}} Place */

/** The memory that workers can share, in pages of 64 KiB: at the beginning, and at most. Both are the module's own figures. */
const SHARED = { initial: 256, maximum: 8192, shared: true };

/** A module that is compiled once and used in several workers. @returns {Promise<WebAssembly.Module>} */
export async function compiled() {
  if (globalThis.crossOriginIsolated && canGiveMemory()) {
    try {
      return await fetched("quintet-threads.wasm");
    } catch {
      // Not every site has it.
    }
  }
  return fetched(hasSimd() ? "quintet.wasm" : "quintet-plain.wasm");
}

/** Whether this browser gives workers a memory that they share: not all do, whatever the host sends. */
function canGiveMemory() {
  try {
    structuredClone(new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }));
    return true;
  } catch {
    return false;
  }
}

/** Whether workers can share the memory of a module. @param {WebAssembly.Module} module */
export const canShare = (module) => WebAssembly.Module.imports(module).some(({ kind }) => kind === "memory");

/** @param {string} name @returns {Promise<WebAssembly.Module>} */
async function fetched(name) {
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

/** The workers of a page begin at different times, and the threads of a search have one clock. */
const now = () => performance.timeOrigin + performance.now();

export class ModuleHost {
  /**
   * @param {WebAssembly.Module} module
   * @param {(message: any) => void} hear is told what the module says, during calls
   * @param {WebAssembly.Memory} [memory] that of another host of the module
   */
  constructor(module, hear, memory) {
    /** The texts without which the last order cannot be obeyed. @type {string[]} */
    this.needs = [];
    const shared = canShare(module) ? (memory ?? new WebAssembly.Memory(SHARED)) : null;
    // What is shared may change while it is read, so it is copied first.
    const bytes = (/** @type {number} */ place, /** @type {number} */ length) =>
      new Uint8Array(this.memory.buffer, place, length).slice();
    const post = (/** @type {number} */ place, /** @type {number} */ length) => this.hear(JSON.parse(decoder.decode(bytes(place, length))));
    const { exports } = new WebAssembly.Instance(module, { env: { now, post, ...(shared && { memory: shared }) } });
    this.exports = /** @type {Exports} */ (/** @type {unknown} */ (exports));
    this.memory = shared ?? this.exports.memory;
    /** @param {any} message */
    this.hear = (message) => (message.needs ? (this.needs = message.needs) : hear(message));
  }

  /** Gives an order. What it needs first is in the answer, by name: then it is to be given again. @param {unknown} order */
  obey(order) {
    this.needs = [];
    const bytes = encoder.encode(JSON.stringify(order));
    const place = this.exports.room(bytes.length);
    new Uint8Array(this.memory.buffer, place, bytes.length).set(bytes);
    this.exports.obey();
    return this.needs;
  }

  /** Fetches what an order needs, and gives it to the module. @param {string[]} names */
  async fetch(names) {
    const texts = await Promise.all(names.map(textOf));
    names.forEach((name, i) => this.obey({ do: "take", name, text: texts[i] }));
  }

  /** A place for a thread beside this one. @returns {Place} */
  newThread() {
    const { thread_stack, thread_locals, __tls_size, __tls_align } = this.exports;
    return { memory: this.memory, stack: thread_stack(), locals: thread_locals(__tls_size.value, __tls_align.value) };
  }

  /** Works for the host whose memory it shares, and does nothing else any more. @param {Place} place */
  help({ stack, locals }) {
    this.exports.__stack_pointer.value = stack;
    this.exports.__wasm_init_tls(locals);
    this.exports.help();
  }
}
