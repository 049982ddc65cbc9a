import { canModerateIdeas, canReadIdea } from "@atoll/contract/ideas/policy";
import { sql } from "kysely";
import type { VotedKind } from "../../../slice.ts";
import { broadcastIdeas } from "../broadcast-ideas.ts";
import { addEntry } from "../entries.ts";
import { ideaKind } from "../idea-kind.ts";
import { updateNotifications } from "../notify.ts";
import { selectIdeas } from "../queries.ts";
import { canReadByName, isReadableByName, partsOf } from "../readable.ts";
import { roomsOf } from "../rooms.ts";

/** Votes, followers, merges and moderation of ideas. */
export const ideaVotes: VotedKind = {
  kind: ideaKind,
  isMergeable: true,
  showsVoters: true,
  milestone: "idea.votes",
  async judge(db, ideaId, people) {
    const row = await selectIdeas(db).where("i.id", "=", ideaId).executeTakeFirst();
    if (!row) return new Map();
    const parts = partsOf(row);
    return new Map(
      people
        .filter((person) => canReadIdea(person, parts))
        .map((person) => [
          person.id,
          canReadByName(person, row)
            ? { mayVote: !parts.isLocked && !parts.isHidden, mayModerate: canModerateIdeas(person) }
            : { mayVote: false, mayModerate: false, readsAsHiddenAuthor: true as const },
        ]),
    );
  },
  isReadableBy: (userId, ideaId) =>
    sql<boolean>`EXISTS (SELECT FROM ideas i WHERE i.id = ${ideaId} AND ${isReadableByName(userId)} LIMIT 1)`,
  async roomsOf(db, ideaId) {
    const row = await selectIdeas(db).where("i.id", "=", ideaId).executeTakeFirst();
    return row ? roomsOf(row) : [];
  },
  async onChange(context, tx, change) {
    // The number of votes goes out by itself.
    if ("personId" in change) return undefined;
    const { subjectId, actorId } = change;
    const ids = change.what === "moderated" ? [subjectId] : [subjectId, change.rootId];
    if (change.what !== "moderated") {
      const votes = await countCastOn(tx, subjectId);
      const facts = { ideaId: subjectId, votes };
      await addEntry(tx, { ideaId: change.rootId, kind: change.what, actorId, facts });
    }
    await updateNotifications(tx, ids);
    const row = await selectIdeas(tx).where("i.id", "=", subjectId).executeTakeFirst();
    const before = row ? roomsOf({ ...row, merged_into_id: null, hidden_at: null }) : [];
    return () => {
      broadcastIdeas(context, ids, new Map([[subjectId, before]])).catch((error: unknown) =>
        context.log.warn({ err: error, ideaId: subjectId }, "open screens do not show a moderated idea"),
      );
    };
  },
};

/** How many people voted for an idea itself, wherever their votes count now. */
async function countCastOn(tx: Parameters<NonNullable<VotedKind["onChange"]>>[1], ideaId: string) {
  const { count } = await tx
    .selectFrom("votes")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("subject_kind", "=", ideaKind)
    .where("subject_id", "=", ideaId)
    .executeTakeFirstOrThrow();
  return count;
}
