import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { ChangeSources } from "../../../slice.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { broadcastIdeas } from "../broadcast-ideas.ts";
import { ideaKind } from "../idea-kind.ts";
import { updateNotifications } from "../notify.ts";
import { lockIdea } from "../public.ts";
import { roomsOf } from "../readable.ts";

/**
 * Deletes an idea of the viewer's own that nobody else has done anything with. Any other idea can only be hidden or
 * declined, so that no vote, comment or answer is lost.
 * @throws {AppError} `idea_not_found`, `forbidden`, `idea_in_use`.
 */
export async function deleteIdea(
  sources: ChangeSources,
  viewer: RequestViewer,
  ideaId: string,
): Promise<void> {
  const before = await transact(sources.db, async (tx) => {
    // The same order as votes take, so that a vote and this wait for each other in one direction.
    await sql`SELECT FROM vote_subjects WHERE id = ${ideaId} AND kind = ${ideaKind} FOR UPDATE`.execute(tx);
    const idea = await lockIdea(tx, viewer, ideaId);
    if (idea.writer_id !== viewer.id) throw new AppError("forbidden", { detail: "not their idea" });
    // The author's own vote keeps an anonymous idea, too: the voter is shown, and nobody else could delete it.
    const { rows } = await sql<{ used: boolean }>`SELECT ${idea.comment_count + idea.task_count} > 0
      OR EXISTS (SELECT FROM votes WHERE root_id = ${ideaId} AND subject_kind = ${ideaKind} 
        AND (person_id <> ${viewer.id} OR ${idea.author_id === null}))
      OR EXISTS (SELECT FROM ideas WHERE merged_into_id = ${ideaId}) AS used`.execute(tx);
    if (rows[0]?.used !== false || idea.reply_by !== null) throw new AppError("idea_in_use");
    await updateNotifications(tx, [ideaId]);
    await tx.deleteFrom("ideas").where("id", "=", ideaId).execute();
    return roomsOf(idea);
  });
  await broadcastIdeas(sources, [ideaId], new Map([[ideaId, before]]));
}
