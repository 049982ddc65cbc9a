import { posix } from "node:path";
import { maxTreeArticles } from "@atoll/contract/knowledge/limits";
import type { Archive } from "../archive/open-archive.ts";
import { hashOf } from "../task-words.ts";

/** A page of an export whose folders are the tree. */
export interface TreePage {
  key: string;
  path: string;
  /** From the name of the file: the page itself may say another one. */
  title: string;
  /** The id that Notion adds to names. */
  id: string;
  parent: TreePage | undefined;
  placeKey: string;
  /** Files that are directly in the folder of the page. */
  files: string[];
  /** A page without a file of its own, for a folder. */
  isFolder: boolean;
}

export interface PageTree {
  /** Parents before their children. */
  pages: TreePage[];
  places: { key: string; name: string; count: number }[];
  children: ReadonlyMap<TreePage | undefined, readonly TreePage[]>;
  byPath: ReadonlyMap<string, TreePage>;
  byId: ReadonlyMap<string, TreePage>;
  /** All files that are no pages. */
  files: ReadonlySet<string>;
  /** Two pages of one place have the same title. */
  namedTwice: string[];
}

interface TreeOptions {
  /** The name of the place where there is only one. */
  name: string;
  isPage(path: string): boolean;
  /** Files that are part of a page, and no attachments. */
  isHidden?(path: string): boolean;
  /** Folders without a page become empty pages. */
  hasFolderPages: boolean;
}

const withoutEnding = (path: string): string => path.replace(/\.[a-z]{2,8}$/i, "");
const idAtEnd = /[ _-]([0-9a-f]{32})(?:_all)?$/i;
/** Notion cuts long names of folders, with a part of the id. */
const shortIdAtEnd = /[ _-]([0-9a-f]{4,31})$/i;

/** The name of a file or folder without the id that Notion adds. */
const nameOfStem = (stem: string): string => stem.replace(idAtEnd, "").trim();

/** Longer keys than the database can find are replaced by a hash. */
const keyOfPath = (path: string): string => `path/${Buffer.byteLength(path) > 600 ? hashOf(path) : path}`;

/** The key of a space, which other administrators see, does not say its name. */
export const spaceKey = (name: string): string => `space:${hashOf(name)}`;

export const { compare } = new Intl.Collator("en", { numeric: true });

/** Returns a function that finds the tree of pages in an archive, once for all that is read from it. */
export function createTreeOf(options: (archive: Archive) => TreeOptions): (archive: Archive) => PageTree {
  const trees = new WeakMap<Archive, PageTree>();
  return (archive) => {
    const tree = trees.get(archive) ?? buildPageTree(archive.paths, options(archive));
    trees.set(archive, tree);
    return tree;
  };
}

/** Pure: finds the tree of pages in paths. The work is linear in their number, but for sorting. */
function buildPageTree(paths: readonly string[], options: TreeOptions): PageTree {
  const prefix = commonFolder(paths.filter(options.isPage));
  const pages = new Map<string, TreePage>();
  const files = new Set<string>();
  // In order of their characters: comparing hundreds of thousands as people sort them takes seconds.
  for (const path of paths.toSorted()) {
    if (options.isHidden?.(path)) continue;
    if (!options.isPage(path)) {
      files.add(path);
      continue;
    }
    const stem = withoutEnding(path);
    const folderPage =
      options.hasFolderPages && /(?:^|\/)(?:readme|index)$/i.test(stem) && stem.length > prefix.length + 6;
    const folder = posix.dirname(stem);
    // A folder that already has a page keeps both, and so do files whose names differ only in their endings.
    const own = folderPage && !pages.has(folder) ? folder : stem.replace(/([0-9a-f]{32})_all$/i, "$1");
    const place = pages.has(own) ? path : own;
    const name = posix.basename(place);
    const id = idAtEnd.exec(name)?.[1]?.toLowerCase() ?? "";
    pages.set(place, {
      ...{
        key: id === "" ? keyOfPath(path.slice(prefix.length)) : `page/${id}`,
        path,
        id,
        title: nameOfStem(name),
      },
      ...{ parent: undefined, placeKey: "", files: [], isFolder: false },
    });
  }
  const similar = createFinder(pages);
  const pageOfFolder = new Map<string, TreePage | undefined>();
  const findFolder = (folder: string): TreePage | undefined => {
    if (folder.length <= prefix.length || folder === ".") return undefined;
    if (pageOfFolder.has(folder)) return pageOfFolder.get(folder);
    const found = pages.get(folder) ?? similar(folder) ?? makeFolder(folder);
    pageOfFolder.set(folder, found);
    return found;
  };
  const spaces = spacesOf(pages, prefix);
  function makeFolder(folder: string): TreePage | undefined {
    const above = () => findFolder(posix.dirname(folder));
    if (!options.hasFolderPages || spaces.has(folder)) return above();
    const page: TreePage = {
      ...{
        key: keyOfPath(`${folder.slice(prefix.length)}/`),
        path: folder,
        id: "",
        title: posix.basename(folder),
      },
      ...{ parent: undefined, placeKey: "", files: [], isFolder: true },
    };
    pages.set(folder, page);
    page.parent = above();
    return page;
  }
  for (const [place, page] of [...pages]) {
    const parent = findFolder(posix.dirname(place));
    page.parent = parent === page ? undefined : parent;
  }
  breakCircles(pages.values());
  for (const path of files) pageOfFolderOrUndefined(path)?.files.push(path);
  function pageOfFolderOrUndefined(path: string): TreePage | undefined {
    const folder = posix.dirname(path);
    return pages.get(folder) ?? (folder.length > prefix.length ? similar(folder) : undefined);
  }
  return arrange([...pages.values()], { files, spaces, prefix, name: options.name });
}

/** So many characters of a name are kept where Notion cuts it. */
const headLength = 20;
const maxAlike = 100;

/** Finds the page of a folder, whose name is cut or lacks the whole id, without looking at all pages around it. */
function createFinder(pages: ReadonlyMap<string, TreePage>): (folder: string) => TreePage | undefined {
  const byName = new Map<string, TreePage[]>();
  const add = (name: string, page: TreePage) => {
    const alike = byName.get(name);
    if (!alike) byName.set(name, [page]);
    else if (alike.length < maxAlike) alike.push(page);
  };
  for (const [place, page] of pages) {
    const around = posix.dirname(place);
    add(`${around}/${page.title}`, page);
    if (page.title.length >= headLength) add(`${around}//${page.title.slice(0, headLength)}`, page);
  }
  const known = new Map<string, TreePage | undefined>();
  const find = (folder: string): TreePage | undefined => {
    const name = posix.basename(folder).trim();
    const around = posix.dirname(folder);
    const short = shortIdAtEnd.exec(name)?.[1]?.toLowerCase() ?? "";
    const bare = (
      idAtEnd.test(name) ? nameOfStem(name) : short === "" ? name : name.replace(shortIdAtEnd, "")
    ).trim();
    const cut =
      bare.length >= headLength ? (byName.get(`${around}//${bare.slice(0, headLength)}`) ?? []) : [];
    const isOfId = ({ id }: TreePage) => short === "" || id.startsWith(short) || id.endsWith(short);
    const fits = new Set([
      ...(byName.get(`${around}/${name}`) ?? []),
      ...(byName.get(`${around}/${bare}`) ?? []).filter(isOfId),
      ...cut.filter((page) => page.title.startsWith(bare) && isOfId(page)),
    ]);
    return fits.size === 1 ? [...fits][0] : undefined;
  };
  return (folder) => {
    if (!known.has(folder)) known.set(folder, find(folder));
    return known.get(folder);
  };
}

function breakCircles(pages: Iterable<TreePage>): void {
  for (const page of pages) {
    const seen = new Set([page]);
    for (let at = page; at.parent; at = at.parent) {
      if (seen.has(at.parent)) {
        at.parent = undefined;
        break;
      }
      seen.add(at.parent);
    }
  }
}

/** A folder that holds everything, such as the one that was zipped. */
function commonFolder(paths: readonly string[]): string {
  let folder = "";
  for (;;) {
    const [first = ""] = paths;
    const next = first.slice(0, first.indexOf("/", folder.length) + 1);
    if (next.length <= folder.length || !paths.every((path) => path.startsWith(next))) return folder;
    // The folder of a page is no folder around it.
    if (paths.some((path) => withoutEnding(path) === next.slice(0, -1))) return folder;
    folder = next;
  }
}

/** The folders at the top, if everything is in one of several: the spaces, collections or books of the export. */
function spacesOf(pages: ReadonlyMap<string, TreePage>, prefix: string): Set<string> {
  const tops = new Set<string>();
  for (const place of pages.keys()) {
    const rest = place.slice(prefix.length);
    const end = rest.indexOf("/");
    if (end < 0) return new Set();
    tops.add(prefix + rest.slice(0, end));
  }
  return tops.size > 1 && tops.size <= 500 ? tops : new Set();
}

function arrange(
  all: readonly TreePage[],
  { files, spaces, prefix, name }: { files: Set<string>; spaces: Set<string>; prefix: string; name: string },
): PageTree {
  const children = Map.groupBy(all, ({ parent }) => parent);
  const pages: TreePage[] = [];
  const namedTwice: string[] = [];
  const waiting: TreePage[] = [];
  const add = (parent: TreePage | undefined) => {
    const around = children.get(parent) ?? [];
    // Beyond what a tree shows, the usual order takes too long.
    const below =
      around.length > maxTreeArticles
        ? around.toSorted((one, other) => (one.title < other.title ? -1 : 1))
        : around.toSorted((one, other) => compare(one.title, other.title));
    children.set(parent, below);
    for (const [index, page] of below.entries())
      if (page.title === below[index - 1]?.title) namedTwice.push(page.title);
    for (const page of below.toReversed()) waiting.push(page);
  };
  add(undefined);
  const places = new Map<string, { key: string; name: string; count: number }>();
  for (let page = waiting.pop(); page; page = waiting.pop()) {
    const rest = page.path.slice(prefix.length);
    const top = prefix + rest.slice(0, Math.max(0, rest.indexOf("/")));
    const space = spaces.has(top) ? posix.basename(top) : name;
    page.placeKey = page.parent?.placeKey ?? spaceKey(space);
    const place = places.get(page.placeKey) ?? { key: page.placeKey, name: space, count: 0 };
    place.count += 1;
    places.set(page.placeKey, place);
    pages.push(page);
    add(page);
  }
  return {
    ...{ pages, files, children, namedTwice },
    places: [...places.values()].toSorted((one, other) => compare(one.name, other.name)),
    byPath: new Map(all.map((page) => [page.path, page])),
    byId: new Map(all.flatMap((page) => (page.id === "" ? [] : [[page.id, page] as const]))),
  };
}
