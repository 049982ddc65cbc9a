import { referenceKinds } from "@atoll/contract/documents/limits";
import { uniqueAnchor } from "@atoll/contract/knowledge/outline";
import { escapeHtml } from "@atoll/contract/text/escape-html";
import { alignOf, type DocumentMark, type DocumentNode, formulasIn, isSafeAddress } from "./document-node.ts";
import { readMarkdown } from "./markdown.ts";

/** A page whose text becomes HTML. */
export interface HtmlInput {
  markdown: string;
  /** The targets of cards and mentions, by `kind:id`, as far as the reader may see it. Links are absolute, or from the page. */
  names: ReadonlyMap<string, { title: string; link: string }>;
  /** The addresses of images, by the IDs of their files. */
  files: ReadonlyMap<string, string>;
  /** The addresses of other pages of the archive, by their links in the workspace. */
  inside: ReadonlyMap<string, string>;
  /** Where the workspace is. Undefined if the server does not know: then links to it are only their words. */
  origin: string | undefined;
}

interface Writing extends HtmlInput {
  steps: number;
  /** How often each anchor was needed. */
  anchors: Map<string, number>;
}

const tones: Readonly<Record<string, string>> = { note: "Note", tip: "Tip", warning: "Warning" };

/** Writes the text of a page as HTML without scripts. Bounded by its caller: it runs in a thread with a deadline. */
export const writeHtmlText = (input: HtmlInput): string =>
  blocksOf(readMarkdown(input.markdown).content ?? [], { ...input, steps: 0, anchors: new Map() });

const blocksOf = (nodes: readonly DocumentNode[], writing: Writing): string =>
  nodes.map((node) => blockOf(node, writing)).join("");

function blockOf(node: DocumentNode, writing: Writing): string {
  const { attrs = {}, content = [] } = node;
  const inlines = () => inlinesOf(content, writing);
  const blocks = () => blocksOf(content, writing);
  switch (node.type) {
    case "paragraph":
      return `<p>${inlines()}</p>\n`;
    case "heading": {
      // The title of the page is the first level.
      const level = Math.min(6, Number(attrs.level ?? 1) + 1);
      const anchor = uniqueAnchor(textOf(node), writing.anchors);
      return `<h${level} id="${anchor}">${inlines()}</h${level}>\n`;
    }
    case "bulletList":
      return `<ul>\n${blocks()}</ul>\n`;
    case "orderedList":
      return `<ol start="${Number(attrs.start ?? 1)}">\n${blocks()}</ol>\n`;
    case "taskList":
      return `<ul class="boxes">\n${blocks()}</ul>\n`;
    case "taskItem":
      return `<li>${attrs.checked === true ? "☑" : "☐"} ${blocks()}</li>\n`;
    case "listItem":
      return `<li>${blocks()}</li>\n`;
    case "blockquote":
      return `<blockquote>\n${blocks()}</blockquote>\n`;
    case "codeBlock":
      return `<pre><code>${escapeHtml(textOf(node))}</code></pre>\n`;
    case "horizontalRule":
      return "<hr>\n";
    case "table":
      return `<div class="wide"><table>\n${content.map((row) => rowOf(row, writing)).join("")}</table></div>\n`;
    case "image":
      return `<p>${imageOf(attrs, writing)}</p>\n`;
    case "card":
      return `<p>${referenceOf(attrs, writing)}</p>\n`;
    case "sectionCards":
      return `<p>${referenceOf({ kind: "section", id: attrs.id }, writing)}</p>\n`;
    case "callout":
      return `<blockquote><p><strong>${tones[String(attrs.tone)] ?? "Note"}</strong></p>\n${blocks()}</blockquote>\n`;
    case "toggle": {
      const [title, ...rest] = content;
      return `<details open><summary>${inlinesOf(title?.content ?? [], writing)}</summary>\n${blocksOf(rest, writing)}</details>\n`;
    }
    case "step": {
      const [title, ...rest] = content;
      writing.steps += 1;
      return `<p><strong>${writing.steps}. ${inlinesOf(title?.content ?? [], writing)}</strong></p>\n${blocksOf(rest, writing)}`;
    }
    default:
      return blocks();
  }
}

function rowOf(row: DocumentNode, writing: Writing): string {
  const cells = (row.content ?? []).map((cell) => {
    const tag = cell.type === "tableHeader" ? "th" : "td";
    const align = alignOf(cell.attrs?.align);
    const lines = (cell.content ?? []).map(({ content }) => inlinesOf(content ?? [], writing));
    return `<${tag}${align ? ` style="text-align: ${align}"` : ""}>${lines.join("<br>")}</${tag}>`;
  });
  return `<tr>${cells.join("")}</tr>\n`;
}

function imageOf({ fileId, alt }: Readonly<Record<string, unknown>>, { files }: Writing): string {
  const words = escapeHtml(String(alt ?? ""));
  const address = files.get(String(fileId).toLowerCase());
  if (address === undefined) return words === "" ? "[Image]" : `[Image: ${words}]`;
  return `<img src="${escapeHtml(address)}" alt="${words}" loading="lazy">`;
}

/** Renders what a card or mention names. Without a name, it says only the kind, as the page does. */
function referenceOf(
  { kind, id }: Readonly<Record<string, unknown>>,
  { names, ...writing }: Writing,
): string {
  const found = names.get(`${String(kind)}:${String(id).toLowerCase()}`);
  if (!found) return escapeHtml(referenceKinds.find((one) => one === kind) ?? "section");
  return linkTo(found.link, escapeHtml(kind === "person" ? `@${found.title}` : found.title), writing);
}

function linkTo(
  address: string,
  words: string,
  { inside, origin }: Pick<Writing, "inside" | "origin">,
): string {
  const [path = ""] = address.split(/[?#]/, 1);
  const page = inside.get(path);
  const part = address.indexOf("#");
  const target =
    page === undefined ? absolute(address, origin) : page + (part < 0 ? "" : address.slice(part));
  return target === undefined ? words : `<a href="${escapeHtml(target)}">${words}</a>`;
}

function absolute(address: string, origin: string | undefined): string | undefined {
  if (!address.startsWith("/")) return address;
  return origin === undefined ? undefined : new URL(address, origin).href;
}

function inlinesOf(nodes: readonly DocumentNode[], writing: Writing): string {
  return formulasIn(nodes)
    .map((node) => {
      if (node.type === "hardBreak") return "<br>";
      if (node.type === "mention") return referenceOf(node.attrs ?? {}, writing);
      if (node.type !== "text") return inlinesOf(node.content ?? [], writing);
      const marks = node.marks ?? [];
      const words = marks.reduce((text, mark) => markedBy(mark, text), escapeHtml(node.text ?? ""));
      const href = marks.find(({ type }) => type === "link")?.attrs?.href;
      return isSafeAddress(href) ? linkTo(href, words, writing) : words;
    })
    .join("");
}

const tags: Readonly<Record<string, string>> = {
  ...{ bold: "strong", italic: "em", strike: "s", highlight: "mark", code: "code", formula: "em" },
};

function markedBy({ type }: DocumentMark, words: string): string {
  const tag = tags[type];
  return tag === undefined ? words : `<${tag}>${words}</${tag}>`;
}

/** The words of a node, with the kinds of things that it mentions: anchors are made of both. */
const textOf = (node: DocumentNode): string =>
  node.type === "mention"
    ? String(node.attrs?.kind ?? "")
    : node.type === "hardBreak"
      ? " "
      : (node.text ?? (node.content ?? []).map(textOf).join(""));
