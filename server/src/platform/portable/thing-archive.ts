import { extname } from "node:path";
import type { ExportedKind } from "@atoll/contract/personal-data/schemas";
import { escapeHtml } from "@atoll/contract/text/escape-html";
import { fileNameOf } from "@atoll/contract/text/file-name";
import { type QueryExecutorProvider, type RawBuilder, sql } from "kysely";
import type { Act } from "../audit.ts";
import type { FilePlace } from "../files/file-storage.ts";
import type { Measured } from "../files/measured-copy.ts";
import { type Receiving, receiveFile } from "../files/receive-file.ts";
import type { AddEntry } from "../files/write-zip.ts";
import { shareLoop } from "../turns/share-loop.ts";
import { pageEnd, pageStart } from "./archive-pages.ts";
import { measuring } from "./write-archive.ts";

/** A file that belongs into an archive. */
export interface FileOfThing {
  id: string;
  original_name: string;
  bucket: string;
  key: string;
  sha256: string | null;
  /** The ID of the message, task or the like that it is attached to. */
  subject_id: string | null;
}

/** The content of an archive, as in its manifest. */
export interface ArchivedParts {
  rows: number;
  files: number;
  parts: ({ path: string } & Measured)[];
  /** Files that are not in storage, or not as they were uploaded. The first thousand. */
  problems: { path: string; problem: "missing" | "changed" }[];
  problemCount: number;
}

/** A page of an archive, to read. */
export interface ArchivedPage {
  path: string;
  title: string;
  count: number;
}

interface PagedItems<Item> {
  /** The beginning of the titles of all pages. */
  title: string;
  batches: AsyncGenerator<Item[]>;
  /** Items of different groups are on different pages. It is in the names of the files: letters, digits and dashes. */
  groupOf: (item: Item) => string;
  /** Renders an item as HTML. */
  render: (item: Item) => AsyncIterable<string> | Iterable<string>;
}

/** An archive of one thing, to which its kind adds entries one after the other. */
export type ThingArchive = ReturnType<typeof createThingArchive>;

interface ThingSources extends Receiving {
  /** A transaction that sees one state of all tables. */
  snapshot: QueryExecutorProvider;
  add: AddEntry;
  /** Called at least with every few hundred rows, and with each file. An error ends the archive. */
  onProgress: (done: { rows: number; files: number; problems: number }) => Promise<void>;
}

const mostNamedProblems = 1_000;
const rowsAtOnce = 200;
const itemsPerPage = 1_000;

/** Creates an archive of one thing in a zip file. Only a few rows are in memory at once. */
export function createThingArchive({ snapshot, add, onProgress, ...receiving }: ThingSources) {
  const done: ArchivedParts = { rows: 0, files: 0, parts: [], problems: [], problemCount: 0 };
  const noteProgress = () => onProgress({ rows: done.rows, files: done.files, problems: done.problemCount });
  const lost = new Set<string>();
  let cursors = 0;

  /** Adds a file of text, with its hash in the manifest. */
  async function addText(path: string, chunks: AsyncIterable<string> | Iterable<string>): Promise<void> {
    const pause = shareLoop();
    const content = measuring(
      (async function* () {
        for await (const chunk of chunks) {
          if (chunk !== "") yield Buffer.from(chunk);
          await pause();
        }
      })(),
    );
    await add(path, content.stream);
    done.parts.push({ path, ...content.measured() });
    await noteProgress();
  }

  return {
    done,
    snapshot,
    addText,

    /** Reads rows through a cursor, a few at a time. */
    async *read<Row>(query: RawBuilder<unknown>): AsyncGenerator<Row[]> {
      cursors += 1;
      const name = sql.raw(`thing_rows_${cursors}`);
      await sql`DECLARE ${name} NO SCROLL CURSOR FOR ${query}`.execute(snapshot);
      const pause = shareLoop();
      for (;;) {
        const { rows } = await sql<Row>`FETCH ${sql.lit(rowsAtOnce)} FROM ${name}`.execute(snapshot);
        if (rows.length > 0) yield rows;
        if (rows.length < rowsAtOnce) break;
        await noteProgress();
        await pause();
      }
      await sql`CLOSE ${name}`.execute(snapshot);
    },

    /** Adds a file of JSON lines. @returns how many. */
    async addLines(path: string, batches: AsyncIterable<readonly object[]>): Promise<number> {
      const before = done.rows;
      async function* lines() {
        for await (const batch of batches) {
          done.rows += batch.length;
          await noteProgress();
          yield batch.map((row) => `${JSON.stringify(row)}\n`).join("");
        }
      }
      await addText(path, lines());
      return done.rows - before;
    },

    /** Adds a page to read. Its parts are HTML. */
    addPage(path: string, title: string, parts: AsyncIterable<string> | Iterable<string>): Promise<void> {
      return addText(path, pageOf(title, parts));
    },

    /** Adds pages to read, with at most a thousand items each, in their order. */
    async addPages<Item extends object>({
      title,
      batches,
      groupOf,
      render,
    }: PagedItems<Item>): Promise<ArchivedPage[]> {
      const pages: ArchivedPage[] = [];
      const numbers = new Map<string, number>();
      let rest: Item[] = [];
      /** The next item, which stays until it is on a page. */
      async function peek(): Promise<Item | undefined> {
        if (rest.length === 0) {
          const next = await batches.next();
          if (!next.done) rest = next.value.toReversed();
        }
        return rest.at(-1);
      }
      for (let first = await peek(); first; first = await peek()) {
        const group = groupOf(first);
        const number = (numbers.get(group) ?? 0) + 1;
        numbers.set(group, number);
        const name = `${group}${number > 1 ? `-${number}` : ""}`;
        const page: ArchivedPage = { path: `pages/${name}.html`, title: name, count: 0 };
        async function* items() {
          yield '<p><a href="../index.html">Contents</a></p>\n';
          for (
            let next = await peek();
            next && groupOf(next) === group && page.count < itemsPerPage;
            next = await peek()
          ) {
            yield* render(next);
            rest.pop();
            page.count += 1;
          }
        }
        await addText(page.path, pageOf(`${title}, ${name}`, items()));
        pages.push(page);
      }
      return pages;
    },

    /** Adds uploaded files below `files/`, with a list of them. Pages that link to them come after. */
    async addFiles(batches: AsyncIterable<readonly FileOfThing[]>): Promise<void> {
      const list: Buffer[] = [];
      for await (const batch of batches)
        for (const file of batch) {
          const path = filePathOf(file);
          const place: FilePlace = { bucket: file.bucket, key: file.key };
          const received = await receiveFile(receiving, place, file.sha256 ?? undefined);
          const isChanged =
            typeof received !== "string" && file.sha256 !== null && received.sha256 !== file.sha256;
          if (typeof received === "string" || isChanged) {
            done.problemCount += 1;
            const problem = typeof received === "string" ? received : "changed";
            if (done.problems.length < mostNamedProblems) done.problems.push({ path, problem });
          }
          if (typeof received === "string") {
            lost.add(file.id);
            continue;
          }
          const { sizeBytes, sha256, open, discard } = received;
          try {
            await add(path, open(), true);
          } finally {
            await discard();
          }
          const line = { path, name: file.original_name, of: file.subject_id, sizeBytes, sha256 };
          list.push(Buffer.from(`${JSON.stringify(line)}\n`));
          done.files += 1;
          await noteProgress();
        }
      await addText(
        "files.jsonl",
        list.map((line) => line.toString()),
      );
    },

    /** Whether a file is not in the archive, because its content is missing. */
    isLost: (fileId: string): boolean => lost.has(fileId),

    /** Renders a link to a file. @param root the path from the page to the root of the archive, such as `../`. */
    linkTo(file: { id: string; original_name: string }, root: string): string {
      const name = escapeHtml(file.original_name);
      if (lost.has(file.id)) return `${name} (not in the archive)`;
      const path = filePathOf(file).split("/").map(encodeURIComponent).join("/");
      return `<a href="${root}${escapeHtml(path)}">${name}</a>`;
    },
  };
}

async function* pageOf(title: string, parts: AsyncIterable<string> | Iterable<string>) {
  yield pageStart(title);
  yield* parts;
  yield pageEnd;
}

/** Renders links to pages. */
export const renderPageList = (pages: readonly ArchivedPage[]): string =>
  `<ul>\n${pages.map(({ path, title, count }) => `<li><a href="${path}">${title}</a> (${count})</li>\n`).join("")}</ul>\n`;

/** The path of a file in an archive. Names that lead elsewhere, or that no system takes, are made harmless. */
export function filePathOf({ id, original_name: name }: { id: string; original_name: string }): string {
  const ending = /^\.[a-z0-9]{1,10}$/i.exec(extname(name))?.[0] ?? "";
  return `files/${id}/${fileNameOf(ending ? name.slice(0, -ending.length) : name, "File")}${ending}`;
}

/** How much an export will have. */
export interface ExportSize {
  rows: number;
  files: number;
  /** The size of the files. */
  bytes: number;
  /** The size of the largest file. */
  largest: number;
}

export const noSize: ExportSize = { rows: 0, files: 0, bytes: 0, largest: 0 };

/** A kind of thing that the people who manage it export. The job, the archive and the downloads are those of all kinds. */
export interface ExportKind<Viewer, Tx, Context> {
  kind: ExportedKind;
  /** SQL: the viewer may now export the thing with this ID. Also asked while an export runs, and with each download. */
  isAllowed(viewer: Viewer, id: RawBuilder<string>): RawBuilder<boolean>;
  /** SQL: the name of the thing with this ID. */
  nameOf(id: RawBuilder<string>): RawBuilder<string>;
  /** Counts what the viewer's export will have. */
  size(tx: Tx, viewer: Viewer, id: string): Promise<ExportSize>;
  /** Adds the start of an export to the audit log, last in its transaction. */
  record(tx: Tx, by: Pick<Act, "actor" | "address">, thing: { id: string; name: string }): Promise<void>;
  /**
   * Adds what the viewer may read of the thing.
   * @param archive reads one snapshot. It has the manifest and `index.html`, and nothing else yet.
   */
  write(
    context: Context,
    archive: ThingArchive,
    viewer: Viewer,
    thing: { id: string; name: string },
  ): Promise<ThingIndex>;
}

/** The content of an archive's `index.html`, as HTML. */
export interface ThingIndex {
  /** The facts about the thing in its manifest. */
  about: Readonly<Record<string, unknown>>;
  html: readonly string[];
}
