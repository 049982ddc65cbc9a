import { posix } from "node:path";
import { decode, replaceOutsideCode } from "./file-links.ts";

/** The kinds of images that the editor takes. */
export const isImagePath = (path: string): boolean => /\.(?:png|jpe?g|gif|webp|avif)$/i.test(path);

/** An image in a line of its own: `![words](plan.png)`, `![words](<a plan.png> "Title")`. */
const imageLine =
  /^ {0,3}!\[((?:[^\]\\\n]|\\.){0,300})\]\((?:<([^<>\n]{1,500})>|([^\s()<>]{1,500}))(?:\s+"[^"\n]{0,300}")?\)\s*$/;
const storedImage = /^!\[((?:[^\]\\\n]|\\.){0,300})\]\(file:([0-9a-f-]{36})\)\s*$/i;

/**
 * Turns images of the archive into images of files. Only those in lines of their own: a page has no others.
 * @param from path of the file that has the text.
 * @param idOf the id of the file of an image in the archive; undefined leaves the image as it is.
 */
export function linkImages(
  markdown: string,
  from: string,
  idOf: (path: string) => string | undefined,
): string {
  return replaceOutsideCode(markdown, (line) => {
    const [, alt = "", angled, bare] = imageLine.exec(line) ?? [];
    const address = angled ?? bare;
    if (address === undefined || /^[a-z][a-z0-9+.-]*:/i.test(address)) return line;
    const id = idOf(posix.normalize(posix.join(posix.dirname(from), decode(address))));
    return id === undefined ? line : `![${alt}](file:${id})`;
  });
}

/** The files of the images in a text, each once. */
export function imageIdsIn(markdown: string): string[] {
  const ids = new Set<string>();
  replaceOutsideCode(markdown, (line) => {
    const id = storedImage.exec(line)?.[2];
    if (id !== undefined) ids.add(id.toLowerCase());
    return line;
  });
  return [...ids];
}

/** The other direction: images of files become images of the archive. */
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
