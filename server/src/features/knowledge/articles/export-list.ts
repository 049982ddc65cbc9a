import type { Article } from "@atoll/contract/knowledge/schemas";
import { sql } from "kysely";
import { csvBeginning, toCsv } from "../../../platform/csv.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { presentArticles } from "../model/present.ts";
import { type ListQuery, listArticles } from "./list-articles.ts";

const columns = [
  "id",
  "title",
  "section",
  "category",
  "state",
  "version",
  "owner",
  "departments",
  "roles",
  "verified at",
  "verified by",
  "review due",
  "views in 31 days",
  "published at",
];

const sections = { article: "Articles", sop: "SOPs", faq: "FAQ" };

/**
 * Returns a part of a CSV file of articles, in the order of the list. The first part begins with the names of the columns.
 * Each part checks again what the viewer may read.
 */
export async function exportArticleList(
  { db, people }: Pick<SliceContext, "db" | "people">,
  viewer: RequestViewer,
  query: ListQuery,
): Promise<{ csv: string; count: number; nextCursor: string | null }> {
  const { rows, nextCursor } = await listArticles(db, viewer, query);
  const [articles, views] = await Promise.all([
    presentArticles(people, rows),
    countViews(
      db,
      rows.map(({ id }) => id),
    ),
  ]);
  const cells = articles.map((article) => toCells(article, views.get(article.id) ?? 0));
  const csv = query.cursor === undefined ? csvBeginning + toCsv([columns, ...cells]) : toCsv(cells);
  return { csv, count: articles.length, nextCursor };
}

function toCells(article: Article, views: number): (string | number)[] {
  const names = (all: readonly { name: string }[]) => all.map(({ name }) => name).join(", ");
  return [
    article.id,
    article.title,
    sections[article.kind],
    article.category,
    article.state,
    article.version ?? "",
    article.owner.name,
    names(article.departments),
    names(article.roles),
    article.verifiedAt ?? "",
    article.verifiedBy?.name ?? "",
    article.reviewAt ?? "",
    views,
    article.publishedAt ?? "",
  ];
}

/** Counts each person once a day. Older views are not kept. */
async function countViews(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom("article_views")
    .select(["article_id", sql<number>`count(*)::int`.as("views")])
    .where(sql<boolean>`article_id = ANY(${ids}::uuid[])`)
    .groupBy("article_id")
    .execute();
  return new Map(rows.map(({ article_id, views }) => [article_id, views]));
}
