import { posix } from "node:path";

const fence = /^ {0,3}(`{3,}|~{3,})/;
/** `](page.md)`, `](<a page.md#part>)`: links to Markdown files, with the part after `#`. */
const toFile =
  /\]\((?:<([^<>\n]{1,500}?\.(?:md|markdown))(#[^<>\n]{0,200})?>|([^\s()<>]{1,500}?\.(?:md|markdown))(#[^\s()<>]{0,200})?)\)/gi;
/** As the editor writes it: with no words of its own, so that a title is only shown to those who may see it. */
const toArticle = /\[article\]\(article:([0-9a-f-]{36})\)/gi;

/** Replaces links outside of blocks of code. */
export function replaceOutsideCode(markdown: string, replace: (line: string) => string): string {
  let openFence = "";
  return markdown
    .split("\n")
    .map((line) => {
      const mark = fence.exec(line)?.[1] ?? "";
      if (mark === "") return openFence === "" ? replace(line) : line;
      if (openFence === "") openFence = mark;
      else if (mark.startsWith(openFence)) openFence = "";
      return line;
    })
    .join("\n");
}

/**
 * Turns links between the files of an archive into links between pages.
 * @param from path of the file that has the text.
 * @param find the id of the page of a path without its ending.
 */
export function linkPages(
  markdown: string,
  from: string,
  find: (key: string) => string | undefined,
): { text: string; hasLoose: boolean } {
  let hasLoose = false;
  const text = replaceOutsideCode(markdown, (line) =>
    line.replace(toFile, (link, angled?: string, _part?: string, bare?: string) => {
      const address = angled ?? bare ?? "";
      if (/^[a-z][a-z0-9+.-]*:/i.test(address)) return link;
      const path = posix.normalize(posix.join(posix.dirname(from), decode(address)));
      const id = find(path.replace(/\.(?:md|markdown)$/i, ""));
      if (id === undefined) {
        hasLoose = true;
        return link;
      }
      return `](article:${id})`;
    }),
  );
  return { text, hasLoose };
}

/** The same in the other direction: links to pages that are in the archive become links to their files, by their titles. */
export function linkFiles(
  markdown: string,
  from: string,
  find: (id: string) => { path: string; title: string } | undefined,
): string {
  return replaceOutsideCode(markdown, (line) =>
    line.replace(toArticle, (link, id: string) => {
      const target = find(id.toLowerCase());
      if (!target) return link;
      const title = target.title.replace(/[\\[\]`*_<>~]/g, "\\$&");
      return `[${title}](<${posix.relative(posix.dirname(from), target.path)}>)`;
    }),
  );
}

/** Images that are not imported: of other places, in the middle of a text, or missing in the archive. */
export const hasImages = (markdown: string): boolean => /!\[[^\]\n]{0,300}\]\((?!file:)/.test(markdown);

export function decode(address: string): string {
  try {
    return decodeURIComponent(address).normalize("NFC");
  } catch {
    return address;
  }
}
