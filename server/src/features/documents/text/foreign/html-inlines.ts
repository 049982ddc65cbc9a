import type { PhrasingContent, RootContent } from "mdast";
import { findElement, type HtmlElement, type HtmlNode, hasClass, htmlText } from "./html-tree.ts";

/** A link or an image that leads to another part of the same export, or a person in the text. */
export interface HtmlTarget {
  kind: "page" | "file" | "image" | "person";
  /** As it is written: an address, the title of a page, the name of a file, or the key of a person. */
  address: string;
  /** The part of the page that a link leads to, as it is written. */
  part?: string;
  /** The page that a file belongs to, or the space of a page, if it is another one. */
  page?: string;
  space?: string;
  /** Empty where the link has no words of its own. */
  words: string;
}

export interface HtmlReading {
  /** Returns the address that stands for the target until it is known. */
  aim(target: HtmlTarget): string;
  lose(kind: string, detail?: string): void;
  /** How many lists and quotes are around the current element. */
  nesting: number;
  /** Returns whether an element of one product is no part of a line. */
  isSpecialBlock?(element: HtmlElement): boolean;
  /** Elements of one product. Undefined for all others. */
  special?(element: HtmlElement, reading: HtmlReading): RootContent[] | undefined;
  specialInline?(element: HtmlElement, reading: HtmlReading): PhrasingContent[] | undefined;
}

/** Elements of which nothing is shown. */
export const hidden = new Set([
  "head",
  "title",
  "svg",
  "math",
  "object",
  "embed",
  "audio",
  "video",
  "iframe",
]);

export const text = (value: string): PhrasingContent => ({ type: "text", value });

/** The parts of a line, without white space that HTML does not show. */
export function inlinesOf(nodes: readonly HtmlNode[], reading: HtmlReading): PhrasingContent[] {
  return nodes.flatMap((node) =>
    typeof node === "string" ? [text(node.replace(/[ \t\r\n\f]+/g, " "))] : inlineOf(node, reading),
  );
}

function inlineOf(element: HtmlElement, reading: HtmlReading): PhrasingContent[] {
  const special = reading.specialInline?.(element, reading);
  if (special) return special;
  const { name, attributes, children } = element;
  const marked = (type: Marked) => mark(type, inlinesOf(children, reading));
  switch (name) {
    case "br":
      return [{ type: "break" }];
    case "strong":
    case "b":
      return marked("strong");
    case "em":
    case "i":
    case "cite":
      return marked("emphasis");
    case "del":
    case "s":
    case "strike":
      return marked("delete");
    case "mark":
      // Notion writes colours of letters as marks, too.
      return /highlight-(?!\w+_background)/.test(attributes.class ?? "")
        ? inlinesOf(children, reading)
        : marked("highlight");
    case "code":
    case "tt":
    case "kbd":
    case "samp": {
      const code = htmlText(element).replace(/\s+/g, " ");
      return code.trim() === "" ? [] : [{ type: "inlineCode", value: code }];
    }
    case "img":
      return attributes.alt ? [text(attributes.alt)] : [];
    case "a":
      return linkOf(element, reading);
    case "input":
      return [];
    default: {
      const formula = hasClass(element, "katex") && findElement(element, (one) => one.name === "annotation");
      if (formula) return [text("$"), { type: "inlineCode", value: htmlText(formula).trim() }, text("$")];
      return hidden.has(name) ? [] : inlinesOf(children, reading);
    }
  }
}

type Marked = "strong" | "emphasis" | "delete" | "highlight";

/** White space at the ends of marked words is outside of them, and marks around nothing are none. */
function mark(type: Marked, children: PhrasingContent[]): PhrasingContent[] {
  const before: PhrasingContent[] = [];
  const after: PhrasingContent[] = [];
  const inner = [...children];
  const isBlank = (node: PhrasingContent | undefined): node is PhrasingContent =>
    node !== undefined && (node.type === "break" || (node.type === "text" && node.value.trim() === ""));
  for (let node = inner[0]; isBlank(node); node = inner[0]) before.push(...inner.splice(0, 1));
  for (let node = inner.at(-1); isBlank(node); node = inner.at(-1)) after.unshift(...inner.splice(-1, 1));
  if (inner.length === 0) return [...before, ...after];
  const [first, last] = [inner[0], inner.at(-1)];
  if (first?.type === "text" && /^\s/.test(first.value)) {
    before.push(text(" "));
    inner[0] = text(first.value.trimStart());
  }
  if (last?.type === "text" && /\s$/.test(last.value)) {
    after.unshift(text(" "));
    const end = inner[inner.length - 1];
    if (end?.type === "text") inner[inner.length - 1] = text(end.value.trimEnd());
  }
  return [...before, { type, children: inner }, ...after];
}

function linkOf(element: HtmlElement, reading: HtmlReading): PhrasingContent[] {
  const children = inlinesOf(element.children, reading).filter(({ type }) => type !== "image");
  const href = (element.attributes.href ?? "").trim();
  const words = htmlText(element).replace(/\s+/g, " ").trim();
  if (href === "") return children;
  if (/^(?:https?:|mailto:)/i.test(href)) {
    const inner = words === "" ? [text(href)] : children;
    return [{ type: "link", url: href, children: inner }];
  }
  if (/^[a-z][a-z0-9+.-]*:/i.test(href) || href.startsWith("//")) {
    reading.lose("link_refused", words);
    return children;
  }
  const url = reading.aim({ kind: "page", address: href, words });
  return [{ type: "link", url, children: [text(words || href)] }];
}

export const withoutBreaks = (nodes: PhrasingContent[]): PhrasingContent[] => {
  const [line = []] = splitLines(nodes.map((node) => (node.type === "break" ? text(" ") : node)));
  return line;
};

/** Paragraphs: two breaks in a row end one. Ends of lines have no white space. */
export function splitLines(nodes: readonly PhrasingContent[]): PhrasingContent[][] {
  const parts: PhrasingContent[][] = [[]];
  for (const [index, node] of nodes.entries()) {
    const isSecond = node.type === "break" && nodes[index - 1]?.type === "break";
    if (isSecond) parts.push([]);
    else parts.at(-1)?.push(node);
  }
  return parts.map(trimmed).filter((part) => part.length > 0);
}

function trimmed(part: readonly PhrasingContent[]): PhrasingContent[] {
  const kept = [...part];
  const isBlank = (node: PhrasingContent | undefined) =>
    node?.type === "break" || (node?.type === "text" && node.value.trim() === "");
  while (isBlank(kept[0])) kept.shift();
  while (isBlank(kept.at(-1))) kept.pop();
  const [first, last] = [kept[0], kept.at(-1)];
  if (first?.type === "text") kept[0] = text(first.value.trimStart());
  const end = kept.at(-1);
  if (last?.type === "text" && end?.type === "text") kept[kept.length - 1] = text(end.value.trimEnd());
  return kept;
}

export const bold = (children: PhrasingContent[]): RootContent[] =>
  children.length > 0
    ? [{ type: "paragraph", children: [{ type: "strong", children: withoutStrong(children) }] }]
    : [];

const withoutStrong = (children: PhrasingContent[]): PhrasingContent[] =>
  children.flatMap((child) => (child.type === "strong" ? child.children : [child]));
