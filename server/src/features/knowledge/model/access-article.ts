import { isArticleFor } from "@atoll/contract/knowledge/policy";
import { AppError } from "../../../platform/app-error.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { partsOf } from "./policy.ts";
import { type ArticleRow, selectArticles } from "./queries.ts";
import { isReadable } from "./readable.ts";

/**
 * An article that the viewer may read.
 * @throws {AppError} `article_not_found` when there is none, or it is not theirs to see.
 */
export async function accessArticle(
  db: Database,
  viewer: RequestViewer,
  articleId: string,
): Promise<ArticleRow & { isForViewer: boolean }> {
  const row = await selectArticles(db)
    .where("a.id", "=", articleId)
    .where(isReadable(viewer))
    .executeTakeFirst();
  if (!row) throw new AppError("article_not_found");
  return { ...row, isForViewer: row.status === "PUBLISHED" && isArticleFor(viewer, partsOf(row)) };
}
