import type { IdeaScore } from "@atoll/contract/ideas/schemas";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { touchColumns } from "../../../platform/database/touch-columns.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { ChangeSources } from "../../../slice.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { ownRoom } from "../../people/public.ts";
import { broadcastIdeas } from "../broadcast-ideas.ts";
import { lockIdea } from "../public.ts";
import { canReadByName } from "../readable.ts";

/**
 * Stores or deletes the viewer's score of an idea, and computes the medians again.
 * @param score null: they have no score of it any more.
 * @throws {AppError} `idea_not_found`; `forbidden` for a hidden author whose score would show who they are.
 */
export async function scoreIdea(
  sources: ChangeSources,
  viewer: RequestViewer,
  ideaId: string,
  score: IdeaScore | null,
): Promise<void> {
  await transact(sources.db, async (tx) => {
    const idea = await lockIdea(tx, viewer, ideaId);
    if (!canReadByName(viewer, idea))
      throw new AppError("forbidden", { detail: "only its hidden author could score it" });
    const own = { idea_id: ideaId, user_id: viewer.id };
    if (score === null) {
      await tx
        .deleteFrom("idea_scores")
        .where("idea_id", "=", ideaId)
        .where("user_id", "=", viewer.id)
        .execute();
    } else {
      const values = { impact: score.impact, effort_weeks: score.effortWeeks };
      await tx
        .insertInto("idea_scores")
        .values({ ...own, ...values })
        .onConflict((conflict) =>
          conflict.columns(["idea_id", "user_id"]).doUpdateSet({ ...values, scored_at: sql`now()` }),
        )
        .execute();
    }
    await sql`UPDATE ideas SET version = ${touchColumns.version}, impact = m.impact, effort_weeks = m.effort_weeks,
        score_count = m.count
      FROM (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY impact) AS impact,
          percentile_cont(0.5) WITHIN GROUP (ORDER BY effort_weeks) AS effort_weeks, count(*) AS count
        FROM idea_scores WHERE idea_id = ${ideaId}) m
      WHERE ideas.id = ${ideaId}`.execute(tx);
  });
  sources.realtime.send(ownRoom(viewer.id), "idea.scored", { ideaId, ownScore: score });
  await broadcastIdeas(sources, [ideaId]);
}
