import type { articleChangeSchema } from "@atoll/contract/knowledge/schemas";
import { sql, type Updateable } from "kysely";
import type { z } from "zod";
import { assertNotChanged } from "../../../platform/assert-not-changed.ts";
import { recordAct } from "../../../platform/audit.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { Database, Tables } from "../../../tables.ts";
import { announceDocumentRights } from "../../documents/public.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { accessPerson, assertAudienceThere } from "../../people/public.ts";
import { type BroadcastSources, broadcastArticles, selectHeard } from "../ground/broadcast.ts";
import { type LockedArticle, lockArticle, touchColumns } from "../ground/lock-article.ts";
import { assertMayEdit, assertMayGovern } from "../ground/policy.ts";
import { findParent, lockTree, narrow, spreadBelow } from "../ground/tree.ts";
import { documentOf } from "../text/draft-text.ts";
import { updateNotifications } from "../trust/notify.ts";

type Change = z.output<typeof articleChangeSchema>;

/**
 * Changes what is chosen about an article. Tags, category and interval are for everybody who edits it; owner and audience
 * for those who govern it. The audience of every page below follows.
 * @throws {AppError} `article_not_found`, `forbidden`, `changed_meanwhile`, `audience_unknown`, `person_not_found`.
 */
export async function changeArticle(
  sources: BroadcastSources,
  viewer: RequestViewer,
  address: string,
  articleId: string,
  change: Change,
): Promise<void> {
  const { ids, before } = await transact(sources.db, async (tx) => {
    const changesAudience = change.departmentIds !== undefined || change.roleIds !== undefined;
    if (changesAudience) await lockTree(tx);
    const row = await lockArticle(tx, viewer, articleId);
    assertMayEdit(viewer, row);
    if (changesAudience || change.ownerId !== undefined) assertMayGovern(viewer, row);
    assertNotChanged({ version: row.revision }, change.revision);
    const below = changesAudience ? await findBelow(tx, articleId) : [];
    const heardBefore = await selectHeard(tx, [articleId, ...below]);
    if (change.ownerId !== undefined && change.ownerId !== row.owner_id)
      await accessPerson(tx, change.ownerId);
    await setFields(tx, row, change);
    if (changesAudience) await setAudience(tx, row, change);
    await updateNotifications(tx, [articleId, ...below]);
    for (const id of [articleId, ...below]) await announceDocumentRights(tx, documentOf(id));
    await record(tx, viewer, address, row, change);
    return { ids: [articleId, ...below], before: heardBefore };
  });
  await broadcastArticles(sources, ids, before);
}

async function findBelow(tx: Database, articleId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom("articles")
    .select("id")
    .where(sql<boolean>`path @> ARRAY[${articleId}]::uuid[]`)
    .where("id", "<>", articleId)
    .execute();
  return rows.map(({ id }) => id);
}

async function setFields(tx: Database, row: LockedArticle, change: Change): Promise<void> {
  const { category, tags, ownerId, reviewDays, isTemplate } = change;
  const set: Updateable<Tables["articles"]> = {
    ...(category === undefined ? {} : { category }),
    ...(tags === undefined ? {} : { tags }),
    ...(ownerId === undefined || ownerId === row.owner_id
      ? {}
      : // The new owner has not been reminded of what is overdue.
        { owner_id: ownerId, stale_told_at: null }),
    ...(reviewDays === undefined ? {} : { review_days: reviewDays }),
    ...(isTemplate === undefined ? {} : { is_template: isTemplate }),
  };
  await tx
    .updateTable("articles")
    .set({
      ...set,
      ...touchColumns,
      ...(reviewDays === undefined
        ? {}
        : {
            review_at: sql<Date | null>`verified_at + ${reviewDays}::int * interval '1 day'`,
            stale_told_at: null,
          }),
    })
    .where("id", "=", row.id)
    .execute();
}

async function setAudience(tx: Database, row: LockedArticle, change: Change): Promise<void> {
  const own = {
    departmentIds: change.departmentIds ?? row.department_ids,
    roleIds: change.roleIds ?? row.role_ids,
  };
  await assertAudienceThere(tx, {
    departmentIds: own.departmentIds.filter((id) => !row.department_ids.includes(id)),
    roleIds: own.roleIds.filter((id) => !row.role_ids.includes(id)),
  });
  const parent = row.parent_id === null ? undefined : await findParent(tx, row.parent_id, 0);
  const shown = narrow(parent, own);
  await tx
    .updateTable("articles")
    .set({
      department_ids: own.departmentIds,
      role_ids: own.roleIds,
      shown_department_ids: shown.departmentIds,
      shown_role_ids: shown.roleIds,
    })
    .where("id", "=", row.id)
    .execute();
  if (row.kind === "article") await spreadBelow(tx, row.id);
}

/** The audit log records changes of a page's readers and owner. */
async function record(
  tx: Database,
  viewer: RequestViewer,
  address: string,
  row: LockedArticle,
  change: Change,
): Promise<void> {
  const actor = { id: viewer.id, name: viewer.name };
  const subject = { type: "article", id: row.id, name: row.title };
  const { ownerId } = change;
  const before = { departmentIds: row.department_ids, roleIds: row.role_ids };
  const after = {
    departmentIds: change.departmentIds ?? row.department_ids,
    roleIds: change.roleIds ?? row.role_ids,
  };
  // A form sends the readers along when something else was changed.
  if (!isSameSet(before.departmentIds, after.departmentIds) || !isSameSet(before.roleIds, after.roleIds))
    await recordAct(tx, { action: "article.audience-changed", actor, address, subject, before, after });
  if (ownerId !== undefined && ownerId !== row.owner_id)
    await recordAct(tx, {
      action: "article.owner-changed",
      actor,
      address,
      subject,
      before: { ownerId: row.owner_id },
      after: { ownerId },
    });
}

const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.toSorted().join() === other.toSorted().join();
