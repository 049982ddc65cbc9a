import type { FaqAnswer } from "@atoll/contract/knowledge/faq-schemas";
import type { ArticleKind, ArticleState } from "@atoll/contract/knowledge/limits";
import { maxFaqAnswers } from "@atoll/contract/knowledge/limits";
import { canEditArticle } from "@atoll/contract/knowledge/policy";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import type { People } from "../../people/public.ts";
import { partsOf } from "../model/policy.ts";
import { peopleOfArticle, presentArticle } from "../model/present.ts";
import { type ArticleRow, isStarredBy, pageByTitle, selectArticles, voteOf } from "../model/queries.ts";
import { isReadable } from "../model/readable.ts";

export interface ListQuery {
  kind?: ArticleKind | undefined;
  state: ArticleState;
  trust: "all" | "stale" | "verified";
  owner: "anyone" | "me";
  template?: "1" | undefined;
  starred?: "1" | undefined;
  cursor?: string | undefined;
  limit: number;
}

const states: Record<ArticleState, RawBuilder<boolean>> = {
  draft: sql<boolean>`(a.status = 'DRAFT' AND coalesce(d.state, 'writing') = 'writing')`,
  review: sql<boolean>`(a.status = 'DRAFT' AND d.state <> 'writing')`,
  published: sql<boolean>`(a.status = 'PUBLISHED')`,
  archived: sql<boolean>`(a.status = 'ARCHIVED')`,
};

/** SQL: the article `a` is due for review. */
export const isStale: RawBuilder<boolean> = sql<boolean>`(a.status = 'PUBLISHED' AND a.review_at <= now())`;

/** A page of articles of one state that the viewer may read, by title. */
export function listArticles(
  db: Database,
  viewer: RequestViewer,
  { kind, state, trust, owner, template, starred, ...page }: ListQuery,
): Promise<{ rows: ArticleRow[]; nextCursor: string | null }> {
  return pageByTitle(db, page, [
    states[state],
    isReadable(viewer),
    ...(kind === undefined ? [] : [sql<boolean>`a.kind = ${kind}`]),
    ...(template === undefined ? [] : [sql<boolean>`a.is_template`]),
    ...(starred === undefined ? [] : [isStarredBy(viewer.id)]),
    ...(trust === "stale" ? [isStale] : []),
    ...(trust === "verified" ? [sql<boolean>`NOT ${isStale} AND a.verified_at IS NOT NULL`] : []),
    ...(owner === "me" ? [sql<boolean>`a.owner_id = ${viewer.id}`] : []),
  ]);
}

/** Every answer of the FAQ that the viewer may read, the most helpful first. */
export async function listFaq(
  { db, people }: { db: Database; people: People },
  viewer: RequestViewer,
  onlyId?: string,
): Promise<FaqAnswer[]> {
  const rows = await selectArticles(db)
    .select(["v.body as answer", voteOf(viewer.id).as("my_vote")])
    .where("a.kind", "=", "faq")
    .where("a.status", "=", "PUBLISHED")
    .where(isReadable(viewer))
    .$if(onlyId !== undefined, (all) => all.where("a.id", "=", onlyId ?? ""))
    .orderBy(sql`a.helpful - a.unhelpful`, "desc")
    .orderBy("a.id")
    .limit(maxFaqAnswers)
    .execute();
  const known = await people.of(rows.flatMap(peopleOfArticle));
  return rows.map((row) => ({
    ...presentArticle(known, row),
    answer: row.answer ?? "",
    myVote: row.my_vote,
    canEdit: canEditArticle(viewer, partsOf(row)),
  }));
}
