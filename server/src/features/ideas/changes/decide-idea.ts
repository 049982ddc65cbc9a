import { canDecideIdea } from "@atoll/contract/ideas/policy";
import type { ideaDecisionSchema } from "@atoll/contract/ideas/schemas";
import { sql } from "kysely";
import type { z } from "zod";
import { AppError } from "../../../platform/app-error.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/access.ts";
import { tell } from "../../notifications/access.ts";
import { type LockedIdea, lockIdea } from "../access.ts";
import { broadcastIdeas, changed, type IdeaSources } from "../broadcast-ideas.ts";
import { addEntry } from "../entries.ts";
import { interestedIn } from "../notify.ts";
import { partsOf } from "../readable.ts";

type Decision = z.output<typeof ideaDecisionSchema>;

/**
 * Gives an idea a status with a public reply, once for each id. Its voters, followers and author are notified.
 * @throws {AppError} `idea_not_found`; `forbidden`; `changed_meanwhile` when it has another status than the one that was
 *   seen; `idea_id_taken` when something else was sent under this id.
 */
export async function decideIdea(
  sources: IdeaSources,
  viewer: RequestViewer,
  ideaId: string,
  decision: Decision,
): Promise<void> {
  await transact(sources.db, async (tx) => {
    const idea = await lockIdea(tx, viewer, ideaId);
    if (!canDecideIdea(viewer, partsOf(idea)))
      throw new AppError("forbidden", { detail: "decides no ideas" });
    if (await wasMade(tx, viewer, idea, decision)) return;
    if (idea.status !== decision.seenStatus) throw new AppError("changed_meanwhile");
    await setStatus(tx, viewer, idea, decision);
  });
  await broadcastIdeas(sources, [ideaId]);
}

/** The idea is locked, so the same decision sent twice at once comes here one after the other. */
async function wasMade(
  tx: Database,
  viewer: RequestViewer,
  idea: LockedIdea,
  { id, status, reply }: Decision,
): Promise<boolean> {
  const made = await tx
    .selectFrom("idea_entries")
    .select(["idea_id", "actor_id", "facts"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!made) return false;
  const isSame =
    made.idea_id === idea.id &&
    made.actor_id === viewer.id &&
    made.facts.to === status &&
    made.facts.reply === reply;
  if (!isSame) throw new AppError("idea_id_taken");
  return true;
}

async function setStatus(
  tx: Database,
  viewer: RequestViewer,
  idea: LockedIdea,
  { id, status, reply, targetOn }: Decision,
): Promise<void> {
  const isMove = status !== idea.status;
  await tx
    .updateTable("ideas")
    .set({
      ...changed,
      status,
      ...(isMove ? { status_at: sql`now()` } : {}),
      target_on: targetOn,
      reply,
      reply_at: sql`now()`,
      reply_by: viewer.id,
    })
    .where("id", "=", idea.id)
    .execute();
  const notified = await countInterested(tx, idea.id, viewer.id);
  const facts = { from: idea.status, to: status, reply, notified };
  await addEntry(tx, { id, ideaId: idea.id, kind: "status", actorId: viewer.id, facts });
  await tell(tx, {
    kind: "idea.status",
    subjectId: idea.id,
    actorId: viewer.id,
    rule: "interested",
    facts: { status },
  });
}

async function countInterested(tx: Database, ideaId: string, actorId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM (${interestedIn(ideaId)}) AS p
    WHERE p.id <> ${actorId}`.execute(tx);
  return rows[0]?.count ?? 0;
}
