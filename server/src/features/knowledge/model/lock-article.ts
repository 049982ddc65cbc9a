import { isArticleFor } from "@atoll/contract/knowledge/policy";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { partsOf } from "./policy.ts";
import { type ArticleRow, selectArticles } from "./queries.ts";
import { isReadable } from "./readable.ts";

/** Every column of an article that is locked until the transaction ends. */
export type LockedArticle = Awaited<ReturnType<typeof lockArticle>>;

/**
 * Locks an article that the viewer may read, so that nobody changes it until the transaction ends.
 * @throws {AppError} `article_not_found`.
 */
export async function lockArticle(tx: Database, viewer: RequestViewer, articleId: string) {
  const row = await tx
    .selectFrom("articles as a")
    .selectAll("a")
    .where("a.id", "=", articleId)
    .where(isReadable(viewer))
    .forNoKeyUpdate("a")
    .executeTakeFirst();
  if (!row) throw new AppError("article_not_found");
  return row;
}

/** Columns that every change of an article sets. */
export const touchColumns = {
  revision: sql<number>`revision + 1`,
  updated_at: sql<Date>`now()`,
};

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
