/** Hands a text to the browser as a file to save. */
export function downloadText(filename: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  downloadUrl(filename, url);
  // The browser has its own hold of the file once the click is through.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}

/** Lets the browser save what an address of this server answers. */
export function downloadUrl(filename: string, url: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = filename;
  link.click();
}
