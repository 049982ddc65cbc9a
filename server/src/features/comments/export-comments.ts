import { escapeHtml } from "@atoll/contract/text/escape-html";
import { type RawBuilder, type Selectable, sql } from "kysely";
import type { FileOfThing, ThingArchive } from "../../platform/portable/thing-archive.ts";
import type { Tables } from "../../tables.ts";
import type { People } from "../people/public.ts";
import { commentFileKind } from "./comment-files.ts";

/** The things of one kind whose comments an archive has. */
interface CommentedThings {
  kind: string;
  /** SQL: rows with the `id` of each thing, which the reader may read, and its `place` among them. */
  things: RawBuilder<unknown>;
}

/** A comment as it is in an archive. */
export interface ExportedComment {
  id: string;
  of: string;
  author: { id: string; name: string };
  createdAt: string;
  editedAt: string | null;
  content: string;
  /** The part of the thing that it is about, such as a step: its anchor, and its words at that time. */
  about: { anchor: string; quote: string } | null;
  /** The thread on selected words that it belongs to. */
  threadId: string | null;
  /** The words that the thread is about. */
  words: string | null;
  /** When the thread was resolved. */
  resolvedAt: string | null;
  files: { id: string; name: string; sizeBytes: number }[];
}

type Row = Pick<
  Selectable<Tables["comments"]>,
  "id" | "subject_id" | "author_id" | "content" | "created_at" | "edited_at" | "thread_id" | "about"
> & {
  words: string | null;
  resolved_at: Date | null;
  files: { id: string; original_name: string; size_bytes: number }[] | null;
};

const joined = ({ kind, things }: CommentedThings) => sql`(${things}) thing JOIN comments c
  ON c.subject_id = thing.id AND c.subject_kind = ${kind} AND c.deleted_at IS NULL`;

const filesOf = (things: CommentedThings) => sql`${joined(things)} JOIN files f
  ON f.subject_id = c.id AND f.subject_kind = ${commentFileKind} AND f.discarded_at IS NULL`;

/** SQL: how many comments there are, and how many files they have, and the bytes of all and of the largest. */
export const sizeOfComments = (things: CommentedThings) => ({
  rows: sql<number>`(SELECT count(*)::integer FROM ${joined(things)})`,
  files: sql<number>`(SELECT count(*)::integer FROM ${filesOf(things)})`,
  bytes: sql<number>`(SELECT coalesce(sum(f.size_bytes), 0)::bigint FROM ${filesOf(things)})`,
  largest: sql<number>`(SELECT coalesce(max(f.size_bytes), 0)::bigint FROM ${filesOf(things)})`,
});

/** Reads the files of comments. */
export const readCommentFiles = (archive: ThingArchive, things: CommentedThings) =>
  archive.read<FileOfThing>(sql`SELECT f.id, f.original_name, f.bucket, f.key, f.sha256, c.subject_id
    FROM ${filesOf(things)} ORDER BY thing.place, c.created_at, c.id, f.position, f.id`);

/** Reads comments in the order of their things, the oldest first. */
export async function* readComments(
  people: People,
  archive: ThingArchive,
  things: CommentedThings,
): AsyncGenerator<ExportedComment[]> {
  const query = sql`SELECT c.id, c.subject_id, c.author_id, c.content, c.created_at, c.edited_at, c.thread_id,
      c.about, thread.words ->> 'quote' AS words, thread.resolved_at,
      (SELECT json_agg(json_build_object('id', f.id, 'original_name', f.original_name, 'size_bytes', f.size_bytes)
          ORDER BY f.position, f.id) FROM files f
        WHERE f.subject_id = c.id AND f.subject_kind = ${commentFileKind} AND f.discarded_at IS NULL) AS files
    FROM ${joined(things)} LEFT JOIN comment_threads thread ON thread.id = c.thread_id
    ORDER BY thing.place, c.created_at, c.id`;
  for await (const rows of archive.read<Row>(query)) {
    const shown = await people.of(rows.map(({ author_id }) => author_id));
    yield rows.map((row) => ({
      ...{ id: row.id, of: row.subject_id },
      author: { id: row.author_id, name: shown.get(row.author_id)?.name ?? "" },
      ...{ createdAt: row.created_at.toISOString(), editedAt: row.edited_at?.toISOString() ?? null },
      ...{ content: row.content, about: row.about, threadId: row.thread_id, words: row.words },
      resolvedAt: row.resolved_at?.toISOString() ?? null,
      files: (row.files ?? []).map((file) => ({
        ...{ id: file.id, name: file.original_name, sizeBytes: file.size_bytes },
      })),
    }));
  }
}

/**
 * Renders the comments of one thing after the other, which are asked for in the order of their comments.
 * @returns a function that renders those of the thing with this ID. Its `root` is the path from the page to the root of the
 * archive.
 */
export function renderComments(archive: ThingArchive, batches: AsyncGenerator<ExportedComment[]>) {
  let rest: ExportedComment[] = [];
  async function next(thingId: string): Promise<ExportedComment | undefined> {
    if (rest.length === 0) {
      const batch = await batches.next();
      if (!batch.done) rest = batch.value.toReversed();
    }
    return rest.at(-1)?.of === thingId ? rest.pop() : undefined;
  }
  return async function* render(thingId: string, root = "../") {
    for (let comment = await next(thingId); comment; comment = await next(thingId)) {
      const { author, createdAt, editedAt, content, files } = comment;
      const quote = comment.words ?? comment.about?.quote;
      const when = `${timeOf(createdAt)}${editedAt ? `, edited ${timeOf(editedAt)}` : ""}`;
      const links = files.map((file) => archive.linkTo({ id: file.id, original_name: file.name }, root));
      yield `<article class="reply"><p><strong>${escapeHtml(author.name)}</strong> <span class="small">${when}</span></p>\n${quote ? `<blockquote>${escapeHtml(quote)}</blockquote>\n` : ""}<div class="text">${escapeHtml(content)}</div>\n${links.length > 0 ? `<p>${links.join("<br>")}</p>\n` : ""}</article>\n`;
    }
  };
}

const timeOf = (instant: string): string => instant.slice(0, 16).replace("T", " ");
