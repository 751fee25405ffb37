// @ts-check
// What a page that stands alone has besides: it works without a network once all of it is here, and says what is not kept.

import { button, h } from "./dom.js";
import { t } from "./texts.js";

const bar = h("div", { id: "alone", class: "alone", role: "status" });
document.body.append(bar);

/** @param {string} id @param {...(string | Node)} what */
function note(id, ...what) {
  document.getElementById(id)?.remove();
  bar.append(h("p", { id }, ...what));
}

/** Says why something is not kept, or that all is. @param {import("./desk_worker.js").Wrong} wrong */
export function tell(wrong) {
  if (wrong === "none") document.getElementById("not-kept")?.remove();
  else note("not-kept", t(`alone.${wrong}`));
}

/** Says that a newer page is here. It is taken when somebody says so, by all tabs: of two versions one would not be answered.
 * @param {ServiceWorker} worker */
function tellUpdate(worker) {
  note("new-version", t("alone.update"), " ", button("take-update", t("alone.reload"), () => worker.postMessage("take over")));
}

/** What is newer is so than the active worker, not than the controller: a page has none after a reload past the worker.
 * @param {ServiceWorkerRegistration} registration */
function watchUpdates(registration) {
  /** @param {ServiceWorker | null} worker */
  const tell = (worker) => {
    if (worker?.state === "installed" && registration.active && registration.active !== worker) tellUpdate(worker);
  };
  const watch = () => {
    const worker = registration.installing;
    worker?.addEventListener("statechange", () => tell(worker));
  };
  tell(registration.waiting);
  watch();
  registration.addEventListener("updatefound", watch);
}

/** Fetches what is not here yet, in the background, and says when the network is not needed any more. */
export async function goOffline() {
  const workers = navigator.serviceWorker;
  if (!workers) return;
  try {
    watchUpdates(await workers.register(new URL("../service_worker.js", import.meta.url)));
    await workers.ready;
  } catch {
    // Where workers may not be kept, or the network went meanwhile: the page works as long as there is one.
    return;
  }
  document.documentElement.dataset.offline = "ready";
  note("offline", t("alone.offline"));
}
