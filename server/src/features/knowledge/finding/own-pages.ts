import { maxOwnPages } from "@atoll/contract/knowledge/limits";
import { transact } from "../../../platform/database/transact.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { ownRoom } from "../../people/public.ts";
import { accessArticle } from "../model/lock-article.ts";
import { type ArticleRow, selectArticles } from "../model/queries.ts";
import { isReadablePublished } from "../model/readable.ts";

/**
 * Stars an article for the viewer, or takes the star off. Repeating it changes nothing.
 * @throws {AppError} `article_not_found`.
 */
export async function starArticle(
  { db, realtime }: SliceContext,
  viewer: RequestViewer,
  articleId: string,
  isStarred: boolean,
): Promise<void> {
  await transact(db, async (tx) => {
    // It stays until the star is written.
    await tx.selectFrom("articles").select("id").where("id", "=", articleId).forKeyShare().execute();
    await accessArticle(tx, viewer, articleId);
    if (isStarred)
      await tx
        .insertInto("article_stars")
        .values({ user_id: viewer.id, article_id: articleId })
        .onConflict((there) => there.doNothing())
        .execute();
    else
      await tx
        .deleteFrom("article_stars")
        .where("user_id", "=", viewer.id)
        .where("article_id", "=", articleId)
        .execute();
  });
  realtime.send(ownRoom(viewer.id), "article.read", { articleId });
}

/** Published pages that the viewer has starred, of those that they may read, the latest first. */
export function findStarred(db: Database, viewer: RequestViewer): Promise<ArticleRow[]> {
  return selectArticles(db)
    .innerJoin("article_stars as s", "s.article_id", "a.id")
    .where("s.user_id", "=", viewer.id)
    .where(isReadablePublished(viewer))
    .orderBy("s.starred_at", "desc")
    .orderBy("a.id")
    .limit(maxOwnPages)
    .execute();
}

/** Published pages that the viewer has opened within a month, of those that they may read, the latest first. */
export function findRecent(db: Database, viewer: RequestViewer): Promise<ArticleRow[]> {
  return selectArticles(db)
    .innerJoin(
      (month) =>
        month
          .selectFrom("article_views")
          .select(["article_id", ({ fn }) => fn.max("viewed_at").as("viewed_at")])
          .where("user_id", "=", viewer.id)
          .groupBy("article_id")
          .orderBy("viewed_at", "desc")
          // More than are shown: some of them may be for others by now.
          .limit(10 * maxOwnPages)
          .as("w"),
      (join) => join.onRef("w.article_id", "=", "a.id"),
    )
    .where(isReadablePublished(viewer))
    .orderBy("w.viewed_at", "desc")
    .orderBy("a.id")
    .limit(maxOwnPages)
    .execute();
}
