import { voteRoutes } from "@atoll/contract/votes/routes";
import type { Moderation, Moderations, VotedSubject } from "@atoll/contract/votes/schemas";
import { call } from "../../lib/server/api-client.ts";

/** Everything of votes and followers that is asked of the server is named here. */

const on = ({ kind, id }: VotedSubject) => ({ params: { kind, subjectId: id } });

export const setVote = (subject: VotedSubject, wantsVote: boolean) =>
  call(wantsVote ? voteRoutes.castVote : voteRoutes.withdrawVote, on(subject));

export const setFollowing = (subject: VotedSubject, wantsToFollow: boolean) =>
  call(wantsToFollow ? voteRoutes.follow : voteRoutes.unfollow, on(subject));

export const mergeInto = (subject: VotedSubject, targetId: string) =>
  call(voteRoutes.mergeSubject, { ...on(subject), body: { targetId } });

export const unmerge = (subject: VotedSubject) => call(voteRoutes.unmergeSubject, on(subject));

export const moderateMany = (kind: string, changes: Moderations["changes"]) =>
  call(voteRoutes.moderateSubjects, { params: { kind }, body: { changes } });

/**
 * Changes only what is named, so that what another moderator has done in the meantime stays.
 * @returns what takes it back, unless somebody has moderated the thing since.
 */
export async function moderate({ kind, id }: VotedSubject, set: Partial<Moderation>) {
  const { moderated } = await moderateMany(kind, [{ id, set }]);
  return () =>
    moderateMany(
      kind,
      moderated.map((one) => ({ id: one.id, set: one.before, seen: one.after })),
    );
}
