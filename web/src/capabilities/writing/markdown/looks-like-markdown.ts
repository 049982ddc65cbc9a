const signs =
  /[*_~`\\]|\]\(|^ {0,3}(?:>|#{1,6}[ \t]|[-+][ \t]|\d{1,9}[.)][ \t]|-{3,}[ \t]*$)|^[^\n]*\|[^\n]*\n[ \t|:]*-/m;

/** Whether a text may mean more than it says. Most messages do not, and need no reader of Markdown. */
export function looksLikeMarkdown(content: string): boolean {
  return signs.test(content);
}
