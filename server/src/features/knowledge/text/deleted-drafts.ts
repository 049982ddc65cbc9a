import { deletedDraftDays, maxDeletedDrafts } from "@atoll/contract/knowledge/limits";
import { canManageKnowledge } from "@atoll/contract/knowledge/policy";
import type { DeletedDraft } from "@atoll/contract/knowledge/schemas";
import { type RawBuilder, sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { AppError } from "../../../platform/app-error.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { Job } from "../../../platform/jobs/jobs.ts";
import type { Database, Tables } from "../../../tables.ts";
import { removeCommentsOf } from "../../comments/public.ts";
import { announceDocumentRights, dropDocument } from "../../documents/public.ts";
import { discardFilesOf } from "../../files/public.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { notify } from "../../notifications/public.ts";
import type { People } from "../../people/public.ts";
import { type BroadcastSources, broadcastArticles } from "../model/broadcast.ts";
import { type LockedArticle, touchColumns } from "../model/lock-article.ts";
import { personIn } from "../model/present.ts";
import { isReadable, mayRestore, mayRestoreAsManager } from "../model/readable.ts";
import { findParent, lockTree, narrow, rankBefore } from "../model/tree.ts";
import { updateNotifications } from "../trust/notify.ts";
import { documentOf } from "./draft-text.ts";
import type { DraftRow } from "./drafts.ts";

/** Moves a page that was never published to the deleted drafts. The caller has locked the tree and the page. */
export async function deletePage(
  tx: Database,
  viewer: RequestViewer,
  row: LockedArticle,
  draft: DraftRow,
): Promise<void> {
  // The rights of open pages are looked at again after the commit: nobody writes on in it.
  await announceDocumentRights(tx, documentOf(row.id));
  await tx
    .updateTable("articles")
    .set({
      ...touchColumns,
      ...deletedBy(viewer),
      title: draft.title,
      summary: draft.summary,
      reviewer_id: null,
      parent_id: null,
      path: [row.id],
      deleted_from: row.parent_id,
      // Its readers stay as the pages above left them: restored elsewhere, it is not open to more people.
      department_ids: row.shown_department_ids,
      role_ids: row.shown_role_ids,
    })
    .where("id", "=", row.id)
    .execute();
  await notifyWriters(tx, viewer, row.id, row, draft);
}

/**
 * Moves the draft of a published page to the deleted drafts, as a page of its own with the same owner and readers. A
 * draft in which nothing was written is deleted.
 */
export async function deleteDraftOf(
  tx: Database,
  viewer: RequestViewer,
  row: LockedArticle,
  draft: DraftRow,
): Promise<void> {
  const document = documentOf(row.id);
  if (!(await isWritten(tx, row.id, draft))) {
    await dropDocument(tx, document);
    await tx.deleteFrom("article_drafts").where("article_id", "=", row.id).execute();
    return;
  }
  const id = uuidv7();
  await tx
    .insertInto("articles")
    .values({
      ...{ id, kind: row.kind, title: draft.title, summary: draft.summary },
      ...{ category: row.category, tags: row.tags, review_days: row.review_days },
      ...{ rank: row.rank, path: [id], owner_id: row.owner_id, created_by: draft.updated_by },
      ...{ department_ids: row.shown_department_ids, role_ids: row.shown_role_ids },
      ...{ shown_department_ids: row.shown_department_ids, shown_role_ids: row.shown_role_ids },
      ...deletedBy(viewer),
      deleted_from: row.parent_id,
      sent_hash: Buffer.from(id),
    })
    .execute();
  await tx
    .updateTable("article_drafts")
    .set({
      ...{ article_id: id, based_on: null, state: "writing" },
      ...{ submitted_by: null, approved_by: null, approved_at: null, approved_hash: null },
    })
    .where("article_id", "=", row.id)
    .execute();
  await announceDocumentRights(tx, document);
  await tx
    .updateTable("documents")
    .set({ subject_id: id })
    .where("subject_kind", "=", document.kind)
    .where("subject_id", "=", row.id)
    .execute();
  await notifyWriters(tx, viewer, id, row, draft);
}

const deletedBy = (viewer: RequestViewer) => ({ deleted_at: sql<Date>`now()`, deleted_by: viewer.id });

/** Whether anything was changed since the draft began from the published version. */
async function isWritten(tx: Database, articleId: string, draft: DraftRow): Promise<boolean> {
  if (draft.version > 1) return true;
  const document = await tx
    .selectFrom("documents")
    .select("sequence")
    .where("subject_kind", "=", "article")
    .where("subject_id", "=", articleId)
    .executeTakeFirst();
  return document !== undefined && Number(document.sequence) > 0;
}

function notifyWriters(
  tx: Database,
  viewer: RequestViewer,
  subjectId: string,
  row: LockedArticle,
  draft: DraftRow,
): Promise<void> {
  const people = [...new Set([row.owner_id, row.created_by, ...draft.editor_ids])];
  return notify(tx, { kind: "knowledge.draft_deleted", subjectId, actorId: viewer.id, people });
}

const isRestorable = (viewer: RequestViewer): RawBuilder<boolean> =>
  canManageKnowledge(viewer)
    ? sql<boolean>`(${mayRestoreAsManager} OR ${mayRestore(sql`${viewer.id}::uuid`)})`
    : mayRestore(sql`${viewer.id}::uuid`);

/** The deleted drafts that the viewer may restore, the newest first. */
export async function listDeletedDrafts(
  { db, people }: { db: Database; people: People },
  viewer: RequestViewer,
): Promise<DeletedDraft[]> {
  const rows = await db
    .selectFrom("articles as a")
    .select(["a.id", "a.kind", "a.title", "a.deleted_at", "a.deleted_by", "a.created_by"])
    .where(isRestorable(viewer))
    .orderBy("a.deleted_at", "desc")
    .orderBy("a.id")
    .limit(maxDeletedDrafts)
    .execute();
  const known = await people.of(rows.flatMap((row) => [row.deleted_by ?? row.created_by, row.created_by]));
  return rows.map(({ id, kind, title, deleted_at, deleted_by, created_by }) => {
    const deletedAt = deleted_at ?? new Date();
    const until = new Date(deletedAt.getTime() + deletedDraftDays * 86_400_000);
    return {
      ...{ id, kind, title },
      author: personIn(known, created_by),
      deletedBy: personIn(known, deleted_by ?? created_by),
      deletedAt: deletedAt.toISOString(),
      restorableUntil: until.toISOString(),
    };
  });
}

/**
 * Restores a deleted draft below the page that it was below, or at the top of the tree where that page is gone.
 * @throws {AppError} `article_not_found`.
 */
export async function restoreDeletedDraft(
  sources: BroadcastSources,
  viewer: RequestViewer,
  articleId: string,
): Promise<void> {
  await transact(sources.db, async (tx) => {
    await lockTree(tx);
    const row = await tx
      .selectFrom("articles as a")
      .selectAll("a")
      .where("a.id", "=", articleId)
      .where(isRestorable(viewer))
      .forNoKeyUpdate("a")
      .executeTakeFirst();
    if (!row) throw new AppError("article_not_found");
    const parentId = await findPlace(tx, viewer, row.deleted_from);
    const parent = parentId === null ? undefined : await findParent(tx, parentId, 1);
    const shown = narrow(parent, { departmentIds: row.department_ids, roleIds: row.role_ids });
    await tx
      .updateTable("articles")
      .set({
        ...touchColumns,
        ...{ deleted_at: null, deleted_by: null, deleted_from: null },
        ...{ parent_id: parentId, path: [...(parent?.path ?? []), row.id] },
        rank: await rankBefore(tx, parentId, null, row.id),
        ...{ shown_department_ids: shown.departmentIds, shown_role_ids: shown.roleIds },
      })
      .where("id", "=", row.id)
      .execute();
    await updateNotifications(tx, [row.id]);
    await announceDocumentRights(tx, documentOf(row.id));
  });
  await broadcastArticles(sources, [articleId], []);
}

async function findPlace(tx: Database, viewer: RequestViewer, fromId: string | null): Promise<string | null> {
  if (fromId === null) return null;
  const there = await tx
    .selectFrom("articles as a")
    .select("a.id")
    .where("a.id", "=", fromId)
    .where("a.kind", "=", "article")
    .where(isReadable(viewer))
    .executeTakeFirst();
  return there?.id ?? null;
}

const sweepSize = 100;

/** Deletes drafts for good that were deleted a while ago. */
export const deletedDraftsJob = (): Job<Tables> => ({
  name: "knowledge.sweep-deleted-drafts",
  cron: "41 * * * *",
  async run({ tx, signal }) {
    while ((await sweepDeletedDrafts(tx)) === sweepSize) signal.throwIfAborted();
  },
});

/** @returns how many were deleted. */
export async function sweepDeletedDrafts(tx: Database): Promise<number> {
  const rows = await tx
    .selectFrom("articles")
    .select("id")
    .where("deleted_at", "<", sql<Date>`now() - make_interval(days => ${deletedDraftDays})`)
    .orderBy("deleted_at")
    .limit(sweepSize)
    .forUpdate()
    .execute();
  const ids = rows.map(({ id }) => id);
  for (const id of ids) {
    await discardFilesOf(tx, { kind: "article", id });
    await dropDocument(tx, documentOf(id));
  }
  await removeCommentsOf(tx, "article", ids);
  await updateNotifications(tx, ids);
  await tx
    .deleteFrom("articles")
    .where("id", "in", ids.length > 0 ? ids : [uuidv7()])
    .execute();
  return ids.length;
}
