import type { ArticleKind } from "@atoll/contract/knowledge/limits";
import type { KnowledgeViewer } from "@atoll/contract/knowledge/policy";
import { sql } from "kysely";
import type { Database } from "../../../tables.ts";
import { isReadablePublished } from "../model/readable.ts";

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
