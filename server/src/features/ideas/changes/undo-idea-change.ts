import type { Idea } from "@atoll/contract/ideas/schemas";
import { sql } from "kysely";
import { undoChange } from "../../../platform/changes/undo-change.ts";
import type { Job } from "../../../platform/jobs/jobs.ts";
import type { ChangeSources, SliceContext } from "../../../slice.ts";
import type { Database, Tables } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { ideaChanges } from "./idea-changes.ts";

/**
 * Undoes a recent change of the viewer. An answer goes back to the one before it: its reply, its line in the timeline
 * and its notifications are withdrawn.
 * @throws {AppError} `idea_change_not_found`, `changed_meanwhile`.
 */
export function undoIdeaChange(
  sources: ChangeSources,
  viewer: RequestViewer,
  changeId: string,
): Promise<Idea[]> {
  return undoChange(ideaChanges, sources, viewer, changeId);
}

/** Deletes what can no longer be undone: the history of an idea that people read is its timeline. */
export const forgetIdeaChangesJob = (context: SliceContext): Job<Tables> => ({
  name: "ideas.forget",
  cron: "26 * * * *",
  run: () => forgetIdeaChanges(context.db),
});

export async function forgetIdeaChanges(db: Database): Promise<void> {
  await sql`DELETE FROM object_changes WHERE subject_kind = 'idea' AND at < now() - interval '1 day'`.execute(
    db,
  );
}
