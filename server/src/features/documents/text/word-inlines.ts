import { ExternalHyperlink, ImageRun, InternalHyperlink, type ParagraphChild, TextRun } from "docx";
import {
  type DocumentMark,
  type DocumentNode,
  formulasIn,
  imageWidthOf,
  isSafeAddress,
} from "./document-node.ts";

/** A page of a Word file. */
export interface WordPage {
  id: string;
  title: string;
  summary: string;
  /** Owner, version and the like, in one line. */
  facts: string;
  /** How far below the first page, from 0. */
  level: number;
  markdown: string;
}

/** An image that Word can show. */
export interface WordImage {
  type: "jpg" | "png";
  data: Uint8Array;
  width: number;
  height: number;
}

export interface WordInput {
  title: string;
  pages: readonly WordPage[];
  images: ReadonlyMap<string, WordImage>;
  /** The targets of cards and mentions, by `kind:id`, as far as the reader may see it. */
  names: ReadonlyMap<string, { title: string; link: string }>;
  /** Where the workspace is: links are absolute. */
  origin: string;
}

/** The pages of a file, and where links lead. */
export interface WordTargets extends WordInput {
  /** The pages of the file, to which links lead inside of it. */
  inside: ReadonlySet<string>;
}

export const mono = "Consolas";
const textWidthPixels = 600;
const imagePixels = { small: 220, medium: 420 } as const;

/** An image in the width that its page gives it; its words where it is not part of the file. */
export function imageOf(attrs: Readonly<Record<string, unknown>>, { images }: WordTargets): ParagraphChild {
  const alt = plain(String(attrs.alt ?? ""));
  const image = images.get(String(attrs.fileId));
  if (!image) return new TextRun({ text: alt === "" ? "[Image]" : `[Image: ${alt}]`, color: "666666" });
  const wanted = imageWidthOf(attrs.width);
  const most = wanted === "small" || wanted === "medium" ? imagePixels[wanted] : textWidthPixels;
  const width = Math.min(most, image.width);
  const height = Math.max(1, Math.round((image.height * width) / image.width));
  const { type, data } = image;
  return new ImageRun({
    ...{ type, data, transformation: { width, height } },
    altText: { name: alt || "Image", description: alt, title: alt },
  });
}

/** A link to what a card or mention names. */
export function referenceOf(
  { kind, id }: Readonly<Record<string, unknown>>,
  writing: WordTargets,
): ParagraphChild[] {
  const found = writing.names.get(`${String(kind)}:${String(id)}`);
  // As the page shows it to somebody who may not read it.
  if (!found) return [new TextRun({ text: String(kind), color: "666666" })];
  const text = plain(kind === "person" ? `@${found.title}` : found.title);
  const children = [new TextRun({ text, style: "Hyperlink" })];
  if (writing.inside.has(String(id)))
    return [new InternalHyperlink({ anchor: bookmarkOf(String(id)), children })];
  return [new ExternalHyperlink({ link: new URL(found.link, writing.origin).href, children })];
}

/** The runs of a line of text. */
export function inlinesOf(
  nodes: readonly DocumentNode[],
  writing: WordTargets,
  isBold = false,
): ParagraphChild[] {
  return formulasIn(nodes).flatMap((node) => {
    if (node.type === "hardBreak") return [new TextRun({ break: 1 })];
    if (node.type === "mention") return referenceOf(node.attrs ?? {}, writing);
    if (node.type !== "text") return inlinesOf(node.content ?? [], writing, isBold);
    const marks = node.marks ?? [];
    const href = marks.find(({ type }) => type === "link")?.attrs?.href;
    const isLink = isSafeAddress(href);
    const run = new TextRun({
      text: plain(node.text ?? ""),
      ...(isBold && { bold: true }),
      ...lookOf(marks),
      ...(isLink && { style: "Hyperlink" }),
    });
    return isLink
      ? [new ExternalHyperlink({ link: new URL(href, writing.origin).href, children: [run] })]
      : [run];
  });
}

function lookOf(marks: readonly DocumentMark[]) {
  const has = (type: string) => marks.some((mark) => mark.type === type);
  return {
    ...(has("bold") && { bold: true }),
    ...(has("italic") && { italics: true }),
    ...(has("strike") && { strike: true }),
    ...(has("highlight") && { highlight: "yellow" as const }),
    ...(has("code") && { font: mono }),
    ...(has("formula") && { italics: true, font: "Cambria Math" }),
  };
}

export const bookmarkOf = (id: string): string => `p${id.replaceAll("-", "")}`;

/** XML has no way to write these. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
export const plain = (text: string): string => text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, "");
