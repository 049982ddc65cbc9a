import { posix } from "node:path";
import { readOutline } from "@atoll/contract/knowledge/outline";
import type { ImportedArticleFile, ImportedTarget } from "../../knowledge/public.ts";
import type { PageTree, TreePage } from "./page-tree.ts";

export function decodeAddress(address: string): string {
  try {
    return decodeURIComponent(address).normalize("NFC");
  } catch {
    return address.normalize("NFC");
  }
}

const squash = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, "");

/** The anchor of the heading with this text. Products leave out spaces and signs in different ways. */
export function anchorIn(markdown: string, heading: string): string | undefined {
  const wanted = squash(heading);
  if (wanted === "") return undefined;
  return readOutline(markdown).headings.find(({ text }) => squash(text) === wanted)?.anchor;
}

/** Finds pages and files by addresses that are relative to a page, and collects the files that it uses. */
export function createLinker(
  tree: PageTree,
  page: TreePage,
  byName?: (name: string) => TreePage | undefined,
) {
  const files = new Map<string, ImportedArticleFile>();
  const add = (path: string): string => {
    files.set(path, { key: path, name: decodeAddress(posix.basename(path)), path });
    return path;
  };
  for (const path of page.files) add(path);
  const filesByName = new Map<string, string>();
  const relative = (address: string) =>
    posix.normalize(posix.join(posix.dirname(page.path), decodeAddress(address)));
  const fileAt = (address: string): string | undefined => {
    const [bare = ""] = address.split(/[?#]/);
    for (const path of [
      relative(address),
      relative(bare),
      posix.normalize(posix.join(posix.dirname(page.path), bare)),
    ])
      if (tree.files.has(path)) return path;
    if (filesByName.size === 0)
      for (const path of page.files) filesByName.set(decodeAddress(posix.basename(path)), path);
    return filesByName.get(decodeAddress(posix.basename(bare)));
  };
  const pageAt = (address: string): TreePage | undefined => {
    const [bare = ""] = address.split(/[?#]/);
    if (bare === "") return page;
    const path = relative(bare);
    const id = /([0-9a-f]{32})(?:_all)?(?:\.[a-z]{2,8})?$/i.exec(path)?.[1]?.toLowerCase();
    return tree.byPath.get(path) ?? (id === undefined ? undefined : tree.byId.get(id)) ?? byName?.(path);
  };
  return {
    files,
    pageAt,
    /** The target of an address, with the words of its link. */
    target(address: string, words: string, isImage: boolean): ImportedTarget {
      const found = isImage ? undefined : pageAt(address);
      if (found) return { kind: "page", key: found.key, title: found.title, words };
      const path = fileAt(address);
      if (path === undefined) return { kind: "none", words: words || decodeAddress(posix.basename(address)) };
      const isShown = isImage || /\.(?:png|jpe?g|gif|webp|avif)$/i.test(path);
      return { kind: isShown ? "image" : "file", key: add(path), words: words || posix.basename(path) };
    },
    addFile: add,
  };
}
