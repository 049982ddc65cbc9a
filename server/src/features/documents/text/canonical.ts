import { sectionQueryOf } from "@atoll/contract/documents/section-block";
import { alignOf, type DocumentMark, type DocumentNode, imageWidthOf } from "./document-node.ts";

/**
 * A document in the one form that equal documents share: neighbouring texts joined, marks in order, and without what
 * no reader sees, such as empty paragraphs and attributes that a page keeps for itself.
 */
export function canonical(node: DocumentNode): DocumentNode {
  if (node.type === "text") return withMarks(node.text ?? "", node.marks ?? []);
  const content = inlineParents.has(node.type) ? joined(node) : blocks(node);
  // The name may be anything that a page sends, "constructor" too.
  const attrs = Object.hasOwn(attributes, node.type) ? attributes[node.type]?.(node.attrs ?? {}) : undefined;
  return { type: node.type, ...(attrs && { attrs }), ...(content.length > 0 && { content }) };
}

const inlineParents = new Set(["paragraph", "heading", "codeBlock"]);

/** The attributes that are part of the text, by node. */
export const attributes: Record<
  string,
  (attrs: Readonly<Record<string, unknown>>) => Record<string, unknown>
> = {
  heading: ({ level }) => ({ level }),
  orderedList: ({ start }) => ({ start: start ?? 1 }),
  taskItem: ({ checked }) => ({ checked: checked === true }),
  codeBlock: ({ language }) => ({ language: language || null }),
  callout: ({ tone }) => ({ tone }),
  step: ({ id }) => ({ id }),
  image: ({ fileId, alt, width }) => ({ fileId, alt: alt ?? "", width: imageWidthOf(width) }),
  card: ({ kind, id }) => ({ kind, id }),
  sectionCards: ({ id, query }) => ({ id, query: sectionQueryOf(query) }),
  mention: ({ kind, id }) => ({ kind, id }),
  tableHeader: ({ align }) => ({ align: alignOf(align) }),
  tableCell: ({ align }) => ({ align: alignOf(align) }),
};

function blocks(node: DocumentNode): DocumentNode[] {
  const content = (node.content ?? []).map(canonical);
  if (node.type === "tableRow") return content;
  if (node.type === "table") return tableRows(content);
  if (node.type === "tableCell" || node.type === "tableHeader") return cellContent(content);
  return content.filter((child) => !isEmpty(child));
}

/** Whether a block is empty and has no form in Markdown. */
function isEmpty({ type, content = [] }: DocumentNode): boolean {
  return content.length === 0 && disappears.has(type);
}

const disappears = new Set([
  "paragraph",
  "heading",
  "blockquote",
  "taskList",
  "bulletList",
  "orderedList",
  "table",
  "callout",
  "toggle",
]);

/**
 * The first row holds the headings, and columns are aligned as a whole: where only some cells of one are aligned, the
 * first of them decides.
 */
function tableRows(rows: readonly DocumentNode[]): DocumentNode[] {
  const aligns = new Map<number, unknown>();
  for (const row of rows)
    for (const [column, { attrs }] of (row.content ?? []).entries())
      if (attrs?.align && !aligns.has(column)) aligns.set(column, attrs.align);
  return rows.map((row, index) => ({
    type: "tableRow",
    content: (row.content ?? []).map((cell, column) => ({
      ...cell,
      attrs: { align: aligns.get(column) ?? null },
      type: index === 0 ? "tableHeader" : "tableCell",
    })),
  }));
}

/** One paragraph: several, which two people can make of one, are its lines. */
function cellContent(content: readonly DocumentNode[]): DocumentNode[] {
  const inlines = content.flatMap((part, index) => [
    ...(index > 0 ? [{ type: "hardBreak" }] : []),
    ...(part.content ?? []),
  ]);
  return [trimmed(canonical({ type: "paragraph", content: inlines }))];
}

/** Without spaces and line breaks at the ends, which a cell does not show. */
function trimmed(paragraph: DocumentNode): DocumentNode {
  const content = [...(paragraph.content ?? [])];
  const isBlank = (node: DocumentNode | undefined) =>
    node?.type === "hardBreak" || (node?.type === "text" && node.text?.trim() === "");
  while (isBlank(content[0])) content.shift();
  while (isBlank(content.at(-1))) content.pop();
  const [first] = content;
  if (first?.type === "text") content[0] = { ...first, text: first.text?.trimStart() ?? "" };
  const last = content.at(-1);
  if (last?.type === "text") content[content.length - 1] = { ...last, text: last.text?.trimEnd() ?? "" };
  return { type: "paragraph", ...(content.length > 0 && { content }) };
}

/** Text of the same marks in one piece, and no line break at the end, where it would break nothing. */
function joined(node: DocumentNode): DocumentNode[] {
  const result: DocumentNode[] = [];
  for (const child of (node.content ?? []).map(canonical)) {
    const last = result.at(-1);
    if (child.type === "text" && !child.text) continue;
    if (last?.type === "text" && child.type === "text" && marksKey(last) === marksKey(child)) {
      result[result.length - 1] = { ...last, text: `${last.text}${child.text}` };
    } else result.push(child);
  }
  while (result.at(-1)?.type === "hardBreak") result.pop();
  while (result[0]?.type === "hardBreak") result.shift();
  return node.type === "codeBlock" ? result.map(({ type, text }) => ({ type, text: text ?? "" })) : result;
}

function withMarks(text: string, marks: readonly DocumentMark[]): DocumentNode {
  const kept = marks
    .map(({ type, attrs }) => (type === "link" ? { type, attrs: { href: attrs?.href } } : { type }))
    .sort((one, other) => (one.type < other.type ? -1 : 1));
  return { type: "text", text, ...(kept.length > 0 && { marks: kept }) };
}

function marksKey(node: DocumentNode): string {
  return JSON.stringify(node.marks ?? []);
}
