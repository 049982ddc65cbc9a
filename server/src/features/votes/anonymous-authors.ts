import type { VotedSubject } from "@atoll/contract/votes/schemas";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../tables.ts";

/**
 * Keeps who wrote a thing that stands there without an author, in the transaction that creates it. The thing's own table
 * must not name them, nor may anything else that is written then.
 */
export async function hideAuthor(tx: Database, { kind, id }: VotedSubject, authorId: string): Promise<void> {
  await tx
    .insertInto("anonymous_authors")
    .values({ subject_kind: kind, subject_id: id, author_id: authorId })
    .execute();
}

/**
 * SQL: the person of this id is the hidden author of a thing. Only for what concerns this person alone: whether they may
 * edit it, their own list of it, and whom to notify. Never for what somebody else is shown.
 */
export function isHiddenAuthor(
  kind: string,
  personId: RawBuilder<string>,
  subjectId: RawBuilder<string>,
): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (SELECT FROM anonymous_authors hidden_author WHERE hidden_author.subject_id = ${subjectId}
    AND hidden_author.subject_kind = ${sql.lit(kind)} AND hidden_author.author_id = ${personId})`;
}

/**
 * SQL: the hidden authors of a thing and of everything that was merged into it, as `SELECT … AS id`. They follow it without
 * a row in `followers`, unless they stopped: a row would count them, and a comment or answer that adds no follower would
 * show that its author wrote the thing. Only for finding out whom to notify.
 */
export function hiddenFollowersOf(kind: string, rootId: string): RawBuilder<unknown> {
  return sql`SELECT hidden_author.author_id AS id FROM anonymous_authors hidden_author
    WHERE hidden_author.subject_kind = ${sql.lit(kind)} AND hidden_author.subject_id IN (
        SELECT ${rootId}::uuid UNION ALL SELECT merged.id FROM vote_subjects merged
        WHERE merged.root_id = ${rootId} AND merged.kind = ${sql.lit(kind)} AND merged.merged_into IS NOT NULL)
      AND NOT EXISTS (SELECT FROM followers stopped WHERE stopped.root_id = ${rootId}
        AND stopped.subject_kind = ${sql.lit(kind)} AND stopped.person_id = hidden_author.author_id
        AND NOT stopped.is_following)`;
}

/** Those of these things that the viewer wrote without being shown as their author. */
export async function authoredBy(
  db: Database,
  viewerId: string,
  kind: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("anonymous_authors")
    .select("subject_id")
    .where("author_id", "=", viewerId)
    .where("subject_kind", "=", kind)
    .where(sql<boolean>`subject_id = ANY(${ids}::uuid[])`)
    .execute();
  return new Set(rows.map((row) => row.subject_id));
}
