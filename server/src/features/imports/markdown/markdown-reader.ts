import { AppError } from "../../../platform/app-error.ts";
import { normalizeMarkdown } from "../../documents/public.ts";
import type { ImportedArticle, ImportedTarget } from "../../knowledge/public.ts";
import { type Archive, UnreadableArchive } from "../archive/open-archive.ts";
import type { SourceReader, SourceRecord, Survey } from "../archive/records.ts";
import { createTreeOf, type PageTree, type TreePage } from "../pages/page-tree.ts";
import { readText } from "../pages/read-text.ts";
import { surveyOf } from "../pages/survey-of.ts";
import { anchorsOf, createLinker, keepAnchors } from "../pages/tree-links.ts";
import { timeOf, unknownPerson } from "../task-words.ts";

/** Reads folders of Markdown files, as Obsidian, Outline, BookStack and Docmost export them. */
export const markdownReader: SourceReader = { makes: "articles", files: [], survey, readUnit };

const isPage = (path: string): boolean => /\.(?:md|markdown)$/i.test(path);
/** Settings and the bin of Obsidian, and facts about an export. */
const isHidden = (path: string): boolean =>
  /(?:^|\/)\.|(?:^|\/)(?:docmost-metadata|metadata)\.json$/i.test(path);

const treeOf = createTreeOf(() => ({ name: "Markdown files", isPage, isHidden, hasFolderPages: true }));

async function survey(archive: Archive, signal: AbortSignal): Promise<Survey> {
  const tree = treeOf(archive);
  if (tree.pages.length === 0) throw new UnreadableArchive("This file has no Markdown files.");
  const people = new Map([[unknownPerson, 0]]);
  for (const page of tree.pages) {
    signal.throwIfAborted();
    const author = page.isFolder ? undefined : frontOf((await readText(archive, page.path)) ?? "").author;
    if (author !== undefined) people.set(author, (people.get(author) ?? 0) + 1);
  }
  return surveyOf(tree, people, []);
}

interface Front {
  title: string;
  tags: string[];
  author?: string;
  at: Date | null;
  updatedAt: Date | null;
  body: string;
}

const block = /^---[ \t]*\n([\s\S]{0,20000}?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/;

/** Pure: what the lines above the text say about a page. */
function frontOf(source: string): Front {
  const [whole = "", said = ""] = block.exec(source) ?? [];
  const lines = said.split("\n");
  const value = (...names: string[]): string => {
    for (const name of names) {
      const line = lines.find((one) => one.toLowerCase().startsWith(`${name}:`));
      const found = line
        ?.slice(name.length + 1)
        .trim()
        .replace(/^(["'])(.*)\1$/, "$2");
      if (found) return found;
    }
    return "";
  };
  const listed = (name: string): string[] => {
    const at = lines.findIndex((line) => line.toLowerCase().startsWith(`${name}:`));
    const given = value(name);
    if (given !== "") return given.replace(/^\[|\]$/g, "").split(",");
    const rest = at < 0 ? [] : lines.slice(at + 1);
    const end = rest.findIndex((line) => !/^\s*-\s/.test(line));
    return rest.slice(0, end < 0 ? rest.length : end).map((line) => line.replace(/^\s*-\s+/, ""));
  };
  const tags = [...listed("tags"), ...listed("tag")].map((tag) => tag.trim().replace(/^["'#]+|["']+$/g, ""));
  const moment = (...names: string[]) => {
    const text = value(...names);
    return text === "" ? null : (timeOf(text) ?? null);
  };
  const author = value("author", "created_by", "creator").slice(0, 100);
  return {
    ...{ title: value("title"), tags: tags.filter(Boolean), body: source.slice(whole.length) },
    ...(author !== "" && { author }),
    at: moment("created", "created_at", "createdat", "date"),
    updatedAt: moment("updated", "updated_at", "updatedat", "modified", "lastmod"),
  };
}

async function* readUnit(
  archive: Archive,
  { placeKeys }: { placeKeys: string[] },
): ReturnType<SourceReader["readUnit"]> {
  const reading = readings.get(archive) ?? startReading(archive);
  readings.set(archive, reading);
  for (const page of reading.tree.pages)
    if (placeKeys.includes(page.placeKey)) yield () => readPage(archive, reading, page);
}

interface Reading {
  tree: PageTree;
  /** Pages and other files by the ends of their paths, as in `Folder/Page`. */
  names: ReadonlyMap<string, TreePage>;
  fileNames: ReadonlyMap<string, string>;
  anchorsOn: ReturnType<typeof keepAnchors<TreePage>>;
}

/** Shared by all units of an archive. */
const readings = new WeakMap<Archive, Reading>();

function startReading(archive: Archive): Reading {
  const tree = treeOf(archive);
  const names = byEnds(tree.pages.map((page) => [page.path.replace(/\.(?:md|markdown)$/i, ""), page]));
  const fileNames = byEnds([...tree.files].map((path) => [path, path]));
  const anchorsOn = keepAnchors(async ({ path }: TreePage) =>
    anchorsOf((await readText(archive, path)) ?? ""),
  );
  return { tree, names, fileNames, anchorsOn };
}

/** Longer ends of paths are found only as whole paths. */
const maxFolders = 5;

/** Pure: those whose paths end with a name: of several, the one with the fewest folders, so that a whole path is exact. */
function byEnds<T>(all: readonly (readonly [path: string, value: T])[]): Map<string, T> {
  const found = new Map<string, T>();
  const depths = Map.groupBy(all, ([path]) => path.split("/").length);
  for (const [path, value] of [...depths]
    .toSorted(([one], [other]) => one - other)
    .flatMap(([, same]) => same)) {
    const lower = path.toLowerCase();
    const parts = lower.split("/").slice(-maxFolders);
    for (const name of [...parts.keys()].map((at) => parts.slice(at).join("/")).concat(lower))
      if (!found.has(name)) found.set(name, value);
  }
  return found;
}

async function readPage(archive: Archive, reading: Reading, page: TreePage): Promise<SourceRecord> {
  const { placeKey } = page;
  const source = page.isFolder ? "" : await readText(archive, page.path);
  if (source === undefined) return { placeKey, skipped: "page_unreadable", detail: page.path };
  try {
    return { placeKey, article: await articleOf(reading, page, source) };
  } catch (error) {
    if (error instanceof AppError && error.code === "document_too_large")
      return { placeKey, skipped: "page_unreadable", detail: page.path };
    throw error;
  }
}

async function articleOf(
  { tree, names, fileNames, anchorsOn }: Reading,
  page: TreePage,
  source: string,
): Promise<ImportedArticle> {
  const front = frontOf(source);
  const heading = /^\s*#[ \t]+([^\n]{1,500})\n?/.exec(front.body);
  const said = heading?.[1]?.replace(/[ \t]#+[ \t]*$/, "").trim() ?? "";
  // A heading that only repeats the title would be there twice.
  const isRepeated = heading !== null && (front.title === "" ? said === page.title : said === front.title);
  const body = isRepeated && heading ? front.body.slice(heading[0].length) : front.body;
  const foreign = await normalizeMarkdown(body, { aimsAll: true });
  const byName = (name: string) =>
    names.get(
      name
        .replace(/\.(?:md|markdown)$/i, "")
        .toLowerCase()
        .normalize("NFC"),
    );
  const linker = createLinker(tree, page);
  const notes: ImportedArticle["notes"] = foreign.losses.map(({ kind }) => ({
    kind: "lost_in_text",
    detail: kind,
  }));
  const targets: ImportedTarget[] = [];
  for (const { kind, address, isName, words } of foreign.targets) {
    const [bare = "", part = ""] = address.split("#");
    const found =
      kind === "image" ? undefined : isName && bare !== "" ? byName(bare) : linker.pageAt(address);
    if (!found) {
      const path = isName ? fileNames.get(bare.toLowerCase().normalize("NFC")) : undefined;
      if (path !== undefined) linker.addFile(path);
      targets.push(
        path === undefined
          ? linker.target(address, words, kind === "image")
          : {
              kind: /\.(?:png|jpe?g|gif|webp|avif)$/i.test(path) ? "image" : "file",
              key: path,
              words: words || bare,
            },
      );
      continue;
    }
    let anchor: string | undefined;
    if (part !== "" && !part.startsWith("^")) anchor = (await anchorsOn(found))(decodePart(part));
    if (part !== "" && anchor === undefined) notes.push({ kind: "part_lost", detail: part });
    targets.push({ kind: "page", key: found.key, title: found.title, words, part: anchor });
  }
  const author = front.author ?? unknownPerson;
  return {
    ...{
      key: page.key,
      parentKey: page.parent?.key ?? null,
      title: front.title || page.title,
      tags: front.tags,
    },
    ...{ text: { markdown: foreign.markdown, scheme: foreign.scheme, targets }, author, editor: author },
    ...{ at: front.at, updatedAt: front.updatedAt, isPrivate: false, files: [...linker.files.values()] },
    notes: [
      ...notes,
      ...(front.author === undefined ? [{ kind: "pages_author_unknown" }] : []),
      ...(front.at === null && front.updatedAt === null ? [{ kind: "dates_missing" }] : []),
    ],
  };
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
