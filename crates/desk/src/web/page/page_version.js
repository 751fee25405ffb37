// @ts-check
// Which version of the page this is. Every version of a site has its own folder.

const own = new URL("./", import.meta.url).href;

/** Reloads the page if the worker that answers it is of another version. */
function compare() {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data: theirs }) => {
    // Once: of a worker that has lost its files the network's page would be another again. Where there are workers there is storage.
    const difference = `${own} ${theirs}`;
    if (theirs === own || sessionStorage.getItem("reloaded") === difference) return;
    sessionStorage.setItem("reloaded", difference);
    location.reload();
  };
  navigator.serviceWorker.controller?.postMessage("which version", [port2]);
}

/** Takes the newer page that this tab or another has asked for, also if that was while this page was being loaded: the desk of
 * another version answers nothing, and then there is nothing to show. */
export function followVersions() {
  navigator.serviceWorker?.addEventListener("controllerchange", compare);
  if (navigator.serviceWorker) compare();
}
