/** The files in what was dropped or pasted; none for text, and folders are left out. */
export function transferredFiles(transfer: DataTransfer | null): File[] {
  if (!transfer) return [];
  const items = [...transfer.items].filter(({ kind }) => kind === "file");
  if (items.length === 0) return [...transfer.files];
  return items.flatMap((item) => {
    // A folder looks like an empty file.
    if (item.webkitGetAsEntry?.()?.isDirectory) return [];
    const file = item.getAsFile();
    return file ? [file] : [];
  });
}

/** Returns whether a drag carries files: while it is under way, their names are not to be seen. */
export function carriesFiles(transfer: DataTransfer | null): boolean {
  return transfer?.types.includes("Files") ?? false;
}

/**
 * Returns the files to attach from a paste. Office programs add an image of the copied text; in that case only the text
 * is pasted.
 */
export function pastedFiles(transfer: DataTransfer | null): File[] {
  return transfer?.types.includes("text/plain") ? [] : transferredFiles(transfer);
}

/**
 * Prevents the browser from opening a dropped file in place of the app, with everything that was typed there. Areas that
 * take files come first.
 */
export function refuseStrayFiles(): () => void {
  const refuse = (event: DragEvent) => {
    if (event.defaultPrevented || !carriesFiles(event.dataTransfer)) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = "none";
  };
  window.addEventListener("dragover", refuse);
  window.addEventListener("drop", refuse);
  return () => {
    window.removeEventListener("dragover", refuse);
    window.removeEventListener("drop", refuse);
  };
}
