import { voteRoutes } from "@atoll/contract/votes/routes";
import type { Standing, VotedSubject } from "@atoll/contract/votes/schemas";
import { AppError } from "../../platform/app-error.ts";
import type { SliceContext } from "../../slice.ts";
import { ownRoom } from "../people/public.ts";
import { listVoters } from "./list-voters.ts";
import { type Merged, mergeSubjects, unmergeSubject } from "./merge-subjects.ts";
import { moderateSubjects } from "./moderate-subjects.ts";
import { accessVoted, findRoot, standingsOf } from "./public.ts";
import { setFollowing } from "./set-following.ts";
import { setVote } from "./set-vote.ts";

const subjectOf = ({ kind, subjectId }: { kind: string; subjectId: string }): VotedSubject => ({
  kind,
  id: subjectId,
});

/** Registers the routes for votes, followers, merges and moderation of any registered kind. */
export function registerVotes(context: SliceContext): void {
  const { routes, db, people } = context;

  async function standingOf(viewerId: string, { kind, id }: VotedSubject): Promise<Standing> {
    const standing = (await standingsOf(db, viewerId, kind, [id])).get(id);
    if (!standing) throw new AppError("subject_not_found");
    return standing;
  }

  async function sendMerged(kind: string, { roots, afterCommit }: Merged): Promise<void> {
    for (const id of roots) await sendVotes(context, { kind, id });
    afterCommit?.();
  }

  routes.route(voteRoutes.readStanding, async ({ params }, { viewer }) => {
    const subject = subjectOf(params);
    const { rights } = await accessVoted(db, context, viewer, subject);
    const { mayVote, mayModerate } = rights;
    return { subject, standing: await standingOf(viewer.id, subject), rights: { mayVote, mayModerate } };
  });

  for (const [route, wantsVote] of [
    [voteRoutes.castVote, true],
    [voteRoutes.withdrawVote, false],
  ] as const)
    routes.route(route, async ({ params }, { viewer }) => {
      const { root, hasChanged, afterCommit } = await setVote(context, viewer, subjectOf(params), wantsVote);
      if (hasChanged) await sendVotes(context, root, { personId: viewer.id, isMine: wantsVote });
      afterCommit?.();
      return { subject: root, votes: (await standingOf(viewer.id, root)).votes };
    });

  routes.route(voteRoutes.listVoters, async ({ params, query }, { viewer }) => {
    const subject = subjectOf(params);
    const { kind } = await accessVoted(db, context, viewer, subject);
    if (!kind.showsVoters) throw new AppError("subject_not_found", { detail: "voters are not shown" });
    const id = (await findRoot(db, subject)) ?? subject.id;
    await accessVoted(db, context, viewer, { ...subject, id });
    const { rows, nextCursor } = await listVoters(db, { ...subject, id }, query);
    const shown = await people.of(rows.map(({ person_id }) => person_id));
    return { items: rows.flatMap(({ person_id }) => shown.get(person_id) ?? []), nextCursor };
  });

  for (const [route, wantsToFollow] of [
    [voteRoutes.follow, true],
    [voteRoutes.unfollow, false],
  ] as const)
    routes.route(route, async ({ params }, { viewer }) => {
      const root = await setFollowing(context, viewer, subjectOf(params), wantsToFollow);
      return { subject: root, following: (await standingOf(viewer.id, root)).following };
    });

  routes.route(voteRoutes.mergeSubject, async ({ params, body }, { viewer, request }) => {
    const subject = subjectOf(params);
    const moderator = { ...viewer, address: request.ip };
    await sendMerged(subject.kind, await mergeSubjects(context, moderator, subject, body.targetId));
    return { subject, standing: await standingOf(viewer.id, subject) };
  });

  routes.route(voteRoutes.unmergeSubject, async ({ params }, { viewer, request }) => {
    const subject = subjectOf(params);
    const moderator = { ...viewer, address: request.ip };
    await sendMerged(subject.kind, await unmergeSubject(context, moderator, subject));
    return { subject, standing: await standingOf(viewer.id, subject) };
  });

  routes.route(voteRoutes.moderateSubjects, async ({ params, body }, { viewer, request }) => {
    const moderator = { ...viewer, address: request.ip };
    const { moderated, afterCommit } = await moderateSubjects(context, moderator, params.kind, body.changes);
    afterCommit();
    return { moderated };
  });
}

/** Broadcasts the votes of a root after the commit: the number to its readers, the own vote to its person. */
async function sendVotes(
  context: Pick<SliceContext, "db" | "realtime" | "voteKinds">,
  subject: VotedSubject,
  own?: { personId: string; isMine: boolean },
): Promise<void> {
  const { db, realtime, voteKinds } = context;
  const row = await db
    .selectFrom("vote_subjects")
    .select(["vote_count", "version"])
    .where("kind", "=", subject.kind)
    .where("id", "=", subject.id)
    .executeTakeFirst();
  const rooms = await voteKinds.find(subject.kind)?.roomsOf(db, subject.id);
  if (!row || !rooms) return;
  const { vote_count: count, version } = row;
  if (own) realtime.send(ownRoom(own.personId), "votes.own", { subject, isMine: own.isMine, version });
  realtime.sendToOthers(rooms, [], "votes.changed", { subject, count, version });
}
