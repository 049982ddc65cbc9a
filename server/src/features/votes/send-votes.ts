import type { VotedSubject } from "@atoll/contract/votes/schemas";
import type { SliceContext } from "../../slice.ts";
import { ownRoom } from "../people/access.ts";

/** Broadcasts the votes of a root after the commit: the number to its readers, the own vote to its person. */
export async function sendVotes(
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
