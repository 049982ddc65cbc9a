import { posix } from "node:path";
import { uuidSource } from "@atoll/contract/uuid";
import { replaceOutsideCode } from "./file-links.ts";

/** Returns whether a path is one of an image that the editor accepts. */
export const isImagePath = (path: string): boolean => /\.(?:png|jpe?g|gif|webp|avif)$/i.test(path);

const storedImage = new RegExp(
  `^!\\[((?:[^\\]\\\\\\n]|\\\\.){0,300})\\]\\(file:(${uuidSource})\\)\\s*$`,
  "i",
);

/** Returns the IDs of the files of the images in a text, each once. */
export function imageIdsIn(markdown: string): string[] {
  const ids = new Set<string>();
  replaceOutsideCode(markdown, (line) => {
    const id = storedImage.exec(line)?.[2];
    if (id !== undefined) ids.add(id.toLowerCase());
    return line;
  });
  return [...ids];
}

/** Turns images of stored files into images of the archive. */
export function writeImages(
  markdown: string,
  from: string,
  pathOf: (fileId: string) => string | undefined,
): string {
  return replaceOutsideCode(markdown, (line) => {
    const [, alt = "", id = ""] = storedImage.exec(line) ?? [];
    const path = pathOf(id.toLowerCase());
    return path === undefined ? line : `![${alt}](<${posix.relative(posix.dirname(from), path)}>)`;
  });
}
