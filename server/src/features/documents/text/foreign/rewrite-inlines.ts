import type { ImportLoss } from "@atoll/contract/knowledge/transfer-limits";
import type { Definition, Image, Link, PhrasingContent } from "mdast";
import {
  imageWidthOf,
  imageWidthOfPixels,
  isSafeAddress,
  readReference,
  sectionOf,
} from "../document-node.ts";

/** A link or an image that leads to another file of the same archive. */
export interface FileTarget {
  kind: "page" | "image";
  /** As it is written. */
  address: string;
  /** The name of a file or a page, wherever it is, as Obsidian writes it, and no path from the file that has the link. */
  isName: boolean;
  /** Empty where the link has no words of its own. */
  words: string;
  line: number;
}

export interface InlineReading {
  /** Also links to files that are no pages, and to parts of pages, are targets. */
  aimsAll?: boolean;
  /** The text that positions are in. */
  source: string;
  definitions: ReadonlyMap<string, Definition>;
  /** The definitions that something refers to. */
  used: Set<string>;
  lose(kind: ImportLoss, line: number): void;
  /** Returns the address that stands for the target until it is known. */
  aim(target: FileTarget): string;
}

/**
 * Rewrites the inline content of a block.
 * @param isLine for one line of Markdown, such as a cell or a heading, where only `<br>` can break the line.
 */
export function rewriteInlines(
  nodes: readonly PhrasingContent[],
  reading: InlineReading,
  isLine = false,
): PhrasingContent[] {
  return withoutAnchors(nodes, reading).flatMap((node) => inlineOf(node, reading, isLine));
}

/** Removes `<a name="part"></a>`, which shows nothing. */
function withoutAnchors(nodes: readonly PhrasingContent[], { lose }: InlineReading): PhrasingContent[] {
  let open = 0;
  return nodes.filter((node) => {
    if (node.type !== "html") return true;
    if (anchorTag.test(node.value)) {
      lose("anchors", node.position?.start.line ?? 1);
      if (!node.value.endsWith("/>")) open += 1;
      return false;
    }
    if (open === 0 || !/^<\/a\s*>$/i.test(node.value)) return true;
    open -= 1;
    return false;
  });
}

function inlineOf(node: PhrasingContent, reading: InlineReading, isLine: boolean): PhrasingContent[] {
  const line = node.position?.start.line ?? 1;
  const inner = (children: readonly PhrasingContent[]) => rewriteInlines(children, reading, isLine);
  switch (node.type) {
    case "text":
      return wikiLinks(node, reading, line);
    case "strong":
    case "emphasis":
    case "delete":
    case "highlight":
      return [{ ...node, children: inner(node.children) }];
    case "link":
      return linkOf({ ...node, children: inner(node.children) }, reading, line);
    case "linkReference":
    case "imageReference": {
      const found = reading.definitions.get(node.identifier);
      if (!found) return [{ type: "text", value: sourceOf(node, reading) }];
      reading.used.add(node.identifier);
      const { url, title } = found;
      return node.type === "imageReference"
        ? imageOf({ type: "image", url, title, alt: node.alt, position: node.position }, reading, line)
        : linkOf({ type: "link", url, title, children: inner(node.children) }, reading, line);
    }
    case "image":
      return imageOf(node, reading, line);
    case "html":
      return htmlOf(node, reading, { line, isLine });
    default:
      return [node];
  }
}

const sourceOf = ({ position }: PhrasingContent, { source }: InlineReading): string =>
  position ? source.slice(position.start.offset, position.end.offset) : "";

const hasScheme = /^[a-z][a-z0-9+.-]*:/i;
const pageAddress = /\.(?:md|markdown)(#.*)?$/i;

function linkOf(node: Link, { lose, aim, aimsAll }: InlineReading, line: number): PhrasingContent[] {
  if (sectionOf(node)) return [node];
  if (node.title) lose("link_titles", line);
  const link: Link = { ...node, title: null };
  const [only, ...others] = node.children;
  if (only?.type === "image" && others.length === 0 && isOfFile(only.url)) {
    lose("links", line);
    return [only];
  }
  if (aimsAll && !hasScheme.test(node.url) && !node.url.startsWith("/")) {
    const words = textOf(node);
    const url = aim({ kind: "page", address: node.url, isName: false, words, line });
    return [{ ...link, url, children: [{ type: "text", value: words || node.url }] }];
  }
  if (node.url.startsWith("#")) {
    lose("anchors", line);
    return node.children;
  }
  if (!hasScheme.test(node.url) && pageAddress.test(node.url)) {
    if (pageAddress.exec(node.url)?.[1]) lose("anchors", line);
    // The title of the page replaces the words, or they are kept where there is none, without marks.
    const words = textOf(node);
    const url = aim({ kind: "page", address: node.url.replace(/#.*$/, ""), isName: false, words, line });
    return [{ ...link, url, children: [{ type: "text", value: words }] }];
  }
  if (readReference(node.url) || isSafeAddress(node.url)) return [link];
  lose("links", line);
  return node.children;
}

function textOf(node: PhrasingContent): string {
  if ("children" in node) return node.children.map(textOf).join("");
  return "value" in node ? node.value : "alt" in node ? (node.alt ?? "") : "";
}

function imageOf(node: Image, { lose }: InlineReading, line: number): PhrasingContent[] {
  if (sectionOf(node)) return [node];
  const title = imageWidthOf(node.title);
  if (node.title && !title) lose("link_titles", line);
  return [{ ...node, title }];
}

const nameScheme = "name:";

/** Returns whether an image is a file of the archive, by its path or its name. */
export const isOfFile = (address: string): boolean =>
  address.startsWith(nameScheme) || !/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(address);

/** Returns an image for a paragraph of its own, with the placeholder address of its file. */
export function placeImage(image: Image, { aim }: InlineReading): Image {
  const isName = image.url.startsWith(nameScheme);
  const address = isName ? image.url.slice(nameScheme.length) : image.url;
  const line = image.position?.start.line ?? 1;
  return { ...image, url: aim({ kind: "image", address, isName, words: image.alt ?? "", line }) };
}

/** Notes that images within text are left out. */
export function loseImages(nodes: readonly PhrasingContent[], { lose }: Pick<InlineReading, "lose">): void {
  for (const node of nodes) {
    if (node.type === "image") lose("images", node.position?.start.line ?? 1);
    if ("children" in node) loseImages(node.children, { lose });
  }
}

const breakTag = /^<br ?\/?>$/i;
const anchorTag = /^<a\s+(?:name|id)\s*=\s*["']?[^"'<>]{0,200}["']?\s*\/?>$/i;
const imageTag = /^<img\s([^<>]{1,2000})>$/i;
const attribute = (name: string, of: string): string | undefined =>
  new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"']+))`, "i")
    .exec(of)
    ?.slice(1)
    .find(Boolean);

function htmlOf(
  node: Extract<PhrasingContent, { type: "html" }>,
  reading: InlineReading,
  { line, isLine }: { line: number; isLine: boolean },
): PhrasingContent[] {
  if (breakTag.test(node.value)) return isLine ? [node] : [{ type: "break" }];
  const attributes = imageTag.exec(node.value)?.[1];
  const src = attributes === undefined ? undefined : attribute("src", attributes);
  if (attributes !== undefined && src !== undefined)
    return [
      {
        ...{ type: "image", url: src, alt: attribute("alt", attributes) ?? "", position: node.position },
        title: imageWidthOfPixels(attribute("width", attributes)),
      },
    ];
  reading.lose("html", line);
  return [node];
}

/** `[[Page#Part|words]]`, `![[image.png|300]]`. */
const wikiLink = /(!?)\[\[([^[\]|#\n]{1,200})?(#[^[\]|\n]{0,200})?(?:\|([^[\]\n]{0,200}))?\]\]/g;
const imageName = /\.(?:png|jpe?g|gif|webp|avif|svg|bmp)$/i;

function wikiLinks(
  node: Extract<PhrasingContent, { type: "text" }>,
  reading: InlineReading,
  line: number,
): PhrasingContent[] {
  // Brackets after a backslash are text.
  if (!node.value.includes("[[") || !sourceOf(node, reading).includes("[[")) return [node];
  const parts: PhrasingContent[] = [];
  const add = (value: string) => value !== "" && parts.push({ type: "text", value });
  let end = 0;
  for (const found of node.value.matchAll(wikiLink)) {
    const [whole, embed, name = "", part, given] = found;
    const target = name.trim();
    add(node.value.slice(end, found.index));
    end = found.index + whole.length;
    const at = line + node.value.slice(0, found.index).split("\n").length - 1;
    if (part && !reading.aimsAll) reading.lose("anchors", at);
    if (target === "" && !(reading.aimsAll && part)) {
      add(given || part?.slice(1) || whole);
      continue;
    }
    if (embed && imageName.test(target)) {
      const isSize = /^\d+(?:x\d+)?$/.test(given ?? "");
      parts.push({
        ...{ type: "image", url: `${nameScheme}${target}`, alt: isSize ? "" : (given ?? "") },
        ...{ title: imageWidthOfPixels(given), position: node.position },
      });
      continue;
    }
    if (embed) reading.lose("embeds", at);
    const words = given?.trim() ?? "";
    const address = reading.aimsAll ? `${target}${part ?? ""}` : target;
    const url = reading.aim({ kind: "page", address, isName: true, words, line: at });
    parts.push({ type: "link", url, children: [{ type: "text", value: words || target || address }] });
  }
  add(node.value.slice(end));
  return parts;
}
