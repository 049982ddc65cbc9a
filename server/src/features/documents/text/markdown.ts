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

const syntax = [gfmTable(), gfmStrikethrough({ singleTilde: false }), gfmTaskListItem(), containers()];

const readOptions = {
  extensions: [...syntax, { disable: { null: unwanted } }],
  mdastExtensions: [
    gfmTableFromMarkdown(),
    gfmStrikethroughFromMarkdown(),
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

/** Writes the dialect. */
export function writeMarkdown(document: DocumentNode): string {
  return toMarkdown(mdastOfDocument(document), writeOptions);
}
