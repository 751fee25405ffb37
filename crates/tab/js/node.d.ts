// The parts of Node.js that engine.js and worker.js use, for the type check.
declare module "node:fs/promises" {
  export function readFile(file: URL): Promise<Uint8Array<ArrayBuffer>>;
}
declare module "node:worker_threads" {
  export const parentPort: object;
  export class Worker {
    constructor(file: URL);
    on(event: string, listener: (value: any) => void): void;
    postMessage(message: unknown): void;
    terminate(): void;
  }
}
