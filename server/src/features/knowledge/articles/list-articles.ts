import type { FaqAnswer } from "@atoll/contract/knowledge/faq-schemas";
import type { ArticleKind, ArticleState } from "@atoll/contract/knowledge/limits";
import { maxFaqAnswers, maxTreeArticles } from "@atoll/contract/knowledge/limits";
import type { TreeNode } from "@atoll/contract/knowledge/overview-schemas";
import { canEditArticle } from "@atoll/contract/knowledge/policy";
import { type RawBuilder, sql } from "kysely";
import { fetchPage, placeByName } from "../../../platform/page.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import type { People } from "../../people/public.ts";
import { partsOf } from "../model/policy.ts";
import { peopleOfArticle, presentArticle } from "../model/present.ts";
import { type ArticleRow, selectArticles, voteOf } from "../model/queries.ts";
import { isEditable, isForViewer, isReadable } from "../model/readable.ts";

export interface ListQuery {
  kind?: ArticleKind | undefined;
  state: ArticleState;
  trust: "all" | "stale" | "verified";
  owner: "anyone" | "me";
  template?: "1" | undefined;
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
  { kind, state, trust, owner, template, ...page }: ListQuery,
): Promise<{ rows: ArticleRow[]; nextCursor: string | null }> {
  return fetchPage(
    page,
    placeByName,
    (after, count) =>
      selectArticles(db)
        // The database lower-cases some letters in other ways than JavaScript, and so it makes the place in the order.
        .select(sql<string>`lower(a.title)`.as("title_key"))
        .where(states[state])
        .where(isReadable(viewer))
        .$if(kind !== undefined, (rows) => rows.where(sql<boolean>`a.kind = ${kind}`))
        .$if(template !== undefined, (rows) => rows.where("a.is_template", "=", true))
        .$if(trust === "stale", (rows) => rows.where(isStale))
        .$if(trust === "verified", (rows) =>
          rows.where(sql<boolean>`NOT ${isStale} AND a.verified_at IS NOT NULL`),
        )
        .$if(owner === "me", (rows) => rows.where("a.owner_id", "=", viewer.id))
        .$if(after !== undefined, (rows) =>
          rows.where(sql<boolean>`(lower(a.title), a.id) > (${after?.[0]}, ${after?.[1]}::uuid)`),
        )
        .orderBy(sql`lower(a.title)`)
        .orderBy("a.id")
        .limit(count)
        .execute(),
    (row) => [row.title_key, row.id],
  );
}

/**
 * The tree of articles that the viewer may read, parents and siblings in order. Drafts are part of it for those who edit
 * them; archived pages are not.
 */
export async function findTree(db: Database, viewer: RequestViewer): Promise<TreeNode[]> {
  const rows = await db
    .selectFrom("articles as a")
    .leftJoin("article_drafts as d", "d.article_id", "a.id")
    .select(["a.id", "a.parent_id", "a.title", "a.status", "d.state as draft_state"])
    .where("a.kind", "=", "article")
    .where("a.status", "<>", "ARCHIVED")
    .where(sql<boolean>`(${isForViewer(viewer)} OR ${isEditable(viewer)})`)
    .orderBy("a.rank")
    .orderBy("a.id")
    .limit(maxTreeArticles)
    .execute();
  return rows.map(({ id, parent_id, title, status, draft_state }) => ({
    id,
    parentId: parent_id,
    title,
    state: status === "PUBLISHED" ? "published" : draft_state === "writing" ? "draft" : "review",
  }));
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
