import type { Nodes, PhrasingContent, RootContent, Table } from "mdast";
import type { ContainerDirective } from "mdast-util-directive";
import {
  calloutTones,
  type DocumentMark,
  type DocumentNode,
  imageWidthOf,
  isSafeAddress,
  readReference,
  sectionOf,
} from "./document-node.ts";

/** Nested more deeply than this, content is kept as text. */
const maxDepth = 12;

/** The document that a Markdown tree describes. Whatever the dialect does not have becomes text. */
export function documentFromMdast(children: readonly RootContent[]): DocumentNode {
  return { type: "doc", content: blocksOf(children, 0) };
}

function blocksOf(nodes: readonly Nodes[], depth: number): DocumentNode[] {
  if (depth > maxDepth) return nodes.flatMap((node) => paragraph(textOf(node)));
  return nodes.flatMap((node) => blockOf(node, depth));
}

function blockOf(node: Nodes, depth: number): DocumentNode[] {
  switch (node.type) {
    case "paragraph":
      return paragraphOf(node.children);
    case "heading":
      return [block("heading", inlinesOf(node.children, [], true), { level: node.depth })];
    case "blockquote":
      return [block("blockquote", blocksOf(node.children, depth + 1))];
    case "list":
      return [listOf(node, depth)];
    case "code":
      return [block("codeBlock", text(node.value), { language: node.lang ?? null })];
    case "thematicBreak":
      return [{ type: "horizontalRule" }];
    case "table":
      return [tableOf(node)];
    case "containerDirective":
      return directiveOf(node, depth);
    default:
      return paragraph(textOf(node));
  }
}

/** A paragraph, or an image, a card or the cards of a section where it holds nothing else. */
function paragraphOf(children: readonly PhrasingContent[]): DocumentNode[] {
  const [only, ...rest] = children;
  const section = rest.length === 0 ? sectionOf(only) : undefined;
  if (section) return [{ type: "sectionCards", attrs: { ...section } }];
  if (only?.type === "image" && rest.length === 0) {
    const reference = readReference(only.url);
    if (reference?.kind === "file")
      return [
        {
          type: "image",
          attrs: { fileId: reference.id, alt: only.alt ?? "", width: imageWidthOf(only.title) },
        },
      ];
    if (reference) return [{ type: "card", attrs: { kind: reference.kind, id: reference.id } }];
  }
  return [block("paragraph", inlinesOf(children, []))];
}

function listOf(node: Extract<Nodes, { type: "list" }>, depth: number): DocumentNode {
  const isTasks = !node.ordered && node.children.some(({ checked }) => typeof checked === "boolean");
  const items = node.children.map((item) => {
    const content = blocksOf(isTasks ? withoutBreak(item.children) : item.children, depth + 2);
    return isTasks
      ? block("taskItem", content, { checked: item.checked ?? false })
      : block("listItem", content);
  });
  if (isTasks) return block("taskList", items);
  return node.ordered ? block("orderedList", items, { start: node.start ?? 1 }) : block("bulletList", items);
}

/** A box that stands before no text has a line break behind it. */
function withoutBreak(children: readonly Nodes[]): readonly Nodes[] {
  const [first] = children;
  const [only, ...others] = first?.type === "paragraph" ? first.children : [];
  return only?.type === "html" && others.length === 0 && isBreak(only.value) ? children.slice(1) : children;
}

function isBreak(html: string): boolean {
  return /^<br ?\/?>$/i.test(html);
}

function tableOf(node: Table): DocumentNode {
  const rows = node.children.map((row, index) =>
    block(
      "tableRow",
      row.children.map((cell, column) =>
        block(
          index === 0 ? "tableHeader" : "tableCell",
          [block("paragraph", inlinesOf(cell.children, [], true))],
          { align: node.align?.[column] ?? null },
        ),
      ),
    ),
  );
  return block("table", rows);
}

function directiveOf(node: ContainerDirective, depth: number): DocumentNode[] {
  const content = blocksOf(node.children, depth + 1);
  const tone = calloutTones.find((known) => known === node.name);
  if (tone) return [block("callout", content, { tone })];
  if (node.name === "toggle") return [block("toggle", content)];
  const id = node.attributes?.id;
  if (node.name === "step" && id && depth === 0) return [block("step", content, { id })];
  // Another container: its lines are kept, and what is in it.
  return [...paragraph(`:::${node.name}`), ...content, ...paragraph(":::")];
}

const marked = { strong: "bold", emphasis: "italic", delete: "strike", highlight: "highlight" } as const;

/** @param hasBreaks `<br>` is a line break here: in cells and headings, which are one line of Markdown. */
function inlinesOf(
  nodes: readonly PhrasingContent[],
  marks: readonly DocumentMark[],
  hasBreaks = false,
  depth = 0,
): DocumentNode[] {
  return nodes.flatMap((node) => inlineOf(node, marks, hasBreaks, depth));
}

function inlineOf(
  node: PhrasingContent,
  marks: readonly DocumentMark[],
  hasBreaks: boolean,
  depth: number,
): DocumentNode[] {
  if (depth > maxDepth) return text(textOf(node), marks);
  switch (node.type) {
    case "text":
      return text(node.value, marks);
    case "strong":
    case "emphasis":
    case "delete":
    case "highlight":
      return inlinesOf(node.children, withMark(marks, { type: marked[node.type] }), hasBreaks, depth + 1);
    case "inlineCode":
      return text(node.value, withMark(marks, { type: "code" }));
    case "break":
      return [{ type: "hardBreak" }];
    case "link": {
      const reference = readReference(node.url);
      if (reference && reference.kind !== "file")
        return [{ type: "mention", attrs: { kind: reference.kind, id: reference.id } }];
      const inner = isSafeAddress(node.url)
        ? withMark(marks, { type: "link", attrs: { href: node.url } })
        : marks;
      return inlinesOf(node.children, inner, hasBreaks, depth + 1);
    }
    case "image":
      // Only a file of ours in a paragraph of its own is shown; everything else would be fetched from elsewhere.
      return isSafeAddress(node.url)
        ? text(node.alt || node.url, withMark(marks, { type: "link", attrs: { href: node.url } }))
        : text(node.alt ?? "", marks);
    case "html":
      return hasBreaks && isBreak(node.value) ? [{ type: "hardBreak" }] : text(node.value, marks);
    default:
      return text(textOf(node), marks);
  }
}

function withMark(marks: readonly DocumentMark[], mark: DocumentMark): readonly DocumentMark[] {
  return marks.some(({ type }) => type === mark.type) ? marks : [...marks, mark];
}

function textOf(node: Nodes): string {
  if ("value" in node) return node.value;
  if ("children" in node) return node.children.map((child) => textOf(child)).join("");
  return "alt" in node ? (node.alt ?? "") : "";
}

function paragraph(value: string): DocumentNode[] {
  return [block("paragraph", text(value))];
}

function text(value: string, marks: readonly DocumentMark[] = []): DocumentNode[] {
  if (value === "") return [];
  return [marks.length > 0 ? { type: "text", text: value, marks } : { type: "text", text: value }];
}

function block(type: string, content: DocumentNode[], attrs?: Record<string, unknown>): DocumentNode {
  return { type, ...(attrs && { attrs }), content };
}
