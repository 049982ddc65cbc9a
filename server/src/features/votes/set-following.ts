import type { VotedSubject } from "@atoll/contract/votes/schemas";
import { sql } from "kysely";
import { transact } from "../../platform/database/transact.ts";
import type { Colleague, SliceContext } from "../../slice.ts";
import { setFollowingAsAuthor } from "./anonymous-authors.ts";
import { accessVoted } from "./public.ts";
import { lockRoot, recount } from "./queries.ts";

/**
 * Makes the viewer follow a thing or stop: at its root, and for everything that was merged into it.
 * @throws {AppError} `subject_not_found`
 */
export function setFollowing(
  context: SliceContext,
  viewer: Colleague,
  subject: VotedSubject,
  wantsToFollow: boolean,
): Promise<VotedSubject> {
  return transact(context.db, async (tx) => {
    await accessVoted(tx, context, viewer, subject);
    const { kind, id } = await lockRoot(tx, subject);
    const { rights } = await accessVoted(tx, context, viewer, { kind, id });
    const isHiddenAuthor = await setFollowingAsAuthor(tx, { kind, id }, viewer.id, wantsToFollow);
    if (rights.readsAsHiddenAuthor) return { kind, id };
    await sql`UPDATE followers SET is_following = ${wantsToFollow}
      WHERE root_id = ${id} AND subject_kind = ${kind} AND person_id = ${viewer.id}`.execute(tx);
    // A row of the hidden author would be counted; theirs is the one above, until they do something under their name.
    if (!isHiddenAuthor)
      await sql`INSERT INTO followers (subject_kind, subject_id, person_id, root_id, is_following, reason)
      SELECT ${kind}, ${id}::uuid, ${viewer.id}::uuid, ${id}::uuid, ${wantsToFollow}, 'chosen'
      WHERE NOT EXISTS (SELECT FROM followers
        WHERE root_id = ${id} AND subject_kind = ${kind} AND person_id = ${viewer.id})`.execute(tx);
    await recount(tx, kind, id);
    return { kind, id };
  });
}
