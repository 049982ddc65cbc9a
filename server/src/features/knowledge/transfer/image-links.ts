import { posix } from "node:path";
import { imageWidths } from "@atoll/contract/documents/limits";
import { uuidSource } from "@atoll/contract/uuid";
import type { Database } from "../../../tables.ts";
import { replaceOutsideCode } from "./file-links.ts";

/** Returns whether a path is one of an image that the editor accepts. */
export const isImagePath = (path: string): boolean => /\.(?:png|jpe?g|gif|webp|avif)$/i.test(path);

const storedImage = new RegExp(
  `^!\\[((?:[^\\]\\\\\\n]|\\\\.){0,300})\\]\\(file:(${uuidSource})( "(?:${imageWidths.join("|")})")?\\)\\s*$`,
  "i",
);

/** Returns the IDs of the files of the images in a text, each once. */
function imageIdsIn(markdown: string): string[] {
  const ids = new Set<string>();
  replaceOutsideCode(markdown, (line) => {
    const id = storedImage.exec(line)?.[2];
    if (id !== undefined) ids.add(id.toLowerCase());
    return line;
  });
  return [...ids];
}

/** Finds the images that pages show and that belong to one of them. */
export async function findImages(db: Database, pages: readonly { id: string; body: string }[]) {
  const ids = [...new Set(pages.flatMap(({ body }) => imageIdsIn(body)))];
  if (ids.length === 0) return [];
  return db
    .selectFrom("files")
    .select(["id", "original_name", "bucket", "key", "size_bytes"])
    .where("id", "in", ids)
    .where("subject_kind", "=", "article")
    .where(
      "subject_id",
      "in",
      pages.map(({ id }) => id),
    )
    .where("discarded_at", "is", null)
    .where("preview", "=", "image")
    .orderBy("id")
    .execute();
}

/** Turns images of stored files into images of the archive. */
export function writeImages(
  markdown: string,
  from: string,
  pathOf: (fileId: string) => string | undefined,
): string {
  return replaceOutsideCode(markdown, (line) => {
    const [, alt = "", id = "", width = ""] = storedImage.exec(line) ?? [];
    const path = pathOf(id.toLowerCase());
    return path === undefined ? line : `![${alt}](<${posix.relative(posix.dirname(from), path)}>${width})`;
  });
}
