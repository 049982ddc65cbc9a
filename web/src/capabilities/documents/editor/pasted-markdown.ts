import { Marked } from "marked";

/** How sure it is that a pasted text is Markdown. */
export type MarkdownGuess = "surely" | "perhaps" | "no";

const signs = [
  /^ {0,3}#{1,6} \S/m,
  /^ {0,3}(?:```|~~~)/m,
  /^ {0,3}[-*+] \S.*\n(?:.*\n)*? {0,3}[-*+] \S/m,
  /^ {0,3}\d{1,9}[.)] \S.*\n(?:.*\n)*? {0,3}\d{1,9}[.)] \S/m,
  /^ {0,3}[-*+] \[[ xX]\] \S/m,
  /^ {0,3}\|?[ \t]*:?-{3,}:?[ \t]*\|/m,
  /^ {0,3}> \S/m,
  /\[[^\]\n]{1,200}\]\([^\s()]{1,500}\)/,
  /^ {0,3}\[[^\]\n]{1,200}\]: \S/m,
  /\*\*[^\s*][^*\n]{0,200}\*\*/,
  /^\S.*\n(?:={3,}|-{3,})[ \t]*$/m,
];

/** Longer texts are pasted as they are: patterns over them would hold up the page. */
const longest = 100_000;

/** Guesses whether a text is Markdown: two different signs are no accident, and one may be. */
export function guessMarkdown(text: string): MarkdownGuess {
  if (text.length > longest) return "no";
  const found = signs.filter((sign) => sign.test(text)).length;
  return found >= 2 ? "surely" : found === 1 ? "perhaps" : "no";
}

const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** HTML in it stays text, as in every page. */
const reader = new Marked({ gfm: true, renderer: { html: ({ text }) => escapeHtml(text) } });

/** The HTML of a Markdown text, with boxes to tick as the editor reads them. */
export function htmlOfMarkdown(markdown: string): string {
  const page = new DOMParser().parseFromString(reader.parse(markdown, { async: false }), "text/html");
  for (const box of page.querySelectorAll<HTMLInputElement>("li input[type=checkbox]")) {
    const item = box.closest("li");
    item?.setAttribute("data-type", "taskItem");
    item?.setAttribute("data-checked", String(box.hasAttribute("checked")));
    item?.parentElement?.setAttribute("data-type", "taskList");
    box.remove();
  }
  return page.body.innerHTML;
}
