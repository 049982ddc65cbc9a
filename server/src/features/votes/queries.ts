import type { VotedSubject } from "@atoll/contract/votes/schemas";
import { type RawBuilder, sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import type { Database } from "../../tables.ts";

/** Returns the ID of the thing at the end of all merges; undefined if the thing does not exist. */
export async function findRoot(db: Database, { kind, id }: VotedSubject): Promise<string | undefined> {
  const row = await db
    .selectFrom("vote_subjects")
    .select("root_id")
    .where("kind", "=", kind)
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.root_id;
}

/**
 * SQL: a person follows a root. The hidden author of it, or of something merged into it, follows without a row until they
 * stop, whatever they did there under their name. Use it only for what the person sees themselves. The roots are found once, and not again for each row of a list.
 */
export function isFollowedBy(
  kind: string,
  personId: RawBuilder<string>,
  rootId: RawBuilder<string>,
): RawBuilder<boolean> {
  return sql<boolean>`(${rootId} IN (
    SELECT f.root_id FROM followers f
    WHERE f.subject_kind = ${sql.lit(kind)} AND f.person_id = ${personId} AND f.is_following
      AND NOT EXISTS (SELECT FROM anonymous_authors a
        JOIN vote_subjects part ON part.id = a.subject_id AND part.kind = a.subject_kind
        WHERE a.author_id = f.person_id AND a.subject_kind = f.subject_kind AND part.root_id = f.root_id
          AND NOT a.is_following)
    UNION ALL
    SELECT part.root_id FROM anonymous_authors a
    JOIN vote_subjects part ON part.id = a.subject_id AND part.kind = a.subject_kind
    WHERE a.subject_kind = ${sql.lit(kind)} AND a.author_id = ${personId} AND a.is_following))`;
}

/** Selects the votes and moderation state of things of one kind for a viewer, with the votes of their roots. */
export function selectStandings(db: Database, viewerId: string, kind: string, ids: readonly string[]) {
  return db
    .selectFrom("vote_subjects as s")
    .innerJoin("vote_subjects as r", (join) =>
      join.onRef("r.id", "=", "s.root_id").onRef("r.kind", "=", "s.kind"),
    )
    .select(["s.id", "s.root_id", "s.merged_into", "s.locked_at", "s.hidden_at", "s.hidden_reason"])
    .select(["r.vote_count", "r.follower_count", "r.version"])
    .select([
      sql<boolean>`EXISTS (SELECT FROM votes v
        WHERE v.root_id = s.root_id AND v.subject_kind = s.kind AND v.person_id = ${viewerId})`.as("is_mine"),
      isFollowedBy(kind, sql`${viewerId}::uuid`, sql`s.root_id`).as("is_following"),
    ])
    .where("s.kind", "=", kind)
    .where(sql<boolean>`s.id = ANY(${ids}::uuid[])`)
    .execute();
}

export type StandingRow = Awaited<ReturnType<typeof selectStandings>>[number];

/** Recounts the votes and followers of a locked root, each person once, and stores the counts. */
export async function recount(tx: Database, kind: string, rootId: string): Promise<void> {
  await sql`UPDATE vote_subjects SET version = version + 1,
      vote_count = (SELECT count(DISTINCT person_id) FROM votes WHERE root_id = ${rootId} AND subject_kind = ${kind}),
      follower_count = (SELECT count(DISTINCT person_id) FROM followers
        WHERE root_id = ${rootId} AND subject_kind = ${kind} AND is_following)
    WHERE id = ${rootId} AND kind = ${kind}`.execute(tx);
}

/** No thing is merged and unmerged this often while one vote waits for it. More would be an endless loop. */
const mostMoves = 10;

/**
 * Locks the things with these IDs until the transaction ends, always in the order of their IDs, so that two merges of
 * the same pair do not deadlock.
 */
export async function lockSubjects(tx: Database, kind: string, ids: readonly string[]) {
  return tx
    .selectFrom("vote_subjects")
    .selectAll()
    .where("kind", "=", kind)
    .where(sql<boolean>`id = ANY(${ids}::uuid[])`)
    .orderBy("id")
    .forUpdate()
    .execute();
}

export type LockedSubject = Awaited<ReturnType<typeof lockSubjects>>[number];

/**
 * Locks the root of a thing until the transaction ends, so that no vote, follow or merge of it is concurrent. A merge
 * that commits while this waits for the lock moves the root, so it looks again.
 * @throws {AppError} `subject_not_found`
 */
export async function lockRoot(tx: Database, { kind, id }: VotedSubject): Promise<LockedSubject> {
  for (let moves = 0; moves < mostMoves; moves += 1) {
    const rootId = await findRoot(tx, { kind, id });
    if (rootId === undefined) throw new AppError("subject_not_found");
    const [root] = await lockSubjects(tx, kind, [rootId]);
    if (root && root.root_id === root.id) return root;
  }
  throw new Error(`the root of ${kind} ${id} does not hold still`);
}
