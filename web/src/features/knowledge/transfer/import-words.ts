import type { ImportLoss, ImportNote } from "@atoll/contract/knowledge/transfer-limits";
import type { ArticleImport, ImportedPage } from "@atoll/contract/knowledge/transfer-routes";
import { counted } from "../../../lib/counted.ts";

export const outcomeWords: Readonly<Record<ImportedPage["outcome"], string>> = {
  published: "Published",
  draft: "Draft",
  exists: "Already imported",
  left_out: "Left out",
};

export const noteWords: Readonly<Record<ImportNote, string>> = {
  too_long: "The text is too long for one page. Split it.",
  too_deep: "It would be more than 8 levels deep.",
  no_title: "It has no title or no text.",
  text_unsafe: "A part of its text cannot be kept as it is.",
  readers_unknown:
    "Some of the departments or roles that it is for do not exist here. It is open to nobody else until you choose its readers.",
  owner_unknown: "Its owner has no account here, so you become its owner.",
  needs_approval: "An SOP is published once someone else has approved it.",
};

const lossWords: Readonly<Record<ImportLoss, string>> = {
  footnotes: "Footnotes become text",
  toggles: "Toggles that are nested too deeply become open text",
  boxes: "Boxes of unknown kinds become text",
  html: "HTML is shown as text",
  anchors: "Links to parts of a page lose the part",
  link_titles: "Tooltips of links and images are left out",
  link_words: "Links show the title of their page in place of their own words",
  links: "Links to files that are not imported become text",
  images: "Images from other websites, within text or not in the zip file are left out",
  embeds: "Embedded pages become links",
  definitions: "Link definitions that nothing uses become text",
  properties: "Properties that Atoll does not have are left out",
};

/** "Footnotes become text: lines 3 and 8" */
export function wordsOfLoss({ kind, count, lines }: ImportedPage["losses"][number]): string {
  const named = lines.slice(0, 8);
  const isPart = named.length < Math.min(count, lines.length) || count > lines.length;
  const list = isPart
    ? `${named.join(", ")} and others`
    : new Intl.ListFormat("en").format(named.map(String));
  return `${lossWords[kind]}: ${lines.length === 1 && !isPart ? "line" : "lines"} ${list}`;
}

export const withoutReadersWords = (count: number): string =>
  `${counted(count, "file does", "files do")} not say who may read the page. Choose its readers, or change them later.`;

/** "12 pages, 2 left out, 3 other files ignored" */
export function foundWords({ pages, created, images, otherFiles }: ArticleImport): string {
  const leftOut = pages.length - created;
  return [
    counted(created, "page"),
    images > 0 && counted(images, "image"),
    leftOut > 0 && `${leftOut} left out`,
    otherFiles > 0 && `${counted(otherFiles, "other file")} ignored`,
  ]
    .filter(Boolean)
    .join(", ");
}
