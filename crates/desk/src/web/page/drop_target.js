// @ts-check
// Files and texts can be dropped anywhere on the page. What takes them in is loaded once something is dropped.

/** Whether something of the page itself is being dragged, such as a link. */
let isOwn = false;

/** Whether the page takes what is dragged; a field takes texts itself. @param {DragEvent} event */
function isTaken({ dataTransfer, target }) {
  if (isOwn || !dataTransfer) return false;
  const isField = target instanceof Element && target.closest("input, textarea") !== null;
  return dataTransfer.types.includes("Files") || (dataTransfer.types.includes("text/plain") && !isField);
}

/** @param {(dropped: {files: File[], text: string}) => void} take */
export function watchDrops(take) {
  document.addEventListener("dragstart", () => (isOwn = true));
  document.addEventListener("dragend", () => (isOwn = false));
  document.addEventListener("dragover", (event) => isTaken(event) && event.preventDefault());
  document.addEventListener("drop", (event) => {
    if (!isTaken(event) || !event.dataTransfer) return;
    event.preventDefault();
    take({ files: [...event.dataTransfer.files], text: event.dataTransfer.getData("text/plain") });
  });
}
