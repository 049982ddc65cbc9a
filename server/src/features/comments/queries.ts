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

/** How many comments things of one kind have, by their ids; those without any are left out. */
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
      "c.sent_hash",
      "c.version",
      "c.created_at",
      "c.edited_at",
      "c.deleted_at",
      filesOf(commentFileKind, sql`c.id`).as("attachments"),
    ]);
}
