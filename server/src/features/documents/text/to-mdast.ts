import { sectionQueryOf } from "@atoll/contract/documents/section-block";
import type {
  BlockContent,
  DefinitionContent,
  ListItem,
  PhrasingContent,
  Root,
  RootContent,
  TableRow,
} from "mdast";
import { alignOf, type DocumentMark, type DocumentNode, imageWidthOf } from "./document-node.ts";

/** The Markdown tree of a document. What the dialect cannot say is left out; reading back shows where. */
export function mdastOfDocument(document: DocumentNode): Root {
  return { type: "root", children: blocksOf(document) as RootContent[] };
}

type Block = BlockContent | DefinitionContent;

function blocksOf(node: DocumentNode): Block[] {
  return (node.content ?? []).flatMap(blockOf);
}

function blockOf(node: DocumentNode): Block[] {
  const attrs = node.attrs ?? {};
  switch (node.type) {
    case "paragraph":
      return [{ type: "paragraph", children: phrasingOf(node, "break") }];
    case "heading":
      return [{ type: "heading", depth: levelOf(attrs.level), children: phrasingOf(node, "html") }];
    case "blockquote":
      return [{ type: "blockquote", children: blocksOf(node) }];
    case "bulletList":
    case "taskList":
      return [{ type: "list", ordered: false, spread: false, children: itemsOf(node) }];
    case "orderedList":
      return [
        { type: "list", ordered: true, start: startOf(attrs.start), spread: false, children: itemsOf(node) },
      ];
    case "codeBlock":
      return [{ type: "code", lang: languageOf(attrs.language), value: plainText(node) }];
    case "horizontalRule":
      return [{ type: "thematicBreak" }];
    case "table":
      return tableOf(node);
    case "callout":
      return [
        { type: "containerDirective", name: String(attrs.tone), attributes: {}, children: blocksOf(node) },
      ];
    case "toggle":
      return [{ type: "containerDirective", name: "toggle", attributes: {}, children: blocksOf(node) }];
    case "step":
      return [
        {
          type: "containerDirective",
          name: "step",
          attributes: { id: String(attrs.id) },
          children: blocksOf(node),
        },
      ];
    case "image":
      return embed(`file:${attrs.fileId}`, String(attrs.alt ?? ""), imageWidthOf(attrs.width));
    case "card":
      return embed(`${attrs.kind}:${attrs.id}`, String(attrs.kind));
    case "sectionCards":
      return embed(`section:${attrs.id}`, "section", sectionQueryOf(attrs.query) || null);
    default:
      return [];
  }
}

function embed(url: string, alt: string, title: string | null = null): Block[] {
  return [{ type: "paragraph", children: [{ type: "image", url, alt, title }] }];
}

function itemsOf(list: DocumentNode): ListItem[] {
  return (list.content ?? []).map((item) => {
    const children = item.type === "taskItem" ? afterBox(blocksOf(item)) : blocksOf(item);
    return {
      type: "listItem",
      spread: !isTight(children),
      checked: item.type === "taskItem" ? item.attrs?.checked === true : null,
      children,
    };
  });
}

/** A line, and perhaps a list below it. Other blocks need an empty line between them: a table would join what is above. */
function isTight([first, second, ...others]: readonly Block[]): boolean {
  return first?.type === "paragraph" && others.length === 0 && (!second || second.type === "list");
}

/** A box stands before text: where there is none, a line break takes its place. */
function afterBox(children: Block[]): Block[] {
  const [first] = children;
  if (first?.type === "paragraph" && first.children.length > 0 && first.children[0]?.type !== "image")
    return children;
  return [{ type: "paragraph", children: [{ type: "html", value: "<br>" }] }, ...children];
}

function tableOf(table: DocumentNode): Block[] {
  const rows = table.content ?? [];
  const align = (rows[0]?.content ?? []).map(({ attrs }) => alignOf(attrs?.align));
  return [
    {
      type: "table",
      align,
      children: rows.map(
        (row): TableRow => ({
          type: "tableRow",
          children: (row.content ?? []).map((cell) => ({
            type: "tableCell",
            children: (cell.content ?? []).flatMap((part, index): PhrasingContent[] => [
              ...(index > 0 ? [{ type: "html" as const, value: "<br>" }] : []),
              ...phrasingOf(part, "html"),
            ]),
          })),
        }),
      ),
    },
  ];
}

/** @param breaks A line break as Markdown writes it, or as `<br>`, where all has to be on one line. */
function phrasingOf(node: DocumentNode, breaks: "break" | "html"): PhrasingContent[] {
  return nest(node.content ?? [], breaks, []);
}

/** The longest run that shares a mark becomes one element, so that nothing is opened and closed in between. */
function nest(
  nodes: readonly DocumentNode[],
  breaks: "break" | "html",
  open: readonly string[],
): PhrasingContent[] {
  const result: PhrasingContent[] = [];
  for (let from = 0; from < nodes.length; ) {
    const run = longestRun(nodes, from, open);
    if (!run) {
      const node = nodes[from];
      if (node) result.push(...leafOf(node, breaks));
      from += 1;
      continue;
    }
    const children = nest(nodes.slice(from, run.end), breaks, [...open, run.mark.type]);
    const wrapped = wrap(run.mark, children);
    result.push(wrapped);
    from = run.end;
  }
  return result;
}

/** Outermost first, where several run equally far. Code is a leaf, and so not in the list. */
const nesting = ["link", "highlight", "bold", "italic", "strike"];

function longestRun(nodes: readonly DocumentNode[], from: number, open: readonly string[]) {
  let best: { mark: DocumentMark; end: number } | undefined;
  for (const type of nesting) {
    const mark = open.includes(type) ? undefined : markOf(nodes[from], type);
    if (!mark) continue;
    let end = from + 1;
    while (end < nodes.length && isSame(markOf(nodes[end], type), mark)) end += 1;
    if (!best || end > best.end) best = { mark, end };
  }
  return best;
}

function markOf(node: DocumentNode | undefined, type: string): DocumentMark | undefined {
  return node?.marks?.find((mark) => mark.type === type);
}

function isSame(one: DocumentMark | undefined, other: DocumentMark): boolean {
  return one !== undefined && one.attrs?.href === other.attrs?.href;
}

function wrap(mark: DocumentMark, children: PhrasingContent[]): PhrasingContent {
  // Links hold no links, and the others hold everything.
  if (mark.type === "link")
    return { type: "link", url: String(mark.attrs?.href), children } as PhrasingContent;
  if (mark.type === "highlight") return { type: "highlight", children };
  if (mark.type === "bold") return { type: "strong", children };
  return mark.type === "italic" ? { type: "emphasis", children } : { type: "delete", children };
}

function leafOf(node: DocumentNode, breaks: "break" | "html"): PhrasingContent[] {
  if (node.type === "hardBreak")
    return [breaks === "break" ? { type: "break" } : { type: "html", value: "<br>" }];
  if (node.type === "mention") {
    const { kind, id } = node.attrs ?? {};
    return [{ type: "link", url: `${kind}:${id}`, children: [{ type: "text", value: String(kind) }] }];
  }
  if (node.type !== "text" || !node.text) return [];
  return [{ type: markOf(node, "code") ? "inlineCode" : "text", value: node.text }];
}

function plainText(node: DocumentNode): string {
  return (node.content ?? []).map(({ text }) => text ?? "").join("");
}

function levelOf(level: unknown): 1 | 2 | 3 | 4 | 5 | 6 {
  return level === 1 || level === 2 || level === 3 || level === 4 || level === 5 || level === 6 ? level : 6;
}

function startOf(start: unknown): number {
  return typeof start === "number" && Number.isInteger(start) && start >= 0 && start < 1e9 ? start : 1;
}

function languageOf(language: unknown): string | null {
  return typeof language === "string" && /^[\w+#.-]{1,40}$/.test(language) ? language : null;
}
