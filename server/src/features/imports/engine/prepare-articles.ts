import { createHash } from "node:crypto";
import { articleBodyMaxLength } from "@atoll/contract/knowledge/limits";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import type { SliceContext } from "../../../slice.ts";
import { checkMarkdown, seed } from "../../documents/public.ts";
import { articleFiles, type ImportedArticle, type ImportedTarget } from "../../knowledge/public.ts";
import type { Archive } from "../archive/open-archive.ts";
import type { SourceRecord } from "../archive/records.ts";
import { findItems, groundOf, isKnown } from "./ground.ts";
import type { ImportRow } from "./import-row.ts";
import { splitMarkdown } from "./split-markdown.ts";
import { storeFile } from "./store-files.ts";

type FileDeps = Pick<SliceContext, "db" | "files">;

/** A page that is ready to be written: its text with links to pages and files of Atoll, in parts of allowed length. */
export interface PreparedArticle {
  id: string;
  isPrivate: boolean;
  parts: { body: string; seeded: Uint8Array | undefined }[];
  fileIds: string[];
  notes: ImportedArticle["notes"];
}

/** By the keys of pages. */
export type PreparedArticles = ReadonlyMap<string, PreparedArticle>;

/** An empty document: a dry run rolls its drafts back. */
const nothing = new Uint8Array([0, 0]);
/** Shorter than a page may be: checking a text can make it longer. */
const partLength = articleBodyMaxLength - 10_000;

/** The same page of the same import always has the same ID, so that pages can name others that come later. */
export function articleIdOf(importId: string, key: string): string {
  const hash = createHash("sha256").update(`${importId}\n${key}`).digest("hex");
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

/** Stores the files of pages, and converts their texts off the main thread, before any transaction. */
export async function prepareArticles(
  deps: FileDeps,
  archive: Archive,
  row: ImportRow,
  records: readonly SourceRecord[],
): Promise<PreparedArticles> {
  const { db } = deps;
  const pages = records.flatMap((record) =>
    "article" in record ? [{ ...record.article, placeKey: record.placeKey }] : [],
  );
  if (pages.length === 0) return new Map();
  const places = await db
    .selectFrom("import_places")
    .select(["key", "outcome", "is_open", "department_id"])
    .where("import_id", "=", row.id)
    .execute();
  const placeOf = new Map(places.map((place) => [place.key, place]));
  const linked = pages.flatMap(({ text }) =>
    text.targets.flatMap((target) => (target.kind === "page" ? target.key : [])),
  );
  const items = await findItems(groundOf(db, row), [...new Set([...pages.map(({ key }) => key), ...linked])]);
  const idOf = (key: string) => items.get(key)?.target_id ?? articleIdOf(row.id, key);
  const people = await findNamed(deps, row, pages);
  const prepared = new Map<string, PreparedArticle>();
  for (const page of pages) {
    const place = placeOf.get(page.placeKey);
    if (!place || place.outcome === "skip" || items.has(page.key) || prepared.has(page.key)) continue;
    const isPrivate = page.isPrivate || !(place.is_open || place.department_id !== null);
    const notes = [...page.notes];
    const note = (kind: string, detail?: string) =>
      notes.push({ kind, ...(detail !== undefined && { detail }) });
    const files = await storePageFiles(deps, archive, row, { page, note });
    const markdown = resolve(page, { idOf, people, files, note });
    const bodies = await checkParts(markdown, note);
    const parts: PreparedArticle["parts"] = [];
    for (const body of bodies) {
      const seeded = isPrivate ? (row.state === "running" ? await seed(body) : nothing) : undefined;
      parts.push({ body, seeded });
    }
    const fileIds = [...files.values()].map(({ id }) => id);
    prepared.set(page.key, { id: articleIdOf(row.id, page.key), isPrivate, parts, fileIds, notes });
  }
  return prepared;
}

type Note = (kind: string, detail?: string) => void;
interface Stored {
  id: string;
  isImage: boolean;
}

const isShownImage = (name: string): boolean => /\.(?:png|jpe?g|gif|webp|avif)$/i.test(name);

async function storePageFiles(
  { db, files }: FileDeps,
  archive: Archive,
  row: ImportRow,
  { page, note }: { page: ImportedArticle; note: Note },
): Promise<Map<string, Stored>> {
  const stored = new Map<string, Stored>();
  for (const { key, name, path } of page.files) {
    const size = path === undefined ? undefined : archive.sizeOf(path);
    if (path === undefined || size === undefined) note("file_lost", name);
    else if (size === 0) note("file_empty", name);
    else if (row.state !== "running")
      stored.set(key, { id: articleIdOf(row.id, `${page.key}#${key}`), isImage: isShownImage(name) });
    else {
      const upload = { ownerId: row.created_by, kind: articleFiles, name, path };
      const file = await storeFile({ db, files }, archive, upload);
      if ("failed" in file) note("file_unkept", `${name}: ${file.failed}`);
      else stored.set(key, file);
    }
  }
  return stored;
}

type Named = ReadonlyMap<string, { name: string; id: string | null }>;

/** Returns the people who are named in texts. Those who are known are mentioned. */
async function findNamed(
  { db }: FileDeps,
  row: ImportRow,
  pages: readonly ImportedArticle[],
): Promise<Named> {
  const keys = pages.flatMap(({ text }) =>
    text.targets.flatMap((target) => (target.kind === "person" ? target.key : [])),
  );
  if (keys.length === 0) return new Map();
  const { rows } = await sql<{ key: string; name: string; id: string | null }>`
    SELECT p.key, coalesce(f.name, p.name) AS name, f.id FROM import_people p
      LEFT JOIN profiles f ON f.id = p.person_id AND ${isKnown}
    WHERE p.import_id = ${row.id} AND p.key = ANY(${keys}::text[])`.execute(db);
  return new Map(rows.map((person) => [person.key, person]));
}

/** Pure: replaces the targets of a text with links to pages and files of Atoll. */
function resolve(
  { text }: ImportedArticle,
  known: { idOf: (key: string) => string; people: Named; files: ReadonlyMap<string, Stored>; note: Note },
): string {
  const { markdown, scheme, targets } = text;
  const link = new RegExp(
    `(?<!\\\\)(!?)\\[((?:[^[\\]\\\\]|\\\\[^])*)\\]\\(${scheme}:(\\d+)( "\\w+")?\\)`,
    "g",
  );
  return markdown.replace(link, (_whole, mark: string, words: string, index: string, width = "") => {
    const target = targets[Number(index)];
    return target ? linkTo(target, { words: mark === "" ? words : "", width }, known) : words;
  });
}

function linkTo(
  target: ImportedTarget,
  { words, width }: { words: string; width: string },
  { idOf, people, files, note }: Parameters<typeof resolve>[1],
): string {
  switch (target.kind) {
    case "page": {
      const id = idOf(target.key);
      const isTitle = target.words === "" || target.words.toLowerCase() === target.title.toLowerCase();
      // The title is shown to those who may read the page.
      if (isTitle && !target.part) return `[article](article:${id})`;
      const part = target.part ? `#${encodeURIComponent(target.part)}` : "";
      return `[${words || escaped(target.title)}](/knowledge-base/articles/${id}${part})`;
    }
    case "file":
    case "image": {
      const file = files.get(target.key);
      if (!file) return words || escaped(target.words);
      if (target.kind === "image" && file.isImage)
        return `![${escaped(target.words)}](file:${file.id}${width})`;
      if (target.kind === "image") note("image_as_file", target.words);
      return words || escaped(target.words);
    }
    case "person": {
      const person = people.get(target.key);
      if (person?.id) return `[person](person:${person.id})`;
      note("person_in_text");
      return escaped(person?.name ?? (target.words || "someone"));
    }
    case "none":
      note("link_lost", target.words);
      return words || escaped(target.words);
  }
}

const escaped = (words: string): string => words.replace(/\s+/g, " ").replace(/[\\[\]`*_<>~|]/g, "\\$&");

/** Checks a text as the editor would write it. One that it cannot have is kept as it is, in code. */
async function checkParts(markdown: string, note: Note): Promise<string[]> {
  const clean = markdown.replaceAll("\0", "").toWellFormed().trim();
  const parts: string[] = [];
  for (const part of splitMarkdown(clean, partLength)) {
    const checked = await checkMarkdown(part).catch((error: unknown) => {
      if (error instanceof AppError && error.code === "document_too_large") return undefined;
      throw error;
    });
    const isWhole =
      checked !== undefined &&
      checked.lost.length === 0 &&
      checked.excess === undefined &&
      checked.markdown.length <= articleBodyMaxLength;
    if (isWhole) parts.push(checked.markdown.trimEnd());
    else {
      note("page_as_code");
      parts.push(`~~~~~~~~\n${part.replaceAll(/^ {0,3}~{8,}/gm, "")}\n~~~~~~~~`);
    }
  }
  return parts;
}
