import type { ArticleKind } from "@atoll/contract/knowledge/limits";
import { articleLink } from "@atoll/contract/knowledge/links";
import type { KnowledgeViewer } from "@atoll/contract/knowledge/policy";
import { sql } from "kysely";
import { entryText, type NewestEntry, type NewestQuery } from "../../../platform/kinds/newest-entry.ts";
import type { Database } from "../../../tables.ts";
import { isForViewer, isReadablePublished } from "../model/readable.ts";

/** A published page, as another slice links to it. */
export interface PublishedPage {
  id: string;
  kind: ArticleKind;
  title: string;
  words: number;
}

/** Those of these pages that are published, and that the viewer may read. */
export async function findPublished(
  db: Database,
  viewer: KnowledgeViewer,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PublishedPage>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("articles as a")
    .innerJoin("article_versions as v", (join) =>
      join.onRef("v.article_id", "=", "a.id").onRef("v.number", "=", "a.version"),
    )
    .select(["a.id", "a.kind", "a.title", "v.words"])
    .where(sql<boolean>`a.id = ANY(${[...ids]}::uuid[])`)
    .where(isReadablePublished(viewer))
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns the pages that are for the viewer, those first whose version was published last. */
export async function newestArticles(
  db: Database,
  viewer: KnowledgeViewer,
  query: NewestQuery,
): Promise<NewestEntry[]> {
  const rows = await db
    .selectFrom("article_versions as v")
    .innerJoin("articles as a", (join) =>
      join.onRef("a.id", "=", "v.article_id").onRef("a.version", "=", "v.number"),
    )
    .select(["a.id", "a.kind", "v.title", "v.number as version", "v.published_at as at"])
    .select(entryText(sql<string>`coalesce(nullif(v.summary, ''), v.body)`, query).as("text"))
    .where(isForViewer(viewer))
    .orderBy("v.published_at", "desc")
    .orderBy("v.article_id", "desc")
    .limit(query.count)
    .execute();
  return rows.map(({ kind, ...row }) => ({ ...row, path: articleLink({ id: row.id, kind }) }));
}
