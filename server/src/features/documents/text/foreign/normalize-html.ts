import { randomUUID } from "node:crypto";
import type { Root } from "mdast";
import { toMarkdown } from "mdast-util-to-markdown";
import { writeOptions } from "../markdown.ts";
import { confluenceBlock, confluenceInline, isConfluenceBlock } from "./confluence-elements.ts";
import type { HtmlReading, HtmlTarget } from "./html-inlines.ts";
import { blocksOf } from "./html-to-mdast.ts";
import { elementsIn, findElement, hasClass, htmlText, readHtml } from "./html-tree.ts";

export type HtmlDialect = "notion" | "confluence";

/** A page of another program, as the dialect writes it. */
export interface ForeignHtml {
  /** The title that the page itself has, and the values above its text. Only pages of Notion have them. */
  title: string;
  properties: { name: string; kind: string; value: string }[];
  markdown: string;
  /** The text has them as `scheme:0`, `scheme:1`, with a scheme that no other address has. */
  targets: HtmlTarget[];
  scheme: string;
  /** Kinds of what the page does not keep as it was, how often, and names of it. */
  losses: { kind: string; detail: string; count: number }[];
  /** The headings with the marks that links name. */
  headings: { id: string; text: string }[];
}

/** Writes HTML of another program as Markdown of the dialect. Scripts and styles are no part of it. */
export function normalizeHtml(html: string, dialect: HtmlDialect): ForeignHtml {
  const tree = readHtml(html);
  const targets: HtmlTarget[] = [];
  const losses = new Map<string, ForeignHtml["losses"][number]>();
  const scheme = `target-${randomUUID()}`;
  const reading: HtmlReading = {
    nesting: 0,
    aim: (target) => `${scheme}:${targets.push(target) - 1}`,
    lose(kind, detail = "") {
      const key = `${kind}\n${detail}`;
      const known = losses.get(key);
      if (known) known.count += 1;
      else losses.set(key, { kind, detail, count: 1 });
    },
    ...(dialect === "confluence" && {
      isSpecialBlock: isConfluenceBlock,
      special: confluenceBlock,
      specialInline: confluenceInline,
    }),
  };
  const body = dialect === "notion" ? findElement(tree, (one) => hasClass(one, "page-body")) : undefined;
  const root: Root = { type: "root", children: blocksOf((body ?? tree).children, reading) };
  const title = findElement(tree, (one) => hasClass(one, "page-title"));
  const headings = [...elementsIn(tree)].filter(({ name }) => /^h[1-6]$/.test(name));
  return {
    title: htmlText(title ?? "").trim(),
    properties: dialect === "notion" ? propertiesOf(tree) : [],
    markdown: toMarkdown(root, writeOptions),
    ...{ targets, scheme, losses: [...losses.values()] },
    headings: headings.map((one) => ({
      id: one.attributes.id ?? "",
      text: htmlText(one).replace(/\s+/g, " ").trim(),
    })),
  };
}

function propertiesOf(tree: ReturnType<typeof readHtml>): ForeignHtml["properties"] {
  const table = findElement(tree, (one) => one.name === "table" && hasClass(one, "properties"));
  if (!table) return [];
  return [...elementsIn(table)]
    .filter(({ name }) => name === "tr")
    .map((row) => ({
      name: htmlText(findElement(row, ({ name }) => name === "th") ?? "").trim(),
      kind: /property-row-(\w+)/.exec(row.attributes.class ?? "")?.[1] ?? "",
      value: textOfCell(findElement(row, ({ name }) => name === "td")),
    }))
    .filter(({ name, value }) => name !== "" && value !== "");
}

/** Several values of one property are apart by commas. */
function textOfCell(cell: ReturnType<typeof findElement>): string {
  if (!cell) return "";
  const several = [...elementsIn(cell)].filter(
    (one) => hasClass(one, "selected-value") || hasClass(one, "user"),
  );
  const parts = several.length > 0 ? several : [cell];
  return parts
    .map((one) => htmlText(one).replace(/\s+/g, " ").trim())
    .filter((value) => value !== "")
    .join(", ");
}
