// @ts-check
// What stands between a WebAssembly module and JavaScript: requests and answers as text.

/**
 * @typedef {object} Instance
 * @property {(request: string) => void} call answers a request: its answers are posted before it returns
 * @property {(name: string, text: string) => void} take takes a text that an answer has named in `needs`
 * @property {WebAssembly.Memory} memory
 */

/** A function whose only instruction needs 128-bit SIMD. */
const NEEDS_SIMD = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11];

/** The file of the module that can run here. */
export function fileName() {
  return WebAssembly.validate(new Uint8Array(NEEDS_SIMD)) ? "quintet.wasm" : "quintet-plain.wasm";
}

/**
 * Makes a module ready. After a call that throws, which posts `{"defect": …}` first, it is of no further use.
 * @param {WebAssembly.Module} compiled
 * @param {(answer: string) => void} post gets the answers
 * @param {() => boolean} [stopped] whether the search that is running shall end; asked often
 * @returns {Promise<Instance>}
 */
export async function instantiate(compiled, post, stopped = () => false) {
  /** Nobody waits for the answer then. */
  let isTaking = false;
  const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];
  const bytes = (/** @type {number} */ place, /** @type {number} */ length) =>
    new Uint8Array(exports.memory.buffer, place, length);
  const env = {
    post: (/** @type {number} */ place, /** @type {number} */ length) => {
      if (!isTaking) post(decoder.decode(bytes(place, length)));
    },
    now: () => {
      if (stopped()) exports.stop();
      return performance.now();
    },
  };
  /** @type {any} */
  const exports = (await WebAssembly.instantiate(compiled, { env })).exports;
  const call = (/** @type {string} */ request) => {
    const text = encoder.encode(request);
    // First the room, which may give the memory a new buffer.
    const place = exports.room(text.length);
    bytes(place, text.length).set(text);
    exports.call();
  };
  const take = (/** @type {string} */ name, /** @type {string} */ text) => {
    isTaking = true;
    call(JSON.stringify({ action: "take", name, text }));
    isTaking = false;
  };
  return { call, take, memory: exports.memory };
}
