import { posix } from "node:path";
import type { FileTarget, ForeignText, Loss } from "../../documents/public.ts";
import { decode } from "./file-links.ts";
import { isImagePath } from "./image-links.ts";

interface TargetPage {
  id: string;
  key: string;
  path: string;
  title: string;
  isLeftOut: boolean;
}

/** Finds the pages and images of an archive that links name, by their paths or by their names. */
export interface TargetFinder {
  pageAt(
    target: Pick<FileTarget, "address" | "isName">,
    from: string,
  ): { id: string; title: string } | undefined;
  imageAt(target: Pick<FileTarget, "address" | "isName">, from: string): string | undefined;
}

const stemOf = (path: string): string => path.replace(/\.(?:md|markdown)$/i, "");

/** Indexes the pages and images of an archive by their paths and names. Pages that are left out cannot be found. */
export function createTargetFinder(
  pages: readonly TargetPage[],
  images: ReadonlyMap<string, unknown>,
): TargetFinder {
  const byPath = new Map<string, TargetPage>();
  const byName = new Map<string, TargetPage>();
  const add = (map: Map<string, TargetPage>, key: string, page: TargetPage) =>
    map.has(key) || map.set(key, page);
  const created = pages.filter(({ isLeftOut }) => !isLeftOut);
  for (const page of created) add(byPath, stemOf(page.path), page);
  for (const page of created) {
    add(byPath, page.key, page);
    // Also by the end of its path, as in `Folder/Page`.
    const parts = page.key.toLowerCase().split("/");
    for (const index of parts.keys()) add(byName, parts.slice(index).join("/"), page);
  }
  for (const page of created) add(byName, page.title.toLowerCase(), page);
  const imageByName = new Map<string, string>();
  for (const path of images.keys()) {
    const parts = path.toLowerCase().split("/");
    for (const index of parts.keys()) {
      const name = parts.slice(index).join("/");
      if (!imageByName.has(name)) imageByName.set(name, path);
    }
  }
  const relative = (address: string, from: string) =>
    posix.normalize(posix.join(posix.dirname(from), decode(address)));
  return {
    pageAt: ({ address, isName }, from) =>
      isName
        ? byName.get(stemOf(address).toLowerCase().normalize("NFC"))
        : byPath.get(stemOf(relative(address, from))),
    imageAt({ address, isName }, from) {
      const path = isName
        ? imageByName.get(address.toLowerCase().normalize("NFC"))
        : relative(address.replace(/[?#].*$/, ""), from);
      return path !== undefined && images.has(path) && isImagePath(path) ? path : undefined;
    },
  };
}

/** Returns the paths of the images of the archive that a text shows, each once. */
export const imagesIn = ({ targets }: ForeignText, from: string, find: TargetFinder): string[] => [
  ...new Set(
    targets.flatMap((target) => (target.kind === "image" ? (find.imageAt(target, from) ?? []) : [])),
  ),
];

/**
 * Replaces the targets of a text with links to pages and files.
 * @param fileOf returns the ID of the stored file of an image, by its path.
 */
export function resolveTargets(
  { markdown, targets, scheme }: ForeignText,
  from: string,
  find: TargetFinder,
  fileOf: (path: string) => string | undefined,
): { text: string; losses: Loss[] } {
  const losses: Loss[] = [];
  const link = new RegExp(`(!?)\\[((?:[^\\]\\\\]|\\\\[^])*)\\]\\(${scheme}:(\\d+)( "\\w+")?\\)`, "g");
  const text = markdown.replace(link, (_whole, _mark: string, words: string, index: string, width = "") => {
    const target = targets[Number(index)];
    if (!target) return words;
    if (target.kind === "image") {
      const path = find.imageAt(target, from);
      const id = path === undefined ? undefined : fileOf(path);
      if (id !== undefined) return `![${words}](file:${id}${width})`;
      losses.push({ kind: "images", line: target.line });
      return words || escaped(posix.basename(decode(target.address)));
    }
    const page = find.pageAt(target, from);
    if (!page) {
      losses.push({ kind: "links", line: target.line });
      return words;
    }
    if (target.words !== "" && target.words.trim().toLowerCase() !== page.title.toLowerCase())
      losses.push({ kind: "link_words", line: target.line });
    return `[article](article:${page.id})`;
  });
  return { text, losses };
}

const escaped = (text: string): string => text.replace(/[\\[\]`*_<>~|]/g, "\\$&");
