import type { VotedSubject } from "@atoll/contract/votes/schemas";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../tables.ts";

/**
 * Stores the hidden author of a thing, in the transaction that creates it. The thing's own table and everything else
 * written in the transaction must not name them.
 */
export async function hideAuthor(tx: Database, { kind, id }: VotedSubject, authorId: string): Promise<void> {
  await tx
    .insertInto("anonymous_authors")
    .values({ subject_kind: kind, subject_id: id, author_id: authorId })
    .execute();
}

/**
 * Returns the SQL condition that the person with this ID is the hidden author of a thing. Use it only for matters of
 * this person alone: whether they may edit it, their own list, and notifications. Never use it for what other people
 * see.
 */
export function isHiddenAuthor(
  kind: string,
  personId: RawBuilder<string>,
  subjectId: RawBuilder<string>,
): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (SELECT FROM anonymous_authors hidden_author WHERE hidden_author.subject_id = ${subjectId}
    AND hidden_author.subject_kind = ${sql.lit(kind)} AND hidden_author.author_id = ${personId})`;
}

/** SQL: the rows of the hidden authors of a thing and of everything merged into it. */
const hiddenAuthorsOf = (kind: string, rootId: string) => sql`anonymous_authors hidden_author
    WHERE hidden_author.subject_kind = ${sql.lit(kind)} AND hidden_author.subject_id IN (
        SELECT ${rootId}::uuid UNION ALL SELECT merged.id FROM vote_subjects merged
        WHERE merged.root_id = ${rootId} AND merged.kind = ${sql.lit(kind)} AND merged.merged_into IS NOT NULL)`;

/**
 * Returns the SQL for the hidden authors of a thing and of everything merged into it, as `SELECT … AS id`. They follow
 * it without a row in `followers`, unless they stopped: a row would be counted, and a comment or answer that adds no
 * follower would show that its author wrote the thing. Use it only to choose the people to notify.
 */
export function hiddenFollowersOf(kind: string, rootId: string): RawBuilder<unknown> {
  return sql`SELECT hidden_author.author_id AS id FROM ${hiddenAuthorsOf(kind, rootId)} AND hidden_author.is_following`;
}

/**
 * Returns the SQL condition that a person stopped following a thing as its hidden author, which also ends notifications
 * for what they do there under their name. Use it only to choose the people to notify.
 */
export function hasStoppedAsAuthor(
  kind: string,
  rootId: string,
  personId: RawBuilder<string>,
): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (SELECT FROM ${hiddenAuthorsOf(kind, rootId)} AND hidden_author.author_id = ${personId}
    AND NOT hidden_author.is_following)`;
}

/**
 * Stores whether a person follows a thing as its hidden author, also for what was merged into it.
 * @returns whether they are a hidden author of any of these
 */
export async function setFollowingAsAuthor(
  tx: Database,
  { kind, id }: VotedSubject,
  personId: string,
  wantsToFollow: boolean,
): Promise<boolean> {
  const { numAffectedRows } = await sql`UPDATE anonymous_authors own SET is_following = ${wantsToFollow}
    WHERE own.author_id = ${personId} AND own.subject_kind = ${kind} AND own.subject_id IN (
      SELECT part.id FROM vote_subjects part WHERE part.root_id = ${id} AND part.kind = ${kind})`.execute(tx);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Returns those of these things that the viewer wrote as a hidden author. */
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
