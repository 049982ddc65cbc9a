/** The version of what a shared document may hold. One more whenever older pages could not show, and so keep, something new. */
export const documentSchemaVersion = 3;

/** The blocks, inline things and marks of a document of that version. Pages of this version know no others. */
export const documentNodeNames: ReadonlySet<string> = /* @__PURE__ */ new Set([
  ...["doc", "paragraph", "text", "heading", "blockquote", "codeBlock", "hardBreak", "horizontalRule"],
  ...["bulletList", "orderedList", "listItem", "taskList", "taskItem"],
  ...["table", "tableRow", "tableHeader", "tableCell"],
  ...["callout", "toggle", "step", "image", "mention", "card", "sectionCards"],
]);
export const documentMarkNames: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "bold",
  "italic",
  "strike",
  "highlight",
  "code",
  "link",
]);

/** Whether a mark belongs to the schema. The editor's binding adds "--" and a hash to the names of marks that overlap. */
export function isDocumentMark(name: string): boolean {
  return name === "ychange" || documentMarkNames.has(name.replace(/--.*$/, ""));
}

/** How many documents one browser page follows at a time. */
export const maxOpenDocuments = 4;

/** The largest update over the socket, in bytes before encoding; larger ones go over HTTP. */
export const socketUpdateMaxBytes = 8 * 1024;
/** The largest update of all, in bytes: a large paste. */
export const documentUpdateMaxBytes = 750_000;
/** The largest document as it is stored, in bytes, and its longest text, in UTF-16 units. */
export const documentMaxBytes = 8_000_000;
export const documentMaxLength = 400_000;
/** Elements of a document, such as paragraphs and cells, and how deeply they are nested. */
export const documentMaxElements = 20_000;
export const documentMaxDepth = 16;
/**
 * Limits of a text that is read as Markdown, since reading more takes too long: levels in one place, colons that open a
 * callout, and, over all its lines, quotes and levels of quotes and list items.
 */
export const documentMaxNesting = 32;
export const documentMaxColons = 100;
export const documentMaxQuotes = 2_000;
export const documentMaxLevels = 6_000;
/**
 * Reading a text costs up to the square of its marks (`*`, `_`, `~`, brackets, backticks) in one paragraph, item or cell,
 * and of the columns of a table: how many there may be in one place, and how many squares in all.
 */
export const documentMaxMarks = 4_000;
export const documentMaxMarkSquares = 40_000_000;
export const documentMaxColumns = 500;

/** A cursor is two positions in the text. */
export const cursorMaxLength = 600;

/** The things that a text points to by id. Their titles are looked up for each reader. */
export const referenceKinds = ["person", "task", "channel", "article"] as const;
export type ReferenceKind = (typeof referenceKinds)[number];

/** The widths of an image that is not as wide as it can be. */
export const imageWidths = ["small", "medium"] as const;
export type ImageWidth = (typeof imageWidths)[number];

/** So many are looked up at once. */
export const maxReferences = 100;
