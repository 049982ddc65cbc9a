import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { Database } from "../../../tables.ts";
import { announceDocumentRights } from "../../documents/public.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { accessArticle } from "../ground/access-article.ts";
import { type BroadcastSources, broadcastArticles, selectHeard } from "../ground/broadcast.ts";
import { lockArticle, touchColumns } from "../ground/lock-article.ts";
import { assertMayEdit } from "../ground/policy.ts";
import { findParent, lockTree, narrow, rankBefore, spreadBelow } from "../ground/tree.ts";
import { documentOf } from "../text/draft-text.ts";
import { updateNotifications } from "../trust/notify.ts";

/**
 * Moves an article in the tree, with everything below it. Readers of the new parent limit those of all that moves.
 * @throws {AppError} `article_not_found`, also for a parent that the viewer cannot read; `forbidden` where they may not
 *   edit the article or its new parent; `article_loop` below itself, or too deep.
 */
export async function moveArticle(
  sources: BroadcastSources,
  viewer: RequestViewer,
  articleId: string,
  to: { parentId: string | null; beforeId: string | null },
): Promise<void> {
  const { ids, before } = await transact(sources.db, async (tx) => {
    await lockTree(tx);
    const row = await lockArticle(tx, viewer, articleId);
    assertMayEdit(viewer, row);
    if (row.kind !== "article") throw new AppError("forbidden", { detail: "only articles are in the tree" });
    const below = await tx
      .selectFrom("articles")
      .select(["id", sql<number>`cardinality(path)`.as("depth")])
      .where(sql<boolean>`path @> ARRAY[${articleId}]::uuid[]`)
      .execute();
    const heardBefore = await selectHeard(
      tx,
      below.map(({ id }) => id),
    );
    const height = Math.max(...below.map(({ depth }) => depth)) - row.path.length + 1;
    const parent = to.parentId === null ? undefined : await enter(tx, viewer, articleId, to.parentId, height);
    const shown = narrow(parent, { departmentIds: row.department_ids, roleIds: row.role_ids });
    await tx
      .updateTable("articles")
      .set({
        ...touchColumns,
        parent_id: to.parentId,
        rank: await rankBefore(tx, to.parentId, to.beforeId, articleId),
        path: [...(parent?.path ?? []), articleId],
        shown_department_ids: shown.departmentIds,
        shown_role_ids: shown.roleIds,
      })
      .where("id", "=", articleId)
      .execute();
    await spreadBelow(tx, articleId);
    const moved = below.map(({ id }) => id);
    await updateNotifications(tx, moved);
    for (const id of moved) await announceDocumentRights(tx, documentOf(id));
    return { ids: moved, before: heardBefore };
  });
  await broadcastArticles(sources, ids, before);
}

async function enter(
  tx: Database,
  viewer: RequestViewer,
  articleId: string,
  parentId: string,
  height: number,
) {
  const above = await accessArticle(tx, viewer, parentId);
  assertMayEdit(viewer, above);
  const parent = await findParent(tx, parentId, height);
  if (parent.path.includes(articleId)) throw new AppError("article_loop");
  return parent;
}
