import { AppError } from "../../../platform/app-error.ts";
import { normalizeHtmlPage, normalizeMarkdown } from "../../documents/public.ts";
import type { ImportedArticle, ImportedTarget } from "../../knowledge/public.ts";
import { type Archive, UnreadableArchive } from "../archive/open-archive.ts";
import { openParts } from "../archive/open-parts.ts";
import type { FoundLine, SourceReader, SourceRecord, Survey } from "../archive/records.ts";
import { createTreeOf, type PageTree, type TreePage } from "../pages/page-tree.ts";
import { readText } from "../pages/read-text.ts";
import { surveyOf } from "../pages/survey-of.ts";
import { anchorsOf, createLinker, keepAnchors } from "../pages/tree-links.ts";
import { unknownPerson } from "../task-words.ts";
import { readDatabase } from "./database.ts";
import { factsOf, type ReadPage, textOfProperties } from "./properties.ts";

/** Reads exports of Notion: HTML, or Markdown with CSV. */
export const notionReader: SourceReader = {
  makes: "articles",
  files: [],
  open: openExport,
  survey,
  readUnit,
};

async function openExport(archive: Archive): Promise<Archive> {
  const numbers = new Set(partsIn(archive.paths).map(numberOf));
  const missing = Array.from({ length: Math.max(0, ...numbers) }, (_, at) => at + 1).filter(
    (number) => !numbers.has(number),
  );
  const opened = await openParts(archive, partsIn);
  const lines = missing.map((number) => ({ kind: "part_of_export_missing", detail: `Part ${number}` }));
  return { ...opened, leftOut: [...opened.leftOut, ...lines] };
}

const partName = /(?:^|[-_ ])part[-_ ]?(\d{1,4})\.zip$/i;

/** The parts of an export are zip files at its top. One in the folder of a page is an attachment. */
function partsIn(paths: readonly string[]): string[] {
  const isPage = (path: string) => /\.(?:html?|md|csv)$/i.test(path);
  const zips = paths.filter((path) => !path.includes("/") && /\.zip$/i.test(path));
  const named = zips.filter((path) => partName.test(path) || /^export-/i.test(path));
  return (named.length > 0 ? named : paths.some(isPage) ? [] : zips).toSorted(
    (one, other) => numberOf(one) - numberOf(other),
  );
}

const numberOf = (path: string): number => Number(partName.exec(path)?.[1] ?? 0);

const isPage = (path: string): boolean =>
  /\.(?:html|md)$/i.test(path) || (/\.csv$/i.test(path) && /[0-9a-f]{32}(?:_all)?\.csv$/i.test(path));

const treeOf = createTreeOf(({ paths }) => {
  const known = new Set(paths);
  return {
    ...{ name: "Notion", isPage, hasFolderPages: false },
    isHidden: (path: string) =>
      // A list of the export, the table of a database that has a page, and the table of one view of it.
      /(?:^|\/)index\.html$/i.test(path) ||
      (/\.csv$/i.test(path) &&
        (known.has(path.replace(/(?:_all)?\.csv$/i, ".html")) ||
          known.has(path.replace(/\.csv$/i, "_all.csv")))),
  };
});

async function survey(archive: Archive, signal: AbortSignal): Promise<Survey> {
  const tree = treeOf(archive);
  if (tree.pages.length === 0)
    throw new UnreadableArchive(
      "This file has no pages of Notion. Export them as HTML, or as Markdown & CSV.",
    );
  const lines: FoundLine[] = [];
  const people = new Map([[unknownPerson, 0]]);
  for (const page of tree.pages) {
    signal.throwIfAborted();
    if (!page.path.endsWith(".html")) continue;
    const html = await readText(archive, page.path);
    if (html === undefined) continue;
    // Only the values above the text name people.
    const head = html.slice(0, 200_000);
    for (const { name } of peopleIn(head)) people.set(name, (people.get(name) ?? 0) + 1);
  }
  const databases = tree.pages.filter(({ path }) => path.endsWith(".csv")).length;
  if (databases > 0) lines.push({ kind: "database_as_pages", count: databases });
  for (const path of archive.paths)
    if (/\.zip$/i.test(path)) lines.push({ kind: "zip_kept_closed", detail: path });
  return surveyOf(tree, people, lines);
}

const personRow = /property-row-(?:created_by|last_edited_by)[\s\S]{0,2000}?<\/tr>/g;

function* peopleIn(html: string): Generator<{ name: string }> {
  for (const [row] of html.matchAll(personRow)) {
    const name = row
      .replace(/<th>[\s\S]*?<\/th>/, "")
      .replace(/^[^>]*>|<[^>]*>/g, "")
      .trim();
    if (name !== "") yield { name: name.slice(0, 100) };
  }
}

async function* readUnit(
  archive: Archive,
  { placeKeys }: { placeKeys: string[] },
): ReturnType<SourceReader["readUnit"]> {
  const reading = {
    ...{ archive, tree: treeOf(archive) },
    anchorsOn: keepAnchors((page: TreePage) => readAnchors(archive, page)),
  };
  for (const page of reading.tree.pages)
    if (placeKeys.includes(page.placeKey)) yield () => readPage(reading, page);
}

interface Reading {
  archive: Archive;
  tree: PageTree;
  anchorsOn: ReturnType<typeof keepAnchors<TreePage>>;
}

async function readPage(reading: Reading, page: TreePage): Promise<SourceRecord> {
  const { archive, tree } = reading;
  const { placeKey } = page;
  const unreadable = { placeKey, skipped: "page_unreadable", detail: page.path };
  const source = await readText(archive, page.path);
  if (source === undefined) return unreadable;
  try {
    const read = page.path.endsWith(".csv")
      ? await readDatabase(source, page, tree)
      : /\.html$/i.test(page.path)
        ? await readHtmlPage(reading, page, source)
        : await readMarkdownPage(tree, page, source);
    return { placeKey, article: articleOf(page, read) };
  } catch (error) {
    if (error instanceof AppError && error.code === "document_too_large") return unreadable;
    throw error;
  }
}

function articleOf(page: TreePage, { title, text, facts, files, notes }: ReadPage): ImportedArticle {
  const author = facts.author ?? unknownPerson;
  return {
    ...{ key: page.key, parentKey: page.parent?.key ?? null, title: title || page.title, text, files },
    ...{ tags: facts.tags, author, editor: facts.editor ?? author, at: facts.at, updatedAt: facts.updatedAt },
    isPrivate: false,
    notes: [
      ...notes,
      ...(facts.author === undefined ? [{ kind: "pages_author_unknown" }] : []),
      ...(facts.at === null && facts.updatedAt === null ? [{ kind: "dates_missing" }] : []),
    ],
  };
}

async function readHtmlPage({ tree, anchorsOn }: Reading, page: TreePage, html: string): Promise<ReadPage> {
  const read = await normalizeHtmlPage(html, "notion");
  const linker = createLinker(tree, page);
  const targets: ImportedTarget[] = [];
  const notes: ImportedArticle["notes"] = [...read.losses];
  for (const { kind, address, words } of read.targets) {
    const target = linker.target(address, words, kind === "image");
    const part = /#(.+)$/.exec(address)?.[1];
    if (target.kind === "page" && part) {
      const anchor = (await anchorsOn(linker.pageAt(address) ?? page))(part);
      if (anchor === undefined) notes.push({ kind: "part_lost", detail: words });
      targets.push({ ...target, part: anchor });
    } else targets.push(target);
  }
  const facts = factsOf(read.properties);
  const body = linkOwnAddresses(read.markdown, read.scheme, tree, targets);
  const markdown = [textOfProperties(facts.rest), body].filter(Boolean).join("\n\n");
  return {
    ...{ title: read.title, text: { markdown, scheme: read.scheme, targets }, facts, notes },
    files: [...linker.files.values()],
  };
}

const withoutHyphens = (id: string): string => id.replaceAll("-", "").toLowerCase();

/** Reads the anchors of a page by the ids of the blocks that its headings are. */
async function readAnchors(archive: Archive, { path }: TreePage) {
  const html = /\.html$/i.test(path) ? await readText(archive, path) : undefined;
  if (html === undefined) return () => undefined;
  const { headings, markdown } = await normalizeHtmlPage(html, "notion");
  const anchorOf = anchorsOf(markdown);
  const anchors = new Map(headings.map(({ id, text }) => [withoutHyphens(id), anchorOf(text)]));
  return (id: string) => anchors.get(withoutHyphens(id));
}

const ownAddress =
  /\]\(<?https:\/\/(?:www\.)?notion\.so\/[^\s()<>]{0,300}?([0-9a-f]{32})(?:[?#][^\s()<>]{0,300})?>?\)/gi;

/** Addresses of Notion that name a page of the export lead to that page. */
function linkOwnAddresses(
  markdown: string,
  scheme: string,
  tree: PageTree,
  targets: ImportedTarget[],
): string {
  return markdown.replace(ownAddress, (link, id: string) => {
    const found = tree.byId.get(id.toLowerCase());
    if (!found) return link;
    const { key, title } = found;
    return `](${scheme}:${targets.push({ kind: "page", key, title, words: "" }) - 1})`;
  });
}

const property = /^([^\n:#|[\]`*>-][^\n:]{0,80}): (.{1,2000})$/;

async function readMarkdownPage(tree: PageTree, page: TreePage, source: string): Promise<ReadPage> {
  const [, title = "", rest = source] = /^\s*# ([^\n]*)\n?([\s\S]*)$/.exec(source) ?? [];
  const lines = rest.trimStart().split("\n");
  const end = lines.findIndex((line) => !property.test(line));
  const said = lines.slice(0, end < 0 ? lines.length : end);
  // Values stand apart from the text by an empty line.
  const isSaid = said.length > 0 && (end < 0 || lines[end]?.trim() === "");
  const facts = factsOf(
    (isSaid ? said : []).flatMap((line) => {
      const [, name = "", value = ""] = property.exec(line) ?? [];
      return name === "" ? [] : [{ name: name.trim(), kind: "", value: value.trim() }];
    }),
  );
  const body = isSaid ? lines.slice(said.length).join("\n") : rest;
  const foreign = await normalizeMarkdown(body, { aimsAll: true });
  const linker = createLinker(tree, page);
  const targets = foreign.targets.map(({ kind, address, words }) =>
    linker.target(address, words, kind === "image"),
  );
  const linked = linkOwnAddresses(foreign.markdown, foreign.scheme, tree, targets);
  return {
    ...{ title: title.trim(), facts, files: [...linker.files.values()] },
    text: {
      ...{ scheme: foreign.scheme, targets },
      markdown: [textOfProperties(facts.rest), linked].filter(Boolean).join("\n\n"),
    },
    notes: foreign.losses.map(({ kind }) => ({ kind: "lost_in_text", detail: kind })),
  };
}
