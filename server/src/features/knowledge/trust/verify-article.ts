import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { Job } from "../../../platform/jobs/jobs.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Tables } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { notify } from "../../notifications/public.ts";
import { type BroadcastSources, broadcastArticles } from "../model/broadcast.ts";
import { lockArticle, touchColumns } from "../model/lock-article.ts";
import { assertMayEdit } from "../model/policy.ts";
import { updateNotifications } from "./notify.ts";

/**
 * Says that a published version is still right: the next review is due an interval from now.
 * @param version that was looked at.
 * @throws {AppError} `article_not_found`, `forbidden`, `article_not_published`; `changed_meanwhile` where there is a
 *   newer version.
 */
export async function verifyArticle(
  sources: BroadcastSources,
  viewer: RequestViewer,
  articleId: string,
  version: number,
): Promise<void> {
  await transact(sources.db, async (tx) => {
    const row = await lockArticle(tx, viewer, articleId);
    assertMayEdit(viewer, row);
    if (row.status !== "PUBLISHED") throw new AppError("article_not_published");
    if (row.version !== version) throw new AppError("changed_meanwhile");
    await tx
      .updateTable("articles")
      .set({
        ...touchColumns,
        verified_at: sql`now()`,
        verified_by: viewer.id,
        review_at: sql`now() + review_days * interval '1 day'`,
        stale_told_at: null,
      })
      .where("id", "=", articleId)
      .execute();
    await updateNotifications(tx, [articleId]);
  });
  await broadcastArticles(sources, [articleId], []);
}

const batch = 200;

/** Reminds owners of what is due for review, once for each time it falls due, and deletes what is counted no longer. */
export function staleArticlesJob({ db }: SliceContext): Job<Tables> {
  return {
    name: "knowledge.stale",
    cron: "17 * * * *",
    run: async ({ signal }) => {
      while (await remindNext(db)) signal.throwIfAborted();
      await sql`DELETE FROM article_views WHERE day < (now() AT TIME ZONE 'UTC')::date - 31`.execute(db);
      await sql`DELETE FROM missed_searches WHERE week < (now() AT TIME ZONE 'UTC')::date - 28`.execute(db);
    },
  };
}

/** @returns whether there may be more. */
export async function remindNext(db: SliceContext["db"]): Promise<boolean> {
  return transact(db, async (tx) => {
    const { rows } = await sql<{ id: string; owner_id: string }>`
      UPDATE articles SET stale_told_at = now() WHERE id IN (
        SELECT id FROM articles WHERE status = 'PUBLISHED' AND review_at <= now() AND stale_told_at IS NULL
        ORDER BY review_at LIMIT ${batch} FOR NO KEY UPDATE SKIP LOCKED)
      RETURNING id, owner_id`.execute(tx);
    for (const { id, owner_id } of rows)
      await notify(tx, { kind: "knowledge.stale", subjectId: id, people: [owner_id] });
    return rows.length === batch;
  });
}
