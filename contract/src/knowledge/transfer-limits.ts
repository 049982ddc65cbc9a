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
export const importPathMaxLength = 500;

/** The outcome of a page of an import. `exists`: the same import has created it before. */
export const importOutcomes = ["published", "draft", "exists", "left_out"] as const;

/** Facts about a page that its importer should know. */
export const importNotes = [
  "too_long",
  "too_deep",
  "no_title",
  "text_unsafe",
  "formatting_changed",
  "images_left_out",
  "links_left",
  "needs_approval",
  "readers_unknown",
  "owner_unknown",
] as const;
export type ImportNote = (typeof importNotes)[number];
