import type { Standing, VotedSubject } from "@atoll/contract/votes/schemas";
import { sql } from "kysely";
import type { FollowReason } from "../../column-types.ts";
import { AppError } from "../../platform/app-error.ts";
import type { JudgedVoteRights } from "../../platform/kinds/vote-kinds.ts";
import type { Colleague, SliceContext, VotedKind } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { lockRoot, recount, type StandingRow, selectStandings } from "./queries.ts";

/** Returns the votes and the moderation state of a thing for its readers. */
function presentStanding(row: StandingRow): Standing {
  return {
    votes: { count: row.vote_count, isMine: row.is_mine, version: row.version },
    following: { isFollowing: row.is_following, count: row.follower_count },
    mergedInto: row.merged_into === null ? null : row.root_id,
    isLocked: row.locked_at !== null,
    hidden:
      row.hidden_at && row.hidden_reason !== null
        ? { reason: row.hidden_reason, at: row.hidden_at.toISOString() }
        : null,
  };
}

export type { FollowReason } from "../../column-types.ts";
export {
  authoredBy,
  hasStoppedAsAuthor,
  hiddenFollowersOf,
  hideAuthor,
  isHiddenAuthor,
} from "./anonymous-authors.ts";
export { findRoot, isFollowedBy } from "./queries.ts";

/**
 * Returns a thing that the viewer may read, and what they may do with it.
 * @throws {AppError} `subject_not_found` if it does not exist, is not readable, or its kind has no votes.
 */
export async function accessVoted(
  db: Database,
  { voteKinds }: Pick<SliceContext, "voteKinds">,
  viewer: Colleague,
  subject: VotedSubject,
): Promise<{ kind: VotedKind; rights: Readonly<JudgedVoteRights> }> {
  const kind = voteKinds.find(subject.kind);
  const rights = (await kind?.judge(db, subject.id, [viewer]))?.get(viewer.id);
  if (!kind || !rights) throw new AppError("subject_not_found");
  return { kind, rights };
}

/**
 * Returns the votes and moderation state of things by ID, for lists. The caller has already checked that the viewer may
 * read them.
 */
export async function standingsOf(
  db: Database,
  viewerId: string,
  kind: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Standing>> {
  if (ids.length === 0) return new Map();
  const rows = await selectStandings(db, viewerId, kind, ids);
  return new Map(rows.map((row) => [row.id, presentStanding(row)]));
}

/**
 * Makes somebody follow a thing because of what they did there, in the same transaction. People who stopped following
 * it are left out.
 */
export async function followBecause(
  tx: Database,
  subject: VotedSubject,
  personId: string,
  reason: Exclude<FollowReason, "chosen">,
): Promise<void> {
  const root = await lockRoot(tx, subject);
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("followers")
    .columns(["subject_kind", "subject_id", "person_id", "root_id", "is_following", "reason"])
    .expression(
      sql`SELECT ${subject.kind}, ${root.id}::uuid, ${personId}::uuid, ${root.id}::uuid, true, ${reason}
        WHERE NOT EXISTS (SELECT FROM followers WHERE root_id = ${root.id} AND subject_kind = ${subject.kind}
          AND person_id = ${personId})`,
    )
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows) await recount(tx, subject.kind, root.id);
}
