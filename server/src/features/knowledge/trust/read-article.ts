import type { ArticleRead } from "@atoll/contract/knowledge/schemas";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { SliceContext } from "../../../slice.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { readPlace } from "../../notifications/public.ts";
import type { CountsBroadcaster } from "../model/broadcast-counts.ts";
import { accessArticle, lockArticle } from "../model/lock-article.ts";
import { presentRead } from "../model/present.ts";
import { lastRead } from "../model/queries.ts";
import { updateNotifications } from "./notify.ts";

interface ReadRow {
  version: number;
  read_at: Date;
  confirmed_at: Date | null;
}

const present = (row: ReadRow): ArticleRead => ({
  version: row.version,
  readAt: row.read_at.toISOString(),
  confirmedAt: row.confirmed_at?.toISOString() ?? null,
});

/**
 * Notes that the viewer opened the published version, and counts the view once a day. Answers what they had read before,
 * so that the page can say what has changed since.
 * @throws {AppError} `article_not_found`.
 */
export async function markRead(
  { db }: SliceContext,
  viewer: RequestViewer,
  articleId: string,
): Promise<ArticleRead | null> {
  const row = await accessArticle(db, viewer, articleId);
  if (row.status !== "PUBLISHED" || row.version === null) return null;
  const before = await db
    .selectFrom("articles as a")
    .select(lastRead(sql`${viewer.id}::uuid`, "read").as("read"))
    .where("a.id", "=", articleId)
    .executeTakeFirst();
  await sql`INSERT INTO article_reads (article_id, user_id, version)
    VALUES (${articleId}, ${viewer.id}, ${row.version}) ON CONFLICT DO NOTHING`.execute(db);
  await sql`INSERT INTO article_views (day, article_id, user_id)
    VALUES ((now() AT TIME ZONE 'UTC')::date, ${articleId}, ${viewer.id})
    ON CONFLICT (day, article_id, user_id) DO UPDATE SET viewed_at = now()`.execute(db);
  await readPlace(db, viewer.id, { id: articleId, seq: row.version, kinds: ["knowledge.published"] });
  return presentRead(before?.read ?? null);
}

/**
 * Confirms that the viewer has read a version. Confirmations of earlier versions are kept.
 * @param version that they were shown.
 * @throws {AppError} `article_not_found`; `changed_meanwhile` where there is a newer version; `confirmation_not_asked`
 *   where none is asked for, or of somebody outside the article's audience.
 */
export async function confirmRead(
  context: SliceContext,
  broadcastCounts: CountsBroadcaster,
  viewer: RequestViewer,
  { articleId, version }: { articleId: string; version: number },
): Promise<ArticleRead> {
  const read = await transact(context.db, async (tx) => {
    // A share lock: other readers confirm at the same time, but nobody publishes or archives it.
    await tx.selectFrom("articles").select("id").where("id", "=", articleId).forShare().execute();
    const row = await accessArticle(tx, viewer, articleId);
    if (row.version !== version) throw new AppError("changed_meanwhile");
    if (row.must_read_version === null || !row.isForViewer) throw new AppError("confirmation_not_asked");
    const { rows } = await sql<ReadRow>`
      INSERT INTO article_reads AS there (article_id, user_id, version, confirmed_at)
      VALUES (${articleId}, ${viewer.id}, ${version}, now())
      ON CONFLICT (article_id, user_id, version)
        DO UPDATE SET confirmed_at = coalesce(there.confirmed_at, excluded.confirmed_at)
      RETURNING version, read_at, confirmed_at`.execute(tx);
    await updateNotifications(tx, [articleId]);
    return rows[0];
  });
  if (!read) throw new AppError("internal_error", { detail: "no confirmation was written" });
  await readPlace(context.db, viewer.id, { id: articleId, seq: version });
  broadcastCounts(articleId, viewer.id);
  return present(read);
}

/**
 * Says whether an article helped; null takes the vote back. Each person counts once.
 * @throws {AppError} `article_not_found`, `article_not_published`.
 */
export async function vote(
  context: SliceContext,
  broadcastCounts: CountsBroadcaster,
  viewer: RequestViewer,
  { articleId, vote: choice }: { articleId: string; vote: "yes" | "no" | null },
): Promise<{ myVote: "yes" | "no" | null; helpful: number; unhelpful: number }> {
  const counts = await transact(context.db, async (tx) => {
    // Locked first: two votes at once are both counted.
    const { status } = await lockArticle(tx, viewer, articleId);
    if (status !== "PUBLISHED") throw new AppError("article_not_published");
    if (choice === null)
      await tx
        .deleteFrom("article_votes")
        .where("article_id", "=", articleId)
        .where("user_id", "=", viewer.id)
        .execute();
    else
      await tx
        .insertInto("article_votes")
        .values({ article_id: articleId, user_id: viewer.id, is_helpful: choice === "yes" })
        .onConflict((there) =>
          there.columns(["article_id", "user_id"]).doUpdateSet({ is_helpful: choice === "yes" }),
        )
        .execute();
    const { rows } = await sql<{ helpful: number; unhelpful: number }>`UPDATE articles SET
        helpful = (SELECT count(*) FROM article_votes w WHERE w.article_id = articles.id AND w.is_helpful),
        unhelpful = (SELECT count(*) FROM article_votes w WHERE w.article_id = articles.id AND NOT w.is_helpful)
      WHERE id = ${articleId} RETURNING helpful, unhelpful`.execute(tx);
    return rows[0] ?? { helpful: 0, unhelpful: 0 };
  });
  broadcastCounts(articleId, viewer.id);
  return { myVote: choice, ...counts };
}
