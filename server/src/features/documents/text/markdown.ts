import { uuidSource } from "@atoll/contract/uuid";
import type { Nodes } from "mdast";
import { directiveFromMarkdown, directiveToMarkdown } from "mdast-util-directive";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmStrikethroughFromMarkdown, gfmStrikethroughToMarkdown } from "mdast-util-gfm-strikethrough";
import { gfmTableFromMarkdown, gfmTableToMarkdown } from "mdast-util-gfm-table";
import { gfmTaskListItemFromMarkdown, gfmTaskListItemToMarkdown } from "mdast-util-gfm-task-list-item";
import { defaultHandlers, type Options, toMarkdown } from "mdast-util-to-markdown";
import { directive } from "micromark-extension-directive";
import { gfmStrikethrough } from "micromark-extension-gfm-strikethrough";
import { gfmTable } from "micromark-extension-gfm-table";
import { gfmTaskListItem } from "micromark-extension-gfm-task-list-item";
import type { DocumentNode } from "./document-node.ts";
import { documentFromMdast } from "./from-mdast.ts";
import { highlightFromMarkdown, highlightSyntax, highlightToMarkdown } from "./highlight.ts";
import { mdastOfDocument } from "./to-mdast.ts";

const colon = 58;

/** Only `:::` containers: `:name` and `::name` stay text, so that "Time:Monday" needs no escape. */
function containers(): ReturnType<typeof directive> {
  const constructs = directive().flow?.[colon];
  const [container] = Array.isArray(constructs) ? constructs : [constructs];
  return container ? { flow: { [colon]: [container] } } : {};
}

/** HTML is text, definitions would make a line vanish, and nobody indents code on purpose. */
const unwanted = ["htmlFlow", "codeIndented", "definition", "autolink", "setextUnderline"];

const syntax = [
  gfmTable(),
  gfmStrikethrough({ singleTilde: false }),
  highlightSyntax(),
  gfmTaskListItem(),
  containers(),
];

const readOptions = {
  extensions: [...syntax, { disable: { null: unwanted } }],
  mdastExtensions: [
    gfmTableFromMarkdown(),
    gfmStrikethroughFromMarkdown(),
    highlightFromMarkdown,
    gfmTaskListItemFromMarkdown(),
    directiveFromMarkdown(),
  ],
};

/** Reads CommonMark whole, as other programs write it. HTML stays text. */
export const foreignReadOptions = {
  extensions: [...syntax, { disable: { null: ["htmlFlow"] } }],
  mdastExtensions: readOptions.mdastExtensions,
};

export const writeOptions: Options = {
  bullet: "-",
  bulletOther: "*",
  emphasis: "_",
  strong: "*",
  // No list is marked with it, so that a rule in a list needs no other mark.
  rule: "_",
  fences: true,
  incrementListMarker: true,
  listItemIndent: "one",
  resourceLink: true,
  setext: false,
  extensions: [
    gfmTableToMarkdown({ tableCellPadding: true, tablePipeAlign: false }),
    gfmStrikethroughToMarkdown(),
    highlightToMarkdown,
    gfmTaskListItemToMarkdown(),
    {
      handlers: {
        ...directiveToMarkdown().handlers,
        // A backslash is seen where two spaces are not, and survives editors that trim lines.
        break: (node, parent, state, info) => defaultHandlers.break(node, parent, state, info),
      },
      unsafe: [
        { atBreak: true, character: ":", after: ":" },
        // Also within words: a letter before it may have to be written as a reference, and ends the word then.
        { character: "_", inConstruct: "phrasing" },
      ],
    },
  ],
};

/** Reads the dialect. Bounded by its caller: it runs in a thread with a deadline. */
export function readMarkdown(markdown: string): DocumentNode {
  return documentFromMdast(fromMarkdown(markdown, readOptions).children);
}

/** Addresses of things that readers see by the names that they may know. Files, such as pictures, are none. */
const namedThing = new RegExp(`^(article|task|channel|person|announcement|event):${uuidSource}$`, "i");

/** Returns the dialect with kinds of things as the words of links to them, and no words of embeds. Bounded as above. */
export function withoutNames(markdown: string): string {
  const pieces: string[] = [];
  let done = 0;
  const open: Nodes[] = [fromMarkdown(markdown, readOptions)];
  for (let node = open.pop(); node; node = open.pop()) {
    const address = node.type === "link" || node.type === "image" ? node.url : "";
    const [, kind] = namedThing.exec(address) ?? [];
    const [from, to] = [node.position?.start.offset, node.position?.end.offset];
    if (kind && from !== undefined && to !== undefined) {
      pieces.push(markdown.slice(done, from), `${node.type === "image" ? "![" : `[${kind}`}](${address})`);
      done = to;
    } else if ("children" in node) open.push(...node.children.toReversed());
  }
  return pieces.join("") + markdown.slice(done);
}

/** Writes the dialect. */
export function writeMarkdown(document: DocumentNode): string {
  return toMarkdown(mdastOfDocument(document), writeOptions);
}
