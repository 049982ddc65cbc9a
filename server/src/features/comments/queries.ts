import type { Subject } from "@atoll/contract/comments/schemas";
import { type RawBuilder, sql } from "kysely";
import { exactInstant, isBehind, type PlaceInTime } from "../../platform/page.ts";
import type { Database } from "../../tables.ts";
import { filesOf } from "../files/public.ts";
import { commentFileKind } from "./comment-files.ts";

/** Finds a comment, including a deleted one, without a permission check. `accessComment` checks. */
export function findComment(db: Database, commentId: string) {
  return selectAll(db).where("c.id", "=", commentId).executeTakeFirst();
}

export type CommentRow = NonNullable<Awaited<ReturnType<typeof findComment>>>;

export type CommentOrder = "oldest" | "newest";

/** Selects comments of a thing from its oldest or newest on, or after a cursor. */
export function selectComments(
  db: Database,
  subject: Subject,
  order: CommentOrder,
  after: PlaceInTime | undefined,
  count: number,
) {
  const way = order === "oldest" ? "asc" : "desc";
  return selectAll(db)
    .select(exactInstant("c.created_at").as("exact_at"))
    .where("c.subject_id", "=", subject.id)
    .where("c.subject_kind", "=", subject.kind)
    .where("c.deleted_at", "is", null)
    .where("c.thread_id", "is", null)
    .where(isBeyond(order, after))
    .orderBy("c.created_at", way)
    .orderBy("c.id", way)
    .limit(count)
    .execute();
}

function isBeyond(order: CommentOrder, after: PlaceInTime | undefined): RawBuilder<boolean> {
  if (order === "newest" || !after) return isBehind("c.created_at", "c.id", after);
  const [at, id] = after;
  return sql<boolean>`(c.created_at, c.id) > (${at}::timestamptz, ${id}::uuid)`;
}

/** Selects the comments of these threads, the oldest first. Each thread has a limited number. */
export function selectThreadComments(db: Database, threadIds: readonly string[]): Promise<CommentRow[]> {
  return selectAll(db)
    .where(sql<boolean>`c.thread_id = ANY(${threadIds}::uuid[])`)
    .where("c.deleted_at", "is", null)
    .orderBy("c.created_at")
    .orderBy("c.id")
    .execute();
}

/** Returns the bytes of text in each of these threads. */
export async function findThreadSizes(
  db: Database,
  threadIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom("comments")
    .select(["thread_id", sql<string>`sum(octet_length(content))`.as("bytes")])
    .where(sql<boolean>`thread_id = ANY(${threadIds}::uuid[])`)
    .where("deleted_at", "is", null)
    .groupBy("thread_id")
    .execute();
  return new Map(rows.map(({ thread_id, bytes }) => [thread_id ?? "", Number(bytes)]));
}

/** Returns the people who wrote in a thread, and whose comments are still there. */
export async function findThreadAuthors(tx: Database, threadId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom("comments")
    .select("author_id")
    .distinct()
    .where("thread_id", "=", threadId)
    .where("deleted_at", "is", null)
    .execute();
  return rows.map(({ author_id }) => author_id);
}

/** How many comments things of one kind have, by their ids; those without any are left out, and so are threads on words. */
export async function countOf(
  db: Database,
  kind: string,
  subjectIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom("comments")
    .select(["subject_id", ({ fn }) => fn.countAll<number>().as("count")])
    .where(sql<boolean>`subject_id = ANY(${subjectIds}::uuid[])`)
    .where("subject_kind", "=", kind)
    .where("deleted_at", "is", null)
    .where("thread_id", "is", null)
    .groupBy("subject_id")
    .execute();
  return new Map(rows.map(({ subject_id, count }) => [subject_id, Number(count)]));
}

function selectAll(db: Database) {
  return db
    .selectFrom("comments as c")
    .select([
      "c.id",
      "c.subject_kind",
      "c.subject_id",
      "c.author_id",
      "c.content",
      "c.mentions",
      "c.about",
      "c.thread_id",
      "c.sent_hash",
      "c.version",
      "c.created_at",
      "c.edited_at",
      "c.deleted_at",
      filesOf(commentFileKind, sql`c.id`).as("attachments"),
    ]);
}
