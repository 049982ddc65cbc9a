import type { FaqAnswer } from "@atoll/contract/knowledge/faq-schemas";
import { newArticleSchema } from "@atoll/contract/knowledge/schemas";
import { AppError } from "../../../platform/app-error.ts";
import { assertNotChanged } from "../../../platform/assert-not-changed.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import type { People } from "../../people/public.ts";
import { type BroadcastSources, broadcastArticles } from "../model/broadcast.ts";
import { lockArticle } from "../model/lock-article.ts";
import { assertMayEdit, assertMayWrite } from "../model/policy.ts";
import { addVersion } from "../text/add-version.ts";
import { updateNotifications } from "../trust/notify.ts";
import { insertArticle } from "./create-article.ts";
import { listFaq } from "./list-articles.ts";

interface Saved {
  question: string;
  answer: string;
  category: string;
  baseVersion: number;
}

/**
 * Publishes a question and its answer. Each saving is a version; one that began from an older version than the newest is
 * refused, and the browser merges.
 * @throws {AppError} `article_not_found`, `forbidden`, `changed_meanwhile`, `article_id_taken`; `article_not_published`
 *   for an answer that has since been archived, which a late save must not bring back.
 */
export async function saveFaqAnswer(
  sources: BroadcastSources & { people: People },
  viewer: RequestViewer,
  articleId: string,
  saved: Saved,
): Promise<FaqAnswer> {
  await transact(sources.db, async (tx) => {
    if (saved.baseVersion === 0) await create(tx, viewer, articleId, saved);
    else await change(tx, viewer, articleId, saved);
  });
  await broadcastArticles(sources, [articleId], []);
  const [answer] = await listFaq(sources, viewer, articleId);
  if (!answer) throw new AppError("article_not_found");
  return answer;
}

async function create(tx: Database, viewer: RequestViewer, id: string, saved: Saved): Promise<void> {
  assertMayWrite(viewer);
  const { question, answer, category } = saved;
  const article = newArticleSchema.parse({ id, kind: "faq", title: question, body: answer, category });
  // Sent again after the answer was lost: it is published already.
  if (await insertArticle(tx, viewer.id, article)) await addVersion(tx, viewer.id, id);
}

async function change(tx: Database, viewer: RequestViewer, articleId: string, saved: Saved): Promise<void> {
  const row = await lockArticle(tx, viewer, articleId);
  assertMayEdit(viewer, row);
  if (row.kind !== "faq") throw new AppError("article_not_found");
  if (row.status === "ARCHIVED") throw new AppError("article_not_published");
  assertNotChanged({ version: row.version ?? 0 }, saved.baseVersion);
  await tx
    .insertInto("article_drafts")
    .values({
      article_id: articleId,
      title: saved.question,
      summary: "",
      body: saved.answer,
      based_on: saved.baseVersion,
      editor_ids: [viewer.id],
      updated_by: viewer.id,
    })
    .execute();
  await tx.updateTable("articles").set({ category: saved.category }).where("id", "=", articleId).execute();
  await addVersion(tx, viewer.id, articleId);
  await updateNotifications(tx, [articleId]);
}
