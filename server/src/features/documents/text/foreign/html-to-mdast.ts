import type { BlockContent, Image, List, ListItem, PhrasingContent, RootContent } from "mdast";
import { imageWidthOfPixels } from "../document-node.ts";
import {
  bold,
  type HtmlReading,
  hidden,
  inlinesOf,
  splitLines,
  text,
  withoutBreaks,
} from "./html-inlines.ts";
import { tableOf } from "./html-tables.ts";
import { findElement, type HtmlElement, type HtmlNode, hasClass, htmlText } from "./html-tree.ts";

const blocks = new Set(
  "address article aside blockquote body center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html li main nav ol p pre section summary table tbody tfoot thead tr ul img".split(
    " ",
  ),
);

const known = new WeakMap<HtmlElement, boolean>();

/** Returns whether an element has something in it that is no part of a line. */
function isBlock(element: HtmlElement, reading: HtmlReading): boolean {
  const before = known.get(element);
  if (before !== undefined) return before;
  const isOne = hasBlock(element, reading);
  known.set(element, isOne);
  return isOne;
}

function hasBlock(element: HtmlElement, reading: HtmlReading): boolean {
  if (isPicture(element)) return true;
  if (hasClass(element, "katex")) return false;
  if (blocks.has(element.name) && element.name !== "img") return true;
  if (reading.isSpecialBlock?.(element)) return true;
  return element.children.some((child) => typeof child !== "string" && isBlock(child, reading));
}

/** Icons are signs within a line, or nothing to see. */
const isPicture = (element: HtmlElement): boolean =>
  element.name === "img" && !hasClass(element, "icon") && !hasClass(element, "emoticon");

/** The blocks of Markdown that are closest to those of HTML. */
export function blocksOf(nodes: readonly HtmlNode[], reading: HtmlReading): RootContent[] {
  const made: RootContent[] = [];
  let line: HtmlNode[] = [];
  const endLine = () => {
    for (const part of splitLines(inlinesOf(line, reading))) made.push({ type: "paragraph", children: part });
    line = [];
  };
  for (const node of nodes) {
    if (typeof node === "string" || !isBlock(node, reading)) {
      line.push(node);
      continue;
    }
    endLine();
    for (const block of reading.special?.(node, reading) ?? blockOf(node, reading)) {
      const last = made.at(-1);
      if (block.type === "list" && last?.type === "list" && continues(block, last))
        last.children.push(...block.children);
      else made.push(block);
    }
  }
  endLine();
  return made;
}

/** Notion writes a list for each item. One whose numbers start again is another list. */
const continues = (list: List, before: List): boolean =>
  list.children.length === 1 &&
  list.ordered === before.ordered &&
  (!list.ordered || list.start === (before.start ?? 1) + before.children.length);

function blockOf(element: HtmlElement, reading: HtmlReading): RootContent[] {
  const { name, children } = element;
  const heading = /^h([1-6])$/.exec(name);
  if (heading) {
    const words = withoutBreaks(inlinesOf(children, reading));
    const depth = Number(heading[1]) as 1 | 2 | 3 | 4 | 5 | 6;
    return words.length > 0 ? [{ type: "heading", depth, children: words }] : [];
  }
  if (isPicture(element)) return pictureOf(element, reading);
  switch (name) {
    case "ul":
    case "ol":
      return nest(element, reading, () => listOf(element, reading));
    case "blockquote":
      return nest(element, reading, () => quote(blocksOf(children, reading)));
    case "pre": {
      const code = findElement(element, (one) => one.name === "code");
      const lang = /language-([\w+#-]{1,30})/.exec(
        `${code?.attributes.class} ${element.attributes.class}`,
      )?.[1];
      return [
        { type: "code", lang: lang?.toLowerCase() ?? null, value: htmlText(element).replace(/^\n|\n$/g, "") },
      ];
    }
    case "hr":
      return [{ type: "thematicBreak" }];
    case "table":
      return tableOf(element, reading, (nodes) => blocksOf(nodes, reading));
    case "details": {
      const title = children.find((child) => typeof child !== "string" && child.name === "summary");
      const words =
        title && typeof title !== "string" ? withoutBreaks(inlinesOf(title.children, reading)) : [];
      const rest = children.filter((child) => child !== title);
      return toggle(headingOf(title, words), words, () => blocksOf(rest, reading), reading);
    }
    case "figure":
      return figureOf(element, reading);
    case "a":
      return linkedBlocks(element, reading);
    case "dt":
      return bold(withoutBreaks(inlinesOf(children, reading)));
    case "nav":
      // A table of contents: pages have one by themselves.
      return hasClass(element, "table_of_contents") ? [] : blocksOf(children, reading);
    default:
      return hidden.has(name) ? [] : blocksOf(children, reading);
  }
}

/** Lists and quotes that are nested more deeply than a page may have them are flat. */
const maxNesting = 5;

function nest({ children }: HtmlElement, reading: HtmlReading, write: () => RootContent[]): RootContent[] {
  if (reading.nesting >= maxNesting) return blocksOf(children, reading);
  reading.nesting += 1;
  const written = write();
  reading.nesting -= 1;
  return written;
}

/** Notion writes the size of a heading that opens, and nothing else. */
function headingOf(title: HtmlNode | undefined, words: PhrasingContent[]): RootContent[] {
  const style = title === undefined || typeof title === "string" ? "" : title.attributes.style;
  const size = /font-size:(1\.875|1\.5|1\.25)em/.exec(style ?? "")?.[1];
  if (size === undefined || words.length === 0) return [];
  return [{ type: "heading", depth: size === "1.875" ? 1 : size === "1.5" ? 2 : 3, children: words }];
}

/**
 * A toggle: its title, and what it folds. Toggles that are nested more deeply than a page may have them are open.
 * @param heading the title as a heading; empty for a title that is a line of text.
 */
export function toggle(
  heading: RootContent[],
  title: PhrasingContent[],
  readContent: () => RootContent[],
  reading: HtmlReading,
): RootContent[] {
  if (reading.nesting >= maxNesting) {
    reading.lose("toggle_opened");
    return [...(heading.length > 0 ? heading : bold(title)), ...readContent()];
  }
  reading.nesting += 1;
  const line: RootContent[] = title.length > 0 ? [{ type: "paragraph", children: title }] : [];
  const children = [...(heading.length > 0 ? heading : line), ...readContent()];
  reading.nesting -= 1;
  if (children.length === 0) return [];
  return [
    { type: "containerDirective", name: "toggle", attributes: {}, children: children as BlockContent[] },
  ];
}

const quote = (children: RootContent[]): RootContent[] =>
  children.length > 0 ? [{ type: "blockquote", children: children as BlockContent[] }] : [];

/** A box with a tone, as the editor has them. */
export function callout(tone: "note" | "tip" | "warning", children: RootContent[]): RootContent[] {
  if (children.length === 0) return [];
  return [{ type: "containerDirective", name: tone, attributes: {}, children: children as BlockContent[] }];
}

function figureOf(element: HtmlElement, reading: HtmlReading): RootContent[] {
  if (hasClass(element, "callout")) return callout("note", blocksOf(element.children, reading));
  const formula = findElement(element, ({ name }) => name === "annotation");
  if (formula) return [{ type: "code", lang: "math", value: htmlText(formula).trim() }];
  return blocksOf(element.children, reading);
}

/** A link around more than a line, such as a picture or a preview: its lines are links, or one below it is. */
function linkedBlocks({ attributes, children }: HtmlElement, reading: HtmlReading): RootContent[] {
  const content = blocksOf(children, reading);
  const url = (attributes.href ?? "").trim();
  if (!/^(?:https?:|mailto:)/i.test(url)) return content;
  let isLinked = false;
  const linked = content.map((block): RootContent => {
    if (block.type !== "paragraph" || block.children.some(({ type }) => type === "image" || type === "link"))
      return block;
    isLinked = true;
    return { ...block, children: [{ type: "link", url, children: block.children } as PhrasingContent] };
  });
  if (isLinked) return linked;
  return [...linked, { type: "paragraph", children: [{ type: "link", url, children: [text(url)] }] }];
}

function pictureOf({ attributes }: HtmlElement, reading: HtmlReading): RootContent[] {
  const { src = "", alt = "" } = attributes;
  if (/^data:/i.test(src)) {
    reading.lose("image_inside");
    return [];
  }
  if (/^(?:https?:)?\/\//i.test(src)) {
    reading.lose("image_elsewhere");
    return [{ type: "paragraph", children: [{ type: "link", url: src, children: [text(alt || src)] }] }];
  }
  if (src === "") return [];
  const title = imageWidthOfPixels(
    /(?:^|;|\s)width:\s*([^;]{1,20})/.exec(attributes.style ?? "")?.[1] ?? attributes.width,
  );
  return [
    picture({ type: "image", alt, title, url: reading.aim({ kind: "image", address: src, words: alt }) }),
  ];
}

/** An image is a paragraph of its own. */
export const picture = (image: Image): RootContent => ({ type: "paragraph", children: [image] });

function listOf({ name, attributes, children }: HtmlElement, reading: HtmlReading): RootContent[] {
  const items: ListItem[] = [];
  const loose: RootContent[] = [];
  for (const child of children) {
    if (typeof child === "string") continue;
    const box = checkboxOf(child);
    const content = child.name === "li" ? blocksOf(child.children, reading) : blocksOf([child], reading);
    const last = items.at(-1);
    // A list directly in a list belongs to the item before it.
    if (child.name !== "li" && last) last.children.push(...(content as BlockContent[]));
    else if (hasClass({ name, attributes, children }, "toggle")) loose.push(...content);
    else if (content.length > 0)
      items.push({
        ...{ type: "listItem", spread: false, children: content as BlockContent[] },
        checked: box ? hasClass(box, "checkbox-on") : null,
      });
  }
  if (items.length === 0) return loose;
  const start = Number(attributes.start) || 1;
  return [
    ...loose,
    {
      type: "list",
      ordered: name === "ol",
      start: name === "ol" ? start : null,
      spread: false,
      children: items,
    },
  ];
}

/** The checkbox of an item, and not one of a list within it. */
function checkboxOf(element: HtmlElement): HtmlElement | undefined {
  if (hasClass(element, "checkbox")) return element;
  for (const child of element.children) {
    const isOwn = typeof child !== "string" && child.name !== "ul" && child.name !== "ol";
    const box = isOwn ? checkboxOf(child) : undefined;
    if (box) return box;
  }
  return undefined;
}
