// An engine for YINSH, GIPF, Zèn, Yavalath and Pentalath in a browser tab or in Node.js: quintet.d.ts describes it.
export { Engine } from "./engine.js";
