import { newArticleSchema } from "@atoll/contract/knowledge/schemas";
import { sql } from "kysely";
import { insertArticle, seedDraft } from "../../src/features/knowledge/articles/create-article.ts";
import { addVersion } from "../../src/features/knowledge/text/add-version.ts";
import { notify } from "../../src/features/notifications/access.ts";
import type { Database } from "../../src/tables.ts";
import { demoId } from "../ids.ts";
import type { DemoCompany } from "../types.ts";
import { type WrittenDraft, writtenDrafts } from "./written-drafts.ts";

const dayMs = 24 * 3600_000;

/** Creates pages in every state before and after publication: drafts, one that waits for approval, and archived ones. */
export async function seedDrafts(tx: Database, company: DemoCompany, now: Date): Promise<void> {
  for (const draft of writtenDrafts) await seedOne(tx, company, now, draft);
}

async function seedOne(
  tx: Database,
  { people }: DemoCompany,
  now: Date,
  { kind, title, summary, author, approver, isArchived, body }: WrittenDraft,
): Promise<void> {
  const idOf = (key: string) => people.find((one) => one.key === key)?.id;
  const authorId = idOf(author);
  if (!authorId) throw new Error(`nobody called ${author} writes drafts`);
  const id = demoId(new Date(now.getTime() - 9 * dayMs), `draft ${title}`);
  const linked = body.replace(/\{person:(\w+)\}/g, (_whole, key: string) => `[person](person:${idOf(key)})`);
  const article = newArticleSchema.parse({ id, kind, title, summary, body: linked });
  await insertArticle(tx, authorId, article, { seeded: await seedDraft(article) });
  const reviewerId = idOf(approver);
  if (reviewerId) {
    await tx
      .updateTable("article_drafts")
      .set({ state: "review", submitted_by: authorId, must_read: true })
      .where("article_id", "=", id)
      .execute();
    await tx.updateTable("articles").set({ reviewer_id: reviewerId }).where("id", "=", id).execute();
    await notify(tx, {
      kind: "knowledge.review_asked",
      subjectId: id,
      actorId: authorId,
      people: [reviewerId],
    });
  }
  if (isArchived) {
    await addVersion(tx, authorId, id, linked);
    await tx
      .updateTable("articles")
      .set({ status: "ARCHIVED", updated_at: sql`now()` })
      .where("id", "=", id)
      .execute();
  }
}
