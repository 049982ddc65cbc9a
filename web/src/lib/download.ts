/** Hands a text to the browser as a file to save. */
export function downloadText(filename: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = filename;
  link.click();
  // The browser has its own hold of the file once the click is through.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
