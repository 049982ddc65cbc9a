import type { ImportLoss } from "@atoll/contract/knowledge/transfer-limits";
import type {
  BlockContent,
  Definition,
  Heading,
  Nodes,
  Paragraph,
  PhrasingContent,
  Root,
  RootContent,
  TableCell,
} from "mdast";
import { readReference, sectionOf } from "../document-node.ts";
import { toneOf } from "./prepare-lines.ts";
import { type InlineReading, isOfFile, loseImages, placeImage, rewriteInlines } from "./rewrite-inlines.ts";

/** Rewrites a tree in place, with all that is in it. */
export function rewriteTree(root: Root, reading: Omit<InlineReading, "definitions" | "used">): void {
  const definitions = new Map<string, Definition>();
  collect(root, definitions);
  const used = new Set<string>();
  const whole: InlineReading = { ...reading, definitions, used };
  root.children = blocksOf(root.children, whole) as RootContent[];
  keepUnused(root, whole);
}

function collect(node: Nodes, definitions: Map<string, Definition>): void {
  if (node.type === "definition" && !definitions.has(node.identifier)) definitions.set(node.identifier, node);
  if ("children" in node && node.type !== "paragraph")
    for (const child of node.children) collect(child, definitions);
}

const lineOf = (node: Nodes): number => node.position?.start.line ?? 1;

function blocksOf(nodes: readonly Nodes[], reading: InlineReading): Nodes[] {
  return nodes.flatMap((node) => blockOf(node, reading));
}

function blockOf(node: Nodes, reading: InlineReading): Nodes[] {
  switch (node.type) {
    case "paragraph":
      return splitImages({ ...node, children: rewriteInlines(node.children, reading) }, reading);
    case "heading":
      return [{ ...node, children: withoutId(lineOfText(node, reading), node, reading) }];
    case "tableCell":
      return [{ ...node, children: lineOfText(node, reading) }];
    case "blockquote":
      return [calloutOf(node, reading)];
    case "list":
      if (node.ordered) for (const item of node.children) boxAsText(item);
      return [withChildren(node, reading)];
    case "listItem":
    case "table":
    case "tableRow":
    case "containerDirective":
      return [withChildren(node, reading)];
    case "definition":
      // Those that nothing refers to are kept at the end.
      return [];
    default:
      return [node];
  }
}

function withChildren<Node extends Nodes & { children: unknown[] }>(
  node: Node,
  reading: InlineReading,
): Node {
  return { ...node, children: blocksOf(node.children as Nodes[], reading) };
}

/** Turns the checkbox of an item into text, since numbered lists have no checkboxes here. */
function boxAsText(item: Extract<Nodes, { type: "listItem" }>): void {
  if (typeof item.checked !== "boolean") return;
  const [first] = item.children;
  const value = item.checked ? "[x] " : "[ ] ";
  if (first?.type === "paragraph") first.children.unshift({ type: "text", value });
  else item.children.unshift({ type: "paragraph", children: [{ type: "text", value: value.trim() }] });
  item.checked = null;
}

/** Turns `> [!NOTE] Title`, as GitHub and Obsidian write callouts, into a callout. */
function calloutOf(node: Extract<Nodes, { type: "blockquote" }>, reading: InlineReading): Nodes {
  const [first] = node.children;
  const start = first?.type === "paragraph" ? first.children[0] : undefined;
  const [mark = "", name = "", title = ""] =
    start?.type === "text"
      ? (/^\[!([A-Za-z]{1,20})\][+-]?[ \t]*([^\n]{0,500})(?:\n|$)/.exec(start.value) ?? [])
      : [];
  const tone = toneOf(name);
  if (first?.type !== "paragraph" || start?.type !== "text" || mark === "")
    return withChildren(node, reading);
  if (!tone) {
    reading.lose("boxes", lineOf(node));
    return withChildren(node, reading);
  }
  const rest: PhrasingContent[] = [
    ...(start.value.length > mark.length ? [{ ...start, value: start.value.slice(mark.length) }] : []),
    ...first.children.slice(1),
  ];
  const heading: Paragraph[] =
    title.trim() === ""
      ? []
      : [
          {
            type: "paragraph",
            children: [{ type: "strong", children: [{ type: "text", value: title.trim() }] }],
          },
        ];
  const body: BlockContent[] = [
    ...heading,
    ...(rest.length > 0 ? [{ ...first, children: rest }] : []),
    ...(node.children.slice(1) as BlockContent[]),
  ];
  return {
    type: "containerDirective",
    name: tone,
    attributes: {},
    children: blocksOf(body, reading) as BlockContent[],
  };
}

function lineOfText(node: Heading | TableCell, reading: InlineReading): PhrasingContent[] {
  const children = rewriteInlines(node.children, reading, true);
  loseImages(children, reading);
  return children;
}

/** Removes the ID from a heading such as `# Title {#part}`. */
function withoutId(children: PhrasingContent[], node: Nodes, reading: InlineReading): PhrasingContent[] {
  const last = children.at(-1);
  if (last?.type !== "text") return children;
  const value = last.value.replace(/[ \t]+\{#[\w-]{1,100}\}$/, "");
  if (value === last.value) return children;
  reading.lose("anchors", lineOf(node));
  return [...children.slice(0, -1), { ...last, value }];
}

/** Splits a paragraph at images of files, which pages show in lines of their own. */
function splitImages(node: Paragraph, reading: InlineReading): Paragraph[] {
  const [only, ...others] = node.children;
  // An image or a card of this workspace.
  if (only?.type === "image" && others.length === 0 && (readReference(only.url) || sectionOf(only)))
    return [node];
  const parts: Paragraph[] = [];
  let run: PhrasingContent[] = [];
  const endRun = () => {
    loseImages(run, reading);
    const children = trimmed(run);
    if (children.length > 0) parts.push({ type: "paragraph", children });
    run = [];
  };
  for (const child of node.children) {
    if (child.type === "image" && isOfFile(child.url)) {
      endRun();
      parts.push({ type: "paragraph", children: [placeImage(child, reading)] });
    } else run.push(child);
  }
  if (parts.length === 0) {
    loseImages(run, reading);
    return run.length > 0 ? [node] : [];
  }
  endRun();
  return parts;
}

function trimmed(run: readonly PhrasingContent[]): PhrasingContent[] {
  const children = [...run];
  const first = children[0];
  if (first?.type === "text") children[0] = { ...first, value: first.value.trimStart() };
  const last = children.at(-1);
  if (last?.type === "text") children[children.length - 1] = { ...last, value: last.value.trimEnd() };
  return children
    .filter((child) => child.type !== "text" || child.value !== "")
    .filter((child, at, all) => child.type !== "break" || (at > 0 && at < all.length - 1));
}

/** Keeps definitions that nothing refers to as text, since they may be words that only look like definitions. */
function keepUnused(root: Root, { definitions, used, source, lose }: InlineReading): void {
  for (const [identifier, { url, position }] of definitions) {
    if (used.has(identifier) || url === "#" || identifier.startsWith("//") || !position) continue;
    lose("definitions" satisfies ImportLoss, position.start.line);
    const value = source.slice(position.start.offset, position.end.offset);
    root.children.push({ type: "paragraph", children: [{ type: "text", value }] });
  }
}
