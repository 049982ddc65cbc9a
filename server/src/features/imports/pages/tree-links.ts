import { posix } from "node:path";
import { readOutline } from "@atoll/contract/knowledge/outline";
import { AppError } from "../../../platform/app-error.ts";
import type { ImportedArticleFile, ImportedTarget } from "../../knowledge/public.ts";
import { compare, type PageTree, type TreePage } from "./page-tree.ts";

function decodeAddress(address: string): string {
  try {
    return decodeURIComponent(address).normalize("NFC");
  } catch {
    return address.normalize("NFC");
  }
}

const squash = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, "");

/** The anchors of a page by their headings. Products leave out spaces and signs in different ways. */
type Anchors = (heading: string) => string | undefined;

/** Pure: reads the headings of a text. */
export function anchorsOf(markdown: string): Anchors {
  const anchors = new Map<string, string>();
  for (const { text, anchor } of readOutline(markdown).headings) {
    const key = squash(text);
    if (key !== "" && !anchors.has(key)) anchors.set(key, anchor);
  }
  return (heading) => anchors.get(squash(heading));
}

const keptPages = 500;

function noneIfTooLarge(error: unknown): Anchors {
  if (error instanceof AppError && error.code === "document_too_large") return () => undefined;
  throw error;
}

/**
 * Returns a function that reads the anchors of pages, and keeps them: many links lead to headings of the same page. A
 * page that is too large has none.
 */
export function keepAnchors<Page>(read: (page: Page) => Promise<Anchors>): (page: Page) => Promise<Anchors> {
  const kept = new Map<Page, Promise<Anchors>>();
  return (page) => {
    const anchors = kept.get(page) ?? read(page).catch(noneIfTooLarge);
    // The one that was used last is at the end.
    kept.delete(page);
    kept.set(page, anchors);
    const [oldest] = kept.keys();
    if (kept.size > keptPages && oldest !== undefined) kept.delete(oldest);
    return anchors;
  };
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
  for (const path of page.files.toSorted(compare)) add(path);
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
