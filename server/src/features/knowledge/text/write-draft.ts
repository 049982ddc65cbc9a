import type { draftChangeSchema } from "@atoll/contract/knowledge/schemas";
import { sql } from "kysely";
import type { z } from "zod";
import { AppError } from "../../../platform/app-error.ts";
import { assertNotChanged } from "../../../platform/assert-not-changed.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { Database } from "../../../tables.ts";
import { announceDocumentRights, dropDocument, openDocument } from "../../documents/public.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { type BroadcastSources, broadcastArticles } from "../model/broadcast.ts";
import { type LockedArticle, lockArticle, touchColumns } from "../model/lock-article.ts";
import { assertMayEdit } from "../model/policy.ts";
import { dayText } from "../model/queries.ts";
import { lockTree } from "../model/tree.ts";
import { updateNotifications } from "../trust/notify.ts";
import { deleteDraftOf, deletePage } from "./deleted-drafts.ts";
import { documentOf } from "./draft-text.ts";
import { type DraftRow, selectDraft } from "./drafts.ts";

/**
 * Begins a draft from a published version, or joins the one that is there. Only people who have joined write to it.
 * @param from the version to begin from; null: the published one.
 * @throws {AppError} `article_not_found`, `forbidden`, `version_not_found`; `draft_taken` where a draft is in the way of
 *   an earlier version.
 */
export async function beginDraft(
  sources: BroadcastSources,
  viewer: RequestViewer,
  articleId: string,
  from: number | null,
): Promise<void> {
  const before = await transact(sources.db, async (tx) => {
    const row = await lockArticle(tx, viewer, articleId);
    assertMayEdit(viewer, row);
    const there = await selectDraft(tx, articleId).executeTakeFirst();
    if (there && from !== null) throw new AppError("draft_taken");
    if (there) return (await join(tx, viewer, there)) ? row : undefined;
    // Saving an answer publishes it, and would have to discard what somebody else is writing.
    if (row.kind === "faq") throw new AppError("forbidden", { detail: "answers of the FAQ have no drafts" });
    const version = await tx
      .selectFrom("article_versions as v")
      .select(["v.title", "v.summary", "v.body", dayText("v.effective_on").as("effective_on")])
      .where("v.article_id", "=", articleId)
      .where("v.number", "=", from ?? row.version ?? 0)
      .executeTakeFirst();
    if (!version) throw new AppError("version_not_found");
    await tx
      .insertInto("article_drafts")
      .values({
        article_id: articleId,
        ...version,
        note: from === null || from === row.version ? "" : `Restores version ${from}`,
        based_on: row.version,
        editor_ids: [viewer.id],
        updated_by: viewer.id,
      })
      .execute();
    await openDocument(tx, documentOf(articleId), version.body);
    return row;
  });
  if (before) await broadcastArticles(sources, [articleId], [before]);
}

/** Lets somebody write to a draft that is there. From then on they cannot approve it. */
async function join(tx: Database, viewer: RequestViewer, draft: DraftRow): Promise<boolean> {
  if (draft.editor_ids.includes(viewer.id)) return false;
  await tx
    .updateTable("article_drafts")
    .set({ editor_ids: [...draft.editor_ids, viewer.id] })
    .where("article_id", "=", draft.article_id)
    .execute();
  await announceDocumentRights(tx, documentOf(draft.article_id));
  return true;
}

/**
 * Saves the named fields of a draft, and voids the approval that an earlier text of it had.
 * @throws {AppError} `article_not_found`, `forbidden`, `draft_not_found`, `changed_meanwhile`.
 */
export async function saveDraft(
  sources: BroadcastSources,
  viewer: RequestViewer,
  articleId: string,
  change: z.output<typeof draftChangeSchema>,
): Promise<void> {
  const before = await transact(sources.db, async (tx) => {
    const row = await lockArticle(tx, viewer, articleId);
    assertMayEdit(viewer, row);
    const there = await selectDraft(tx, articleId).executeTakeFirst();
    if (!there) throw new AppError("draft_not_found");
    assertNotChanged(there, change.version);
    const { title = there.title, summary = there.summary, mustRead = there.must_read } = change;
    const { dueOn = there.due_on, effectiveOn = there.effective_on } = change;
    await tx
      .updateTable("article_drafts")
      .set({
        title,
        summary,
        ...(change.body === undefined ? {} : { body: change.body }),
        note: change.note ?? there.note,
        effective_on: effectiveOn,
        must_read: mustRead,
        due_on: mustRead ? dueOn : null,
        state: "writing",
        approved_by: null,
        approved_at: null,
        approved_hash: null,
        submitted_by: null,
        version: sql`version + 1`,
        editor_ids: [...new Set([...there.editor_ids, viewer.id])],
        updated_by: viewer.id,
        updated_at: sql`now()`,
      })
      .where("article_id", "=", articleId)
      .execute();
    if (change.body !== undefined) {
      await dropDocument(tx, documentOf(articleId));
      await openDocument(tx, documentOf(articleId), change.body);
    }
    await touch(tx, row, { title, summary });
    return row;
  });
  await broadcastArticles(sources, [articleId], [before]);
}

/** An article that was never published goes by the title of its draft, and nobody is asked to approve what has changed. */
async function touch(
  tx: Database,
  row: LockedArticle,
  named: { title: string; summary: string },
): Promise<void> {
  await tx
    .updateTable("articles")
    .set({ ...touchColumns, reviewer_id: null, ...(row.status === "DRAFT" ? named : {}) })
    .where("id", "=", row.id)
    .execute();
  if (row.reviewer_id === null) return;
  await updateNotifications(tx, [row.id]);
  // The reviewer may have it open, and reads drafts no longer.
  await announceDocumentRights(tx, documentOf(row.id));
}

/**
 * Discards a draft; an article that was never published goes with it. What was written is kept among the deleted drafts,
 * and its other writers are notified.
 * @throws {AppError} `article_not_found`, `forbidden`, `draft_not_found`; `article_loop` for a new page with pages below.
 */
export async function discardDraft(
  sources: BroadcastSources,
  viewer: RequestViewer,
  articleId: string,
): Promise<void> {
  const before = await transact(sources.db, async (tx) => {
    // Nobody adds a page below while the draft is deleted.
    await lockTree(tx);
    const row = await lockArticle(tx, viewer, articleId);
    assertMayEdit(viewer, row);
    const draft = await selectDraft(tx, articleId).executeTakeFirst();
    if (!draft) throw new AppError("draft_not_found");
    if (row.status === "DRAFT") {
      await assertNothingBelow(tx, row);
      await deletePage(tx, viewer, row, draft);
    } else {
      await deleteDraftOf(tx, viewer, row, draft);
      await tx
        .updateTable("articles")
        .set({ ...touchColumns, reviewer_id: null })
        .where("id", "=", articleId)
        .execute();
    }
    await updateNotifications(tx, [articleId]);
    return row;
  });
  await broadcastArticles(sources, [articleId], [before]);
}

/** @throws {AppError} `article_loop` while pages are below it: their readers are limited by it. */
async function assertNothingBelow(tx: Database, row: LockedArticle): Promise<void> {
  const child = await tx
    .selectFrom("articles")
    .select("id")
    .where("parent_id", "=", row.id)
    .limit(1)
    .executeTakeFirst();
  if (child) throw new AppError("article_loop", { detail: "pages are below this draft" });
}
