const waiting = new Set<string>();

/** The icon of the page, in the row of tabs, has a dot while something of any source waits to be read. */
export function setPageNews(source: string, hasNews: boolean): void {
  if (hasNews) waiting.add(source);
  else waiting.delete(source);
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (icon) icon.href = waiting.size > 0 ? "/icons/icon-unread.svg" : "/icons/icon.svg";
}
