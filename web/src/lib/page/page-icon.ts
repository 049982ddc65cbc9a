const waiting = new Set<string>();

/** The icon of the page, in the row of tabs, has a dot while something of any source waits to be read. */
export function setPageNews(source: string, hasNews: boolean): void {
  if (hasNews) waiting.add(source);
  else waiting.delete(source);
  // public/theme-boot.js draws it: on the company's logo, where there is one.
  dispatchEvent(new CustomEvent("atoll.news", { detail: waiting.size > 0 }));
}
