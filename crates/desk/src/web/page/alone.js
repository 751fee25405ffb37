// @ts-check
// What a page that stands alone has besides: it works without a network once all of it is here, and says what is not kept.

import { button, h } from "./dom.js";
import { watchTrouble } from "./tab_back.js";
import { t } from "./texts.js";

const bar = h("div", { id: "alone", class: "alone", role: "status" });

/** @param {string} id @param {...(string | Node)} what */
function note(id, ...what) {
  document.getElementById(id)?.remove();
  bar.append(h("p", { id }, ...what));
}

/** @param {import("./desk_worker.js").Wrong} wrong */
function tellTrouble(wrong) {
  if (wrong === "none") document.getElementById("not-kept")?.remove();
  else note("not-kept", t(`alone.${wrong}`));
}

/** Says that a newer page is here. It is taken when somebody says so, by all tabs: of two versions one would not be answered.
 * @param {ServiceWorker} worker */
function tellUpdate(worker) {
  note("new-version", t("alone.update"), " ", button("take-update", t("alone.reload"), () => worker.postMessage("take over")));
}

/** Takes the newer page that this tab or another has asked for. */
function followUpdates() {
  // At a first visit there is none before, and nothing is newer.
  let { controller } = navigator.serviceWorker;
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (controller) location.reload();
    ({ controller } = navigator.serviceWorker);
  });
}

/** @param {ServiceWorkerRegistration} registration */
function watchUpdates(registration) {
  const look = () => {
    const worker = registration.installing;
    worker?.addEventListener("statechange", () => {
      if (worker.state === "installed" && navigator.serviceWorker.controller) tellUpdate(worker);
    });
  };
  if (registration.waiting && navigator.serviceWorker.controller) tellUpdate(registration.waiting);
  look();
  registration.addEventListener("updatefound", look);
}

/** Fetches what is not here yet, in the background, and says when the network is not needed any more. */
async function goOffline() {
  if (!navigator.serviceWorker) return;
  followUpdates();
  const registration = await navigator.serviceWorker.register(new URL("../service_worker.js", import.meta.url));
  watchUpdates(registration);
  await navigator.serviceWorker.ready;
  document.documentElement.dataset.offline = "ready";
  note("offline", t("alone.offline"));
}

/** Begins once something is shown. */
export function begin() {
  document.body.append(bar);
  watchTrouble(tellTrouble);
  goOffline().catch(() => {});
}
