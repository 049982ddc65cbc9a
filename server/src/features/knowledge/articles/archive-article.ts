import { AppError } from "../../../platform/app-error.ts";
import { recordAct } from "../../../platform/audit.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { type BroadcastSources, broadcastArticles } from "../ground/broadcast.ts";
import { lockArticle, touchColumns } from "../ground/lock-article.ts";
import { assertMayGovern } from "../ground/policy.ts";
import { updateNotifications } from "../trust/notify.ts";

/**
 * Archives a published article, or brings it back. Its versions, readers and comments stay.
 * @throws {AppError} `article_not_found`, `forbidden`; `article_not_published` for a draft.
 */
export async function setArchived(
  sources: BroadcastSources,
  viewer: RequestViewer,
  address: string,
  articleId: string,
  isArchived: boolean,
): Promise<void> {
  const before = await transact(sources.db, async (tx) => {
    const row = await lockArticle(tx, viewer, articleId);
    assertMayGovern(viewer, row);
    if (row.status === "DRAFT") throw new AppError("article_not_published");
    const status = isArchived ? ("ARCHIVED" as const) : ("PUBLISHED" as const);
    if (row.status === status) return undefined;
    await tx
      .updateTable("articles")
      .set({ ...touchColumns, status })
      .where("id", "=", articleId)
      .execute();
    await updateNotifications(tx, [articleId]);
    await recordAct(tx, {
      action: isArchived ? "article.archived" : "article.unarchived",
      actor: { id: viewer.id, name: viewer.name },
      address,
      subject: { type: "article", id: row.id, name: row.title },
    });
    return row;
  });
  if (before) await broadcastArticles(sources, [articleId], [before]);
}
