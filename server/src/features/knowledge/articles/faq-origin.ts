import type { KnowledgeViewer } from "@atoll/contract/knowledge/policy";
import { newArticleSchema } from "@atoll/contract/knowledge/schemas";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { broadcastArticles } from "../model/broadcast.ts";
import { assertMayWrite } from "../model/policy.ts";
import { isReadablePublished } from "../model/readable.ts";
import { addVersion } from "../text/add-version.ts";
import { insertArticle } from "./create-article.ts";

/** The origin of an FAQ answer. There is one answer for each. */
export interface FaqOrigin {
  /** In the singular, as "question". Stored, and so never changed. */
  kind: string;
  id: string;
}

/**
 * Publishes an answered question as an answer of the FAQ, in the caller's transaction. A second call for the same origin
 * changes nothing and answers the article that is there.
 * @param input.departmentIds who reads it; empty: everyone. Pass the readers of the question, never more.
 * @param input.tags kept as the tags of the answer, at most 12.
 * @returns the article, and what to call after the commit so that open screens show it.
 * @throws {AppError} `forbidden` for somebody who may not write in the knowledge base; `invalid_request` for a text that
 *   is too long.
 */
export async function createFaqFromAnswer(
  tx: Database,
  viewer: KnowledgeViewer,
  origin: FaqOrigin,
  input: {
    question: string;
    answer: string;
    category?: string;
    tags?: readonly string[];
    departmentIds?: readonly string[];
  },
): Promise<{ articleId: string; isNew: boolean; broadcast: (context: SliceContext) => Promise<void> }> {
  assertMayWrite(viewer);
  // Two who promote the same question at once: the second waits here, and then finds the first one's article.
  await sql`SELECT pg_advisory_xact_lock(hashtext('atoll faq origin'), hashtext(${`${origin.kind}/${origin.id}`}))`.execute(
    tx,
  );
  const there = await tx
    .selectFrom("articles")
    .select("id")
    .where("origin_kind", "=", origin.kind)
    .where("origin_id", "=", origin.id)
    .executeTakeFirst();
  if (there) return { articleId: there.id, isNew: false, broadcast: async () => undefined };
  const articleId = uuidv7();
  const article = newArticleSchema.parse({
    id: articleId,
    kind: "faq",
    title: input.question,
    body: input.answer,
    category: input.category ?? "",
    tags: [...(input.tags ?? [])].slice(0, 12),
    departmentIds: [...(input.departmentIds ?? [])],
  });
  await insertArticle(tx, viewer.id, article, { origin });
  await addVersion(tx, viewer.id, articleId);
  return { articleId, isNew: true, broadcast: (context) => broadcastArticles(context, [articleId], []) };
}

/**
 * The answers of the FAQ that were made from these things, by the id of the origin, as far as the viewer may read them.
 */
export async function faqOfOrigins(
  db: Database,
  viewer: KnowledgeViewer,
  kind: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { articleId: string; title: string }>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("articles as a")
    .select(["a.id", "a.title", "a.origin_id"])
    .where("a.origin_kind", "=", kind)
    .where(sql<boolean>`a.origin_id = ANY(${[...ids]}::uuid[])`)
    .where(isReadablePublished(viewer))
    .execute();
  return new Map(
    rows.flatMap(({ id, title, origin_id }) => (origin_id ? [[origin_id, { articleId: id, title }]] : [])),
  );
}
