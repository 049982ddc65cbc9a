import { AppError } from "../../../platform/app-error.ts";
import { normalizeHtmlPage } from "../../documents/public.ts";
import type { ImportedArticle, ImportedTarget } from "../../knowledge/public.ts";
import { type Archive, UnreadableArchive } from "../archive/open-archive.ts";
import { openParts } from "../archive/open-parts.ts";
import type { SourceReader, SourceRecord, Survey } from "../archive/records.ts";
import { createUnnamedFile } from "../archive/unnamed-file.ts";
import { anchorsOf, keepAnchors } from "../pages/tree-links.ts";
import { unknownPerson } from "../task-words.ts";
import { entitiesPath, readObjects, textOf } from "./read-objects.ts";
import type { SpaceFile, SpacePage } from "./space-files.ts";
import { readIndex, type SpaceIndex } from "./space-index.ts";

/** Reads exports of Confluence's spaces as XML. */
export const confluenceReader: SourceReader = {
  makes: "articles",
  files: [],
  open: openSpace,
  survey,
  readUnit,
};

async function openSpace(archive: Archive): Promise<Archive> {
  const isOfSpace = (path: string) => /(?:^|\/)entities\.xml$/.test(path);
  const parts = await openParts(archive, (paths) =>
    paths.some(isOfSpace) ? [] : paths.filter((path) => !path.includes("/") && /\.zip$/i.test(path)),
  );
  const isTwice = parts.leftOut.some(({ kind, detail }) => kind === "path_in_two_parts" && isOfSpace(detail));
  if (isTwice || parts.paths.filter(isOfSpace).length > 1) {
    await parts.close?.();
    throw new UnreadableArchive(
      "This file has several exports of Confluence. Upload each of them by itself.",
    );
  }
  const opened: Archive = {
    ...parts,
    async close() {
      const reading = await readings.get(opened)?.catch(() => undefined);
      await reading?.bodies.close();
      await parts.close?.();
    },
  };
  return opened;
}

async function survey(archive: Archive, signal: AbortSignal): Promise<Survey> {
  const index = await readIndex(archive, signal);
  const people = [...index.people].map(([key, { name, email, count }]) => ({
    ...{ key: key.slice(0, 200), name, email, isBot: false, recordCount: count },
  }));
  const twice = Map.groupBy(
    index.pages,
    ({ parent, title }) => `${parent?.id ?? ""}\n${title.toLowerCase()}`,
  );
  return {
    people: [
      ...people,
      { key: unknownPerson, name: "Unknown person", email: "", isBot: false, recordCount: 0 },
    ],
    places: index.places.map(({ key, name, count }) => ({
      ...{
        key: key,
        kind: "space" as const,
        name,
        topic: "",
        description: "",
        isArchived: false,
      },
      ...{ creatorKey: null, createdAt: null, memberKeys: [], recordCount: count },
    })),
    units: index.places.flatMap(({ key }) => [
      { placeKeys: [key], paths: [key] },
      { placeKeys: [key], paths: [] },
    ]),
    lines: [
      ...index.lines,
      ...[...twice.values()].flatMap(([, ...others]) =>
        others.map(({ title }) => ({ kind: "page_named_twice", detail: title })),
      ),
    ],
    counts: {
      ...{ people: people.length, spaces: index.places.length, records: index.pages.length },
      files: index.fileCount,
    },
  };
}

/** The texts of pages, in a file on the disk: they come in another order than the pages of a tree. */
interface Bodies {
  /** Returns undefined where the export is damaged. */
  read(pageId: string): Promise<string | undefined>;
  close(): Promise<void>;
}

async function storeBodies(archive: Archive, index: SpaceIndex): Promise<Bodies> {
  const file = await createUnnamedFile();
  const places = new Map<string, { start: number; length: number }>();
  let isDamaged = false;
  try {
    const objects = readObjects(
      textOf(archive, entitiesPath(archive)),
      (name) => name === "BodyContent",
      () => {
        isDamaged = true;
      },
    );
    for await (const { values, named } of objects) {
      const owner = named.get("content") ?? "";
      if (!index.byId.has(owner)) continue;
      // A second body of a page, if the export is damaged, is the newer one.
      const bytes = Buffer.from(values.get("body") ?? "");
      places.set(owner, { start: await file.append(bytes), length: bytes.length });
    }
  } catch (error) {
    try {
      archive.assertWhole();
      // Only damage of the file itself leaves the texts that were read.
      if (places.size === 0 || isOfDisk(error)) throw error;
      isDamaged = true;
    } catch (reason) {
      await file.close();
      throw reason;
    }
  }
  return {
    async read(pageId) {
      const place = places.get(pageId);
      if (!place) return isDamaged ? undefined : "";
      // The end of a section of characters is written with a space.
      return (await file.read(place.start, place.length)).toString("utf8").replaceAll("]] >", "]]>");
    },
    close: () => file.close(),
  };
}

const isOfDisk = (error: unknown): boolean =>
  error instanceof Error && ("syscall" in error || isOfDisk(error.cause));

async function* readUnit(
  archive: Archive,
  { placeKeys }: { placeKeys: string[] },
): ReturnType<SourceReader["readUnit"]> {
  const starting = readings.get(archive) ?? startReading(archive);
  readings.set(archive, starting);
  const reading = await starting;
  for (const page of reading.pages)
    if (placeKeys.includes(page.placeKey)) yield () => readPage(reading, page);
}

/** Shared by all spaces of an archive, until it is closed. */
const readings = new WeakMap<Archive, Promise<Reading>>();

async function startReading(archive: Archive): Promise<Reading> {
  const index = await readIndex(archive);
  const bodies = await storeBodies(archive, index);
  const titles = new Map<string, SpacePage>();
  // Posts and drafts may have the title of a page.
  const rank = ({ isDraft, isBlog }: SpacePage) => (isDraft ? 2 : isBlog ? 1 : 0);
  for (const page of index.pages.toSorted((one, other) => rank(one) - rank(other))) {
    const key = titleKey(page.spaceKey, page.title);
    if (!titles.has(key)) titles.set(key, page);
  }
  const anchorsOn = keepAnchors(async ({ id }: SpacePage) =>
    anchorsOf((await normalizeHtmlPage((await bodies.read(id)) ?? "", "confluence")).markdown),
  );
  const { pages, people, peopleByName } = index;
  const personOf = (name: string) => (people.has(name) ? name : (peopleByName.get(name) ?? name));
  return { pages, bodies, titles, anchorsOn, personOf };
}

const titleKey = (space: string, title: string): string =>
  `${space}\n${title.normalize("NFC").toLowerCase().trim()}`;

interface Reading {
  pages: readonly SpacePage[];
  bodies: Bodies;
  titles: ReadonlyMap<string, SpacePage>;
  anchorsOn: ReturnType<typeof keepAnchors<SpacePage>>;
  /** Returns the key of a person by their key, name or account. */
  personOf(name: string): string;
}

async function readPage(reading: Reading, page: SpacePage): Promise<SourceRecord> {
  const placeKey = page.placeKey;
  try {
    const html = await reading.bodies.read(page.id);
    if (html === undefined) return { placeKey, skipped: "page_unreadable", detail: page.title };
    const read = await normalizeHtmlPage(html, "confluence");
    const notes: ImportedArticle["notes"] = [...read.losses, ...notesOf(page)];
    if (html.trim() === "") notes.push({ kind: "page_without_text", detail: page.title });
    const targets: ImportedTarget[] = [];
    const files = new Map(page.files.map((file) => [file.id, file]));
    for (const target of read.targets) targets.push(await targetOf(reading, page, target, { notes, files }));
    const creator = page.creator || unknownPerson;
    return {
      placeKey,
      article: {
        ...{ key: page.key, parentKey: page.parent?.key ?? null, title: page.title, tags: page.labels },
        text: { markdown: read.markdown, scheme: read.scheme, targets },
        ...{ author: creator, editor: page.modifier || creator, at: page.at, updatedAt: page.updatedAt },
        ...{ isPrivate: page.isPrivate, notes },
        files: [...files.values()].map(({ id, name, path }) => ({ key: id, name, path })),
      },
    };
  } catch (error) {
    if (error instanceof AppError && error.code === "document_too_large")
      return { placeKey, skipped: "page_unreadable", detail: page.title };
    throw error;
  }
}

function notesOf(page: SpacePage): ImportedArticle["notes"] {
  const detail = page.title;
  return [
    ...(page.isUnsure && !page.isRestricted ? [{ kind: "restrictions_unknown", detail }] : []),
    ...(page.isRestricted ? [{ kind: "page_restricted", detail }] : []),
    ...(page.isDraft ? [{ kind: "page_draft", detail }] : []),
    ...(page.isBlog ? [{ kind: "blog_as_page", detail }] : []),
    ...(page.hasMissingParent ? [{ kind: "page_without_parent", detail }] : []),
    ...(page.creator === "" ? [{ kind: "pages_author_unknown" }] : []),
    ...(page.at === null ? [{ kind: "dates_missing" }] : []),
  ];
}

type Found = Awaited<ReturnType<typeof normalizeHtmlPage>>["targets"][number];

async function targetOf(
  { titles, anchorsOn, personOf }: Reading,
  page: SpacePage,
  target: Found,
  { notes, files }: { notes: ImportedArticle["notes"]; files: Map<string, SpaceFile> },
): Promise<ImportedTarget> {
  const { kind, address, words } = target;
  if (kind === "person") return { kind, key: personOf(address).slice(0, 200), words };
  const space = target.space ?? page.spaceKey;
  if (kind === "page") {
    const found = address === "" ? page : titles.get(titleKey(space, address));
    if (!found) return { kind: "none", words: words || address };
    let part: string | undefined;
    // A heading is a link with words: only a mention hides the title of a page from those who may not read it.
    const isHidden = found.isPrivate && !page.isPrivate;
    if (target.part && !isHidden) {
      const anchorOf = await anchorsOn(found);
      part = anchorOf(target.part) ?? anchorOf(withoutTitle(target.part, found.title));
      if (part === undefined) notes.push({ kind: "part_lost", detail: target.part });
    }
    return {
      kind: "page",
      key: found.key,
      title: found.title,
      words: words || (part ? found.title : ""),
      part,
    };
  }
  const owner = target.page ? titles.get(titleKey(space, target.page)) : page;
  const name = address.normalize("NFC").toLowerCase();
  const file = owner?.files.find((one) => one.name.normalize("NFC").toLowerCase() === name);
  if (!file) return { kind: "none", words: words || address };
  // A file of another page is read there, and a picture of it is shown here as well, unless only some people may see it.
  if (owner && owner !== page && (kind === "file" || (owner.isPrivate && !page.isPrivate)))
    return { kind: "page", key: owner.key, title: owner.title, words: words || address };
  files.set(file.id, file);
  return { kind, key: file.id, words: words || address };
}

/** Confluence writes the title of the page before the heading. */
const withoutTitle = (part: string, title: string): string => {
  const before = title.replace(/\s+/g, "");
  return part.startsWith(`${before}-`) ? part.slice(before.length + 1) : part;
};
