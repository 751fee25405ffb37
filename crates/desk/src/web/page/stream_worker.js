// @ts-check
// The shared worker that holds the stream of events for all tabs of a browser.

import { openEvents, TICK_MS } from "./stream.js";
import { Hub } from "./stream_hub.js";

const hub = new Hub(openEvents);
setInterval(() => hub.tick(), TICK_MS);

Reflect.set(globalThis, "onconnect", (/** @type {MessageEvent} */ { ports: [port] }) => {
  port.onmessage = ({ data }) => (data ? hub.hear(port, data) : hub.leave(port));
});
