/** A zip file of Markdown, in bytes. */
export const importMaxBytes = 8 * 1024 * 1024;
/** All Markdown of a zip file, unpacked. */
export const importTextMaxBytes = 32 * 1024 * 1024;
/** All images of a zip file that pages show, unpacked. */
export const importImagesMaxBytes = 32 * 1024 * 1024;
export const importMaxImages = 200;
/** Files and folders in a zip file, of all kinds. */
export const importMaxEntries = 5000;
/** Pages that one import creates. */
export const importMaxPages = 300;
/** All text and images of an export. */
export const exportTextMaxBytes = 48 * 1024 * 1024;
/** The most that one Word file has: pages, their Markdown in bytes, and images. */
export const wordMaxPages = 200;
export const wordTextMaxBytes = 2 * 1024 * 1024;
export const wordMaxImages = 100;
export const wordImagesMaxBytes = 32 * 1024 * 1024;
export const importPathMaxLength = 500;

/** The outcome of a page of an import. `exists`: the same import has created it before. */
export const importOutcomes = ["published", "draft", "exists", "left_out"] as const;

/**
 * The readers of pages whose files do not state any. `importer`: nobody else, apart from the managers of the
 * knowledge base. `everyone`: all readers of the page that the import goes below.
 */
export const importReaders = ["importer", "everyone"] as const;
export type ImportReaders = (typeof importReaders)[number];

/** Facts about a page that its importer should know. */
export const importNotes = [
  "too_long",
  "too_deep",
  "no_title",
  "text_unsafe",
  "needs_approval",
  "readers_unknown",
  "owner_unknown",
] as const;
export type ImportNote = (typeof importNotes)[number];

/** Parts of a Markdown file that a page does not keep as they were, told by their lines. */
export const importLosses = [
  "footnotes",
  "toggles",
  "boxes",
  "html",
  "anchors",
  "link_titles",
  "link_words",
  "links",
  "images",
  "embeds",
  "definitions",
  "properties",
] as const;
export type ImportLoss = (typeof importLosses)[number];
/** Lines that an import names for each kind of loss of a page. */
export const importLossMaxLines = 20;
