import { posix } from "node:path";
import { uuidSource } from "@atoll/contract/uuid";
import type { FileTarget } from "../../documents/public.ts";

const fence = /^ {0,3}(`{3,}|~{3,})/;
/** `](page.md)`, `](<a page.md#part>)`: links to Markdown files, with the part after `#`. */
const toFile =
  /\]\((?:<([^<>\n]{1,500}?\.(?:md|markdown))(#[^<>\n]{0,200})?>|([^\s()<>]{1,500}?\.(?:md|markdown))(#[^\s()<>]{0,200})?)\)/gi;
/** As the editor writes it: with no words of its own, so that a title is only shown to those who may see it. */
const toArticle = new RegExp(`\\[article\\]\\(article:(${uuidSource})\\)`, "gi");

const anyImage = /!\[[^\]\n]{0,300}\]\(/;

/** Replaces links outside of blocks of code. */
export function replaceOutsideCode(
  markdown: string,
  replace: (line: string, index: number) => string,
): string {
  let openFence = "";
  return markdown
    .split("\n")
    .map((line, index) => {
      const mark = fence.exec(line)?.[1] ?? "";
      if (mark === "") return openFence === "" ? replace(line, index) : line;
      if (openFence === "") openFence = mark;
      else if (mark.startsWith(openFence)) openFence = "";
      return line;
    })
    .join("\n");
}

/**
 * Turns links between the files of an archive into links between pages. The rest of the text does not change.
 * @param from path of the file that has the text.
 * @param find the page of an address.
 * @returns the text, and the lines of links without a page and of images, from 0.
 */
export function linkPages(
  markdown: string,
  from: string,
  find: (target: Pick<FileTarget, "address" | "isName">, from: string) => { id: string } | undefined,
): { text: string; links: number[]; images: number[] } {
  const links: number[] = [];
  const images: number[] = [];
  const text = replaceOutsideCode(markdown, (line, index) => {
    if (anyImage.test(line)) images.push(index);
    return line.replace(toFile, (link, angled?: string, _part?: string, bare?: string) => {
      const address = angled ?? bare ?? "";
      if (/^[a-z][a-z0-9+.-]*:/i.test(address)) return link;
      const page = find({ address, isName: false }, from);
      if (!page) links.push(index);
      return page ? `](article:${page.id})` : link;
    });
  });
  return { text, links, images };
}

/** Turns links to pages that are in the archive into links to their files, with the titles of the pages as words. */
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

export function decode(address: string): string {
  try {
    return decodeURIComponent(address).normalize("NFC");
  } catch {
    return address;
  }
}
