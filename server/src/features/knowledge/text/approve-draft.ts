import { canApproveDraft, isArticleFor } from "@atoll/contract/knowledge/policy";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { assertNotChanged } from "../../../platform/assert-not-changed.ts";
import { recordAct } from "../../../platform/audit.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { announceDocumentRights, releaseWriters } from "../../documents/public.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { notify } from "../../notifications/public.ts";
import { accessPerson } from "../../people/public.ts";
import { broadcastArticles, selectHeard } from "../model/broadcast.ts";
import { lockArticle, touchColumns } from "../model/lock-article.ts";
import { assertMayEdit, assertMayGovern, partsOf } from "../model/policy.ts";
import { updateNotifications } from "../trust/notify.ts";
import { addVersion } from "./add-version.ts";
import { documentOf, hashText, readSafeText } from "./draft-text.ts";
import { type DraftRow, selectDraft } from "./drafts.ts";

/**
 * Shares a page that was never published with the people who write for its readers.
 * @throws {AppError} `article_not_found`, `forbidden`, `draft_not_found`.
 */
export async function shareDraft(
  context: SliceContext,
  viewer: RequestViewer,
  articleId: string,
): Promise<void> {
  await changeDraft(context, viewer, articleId, async (tx, _draft, row) => {
    assertMayEdit(viewer, row);
    if (row.is_shared) return;
    await tx
      .updateTable("articles")
      .set({ ...touchColumns, is_shared: true })
      .where("id", "=", articleId)
      .execute();
    await announceDocumentRights(tx, documentOf(articleId));
  });
}

/**
 * Asks a person to approve a draft, which shares it.
 * @throws {AppError} `article_not_found`, `forbidden`, `draft_not_found`, `changed_meanwhile`, `person_not_found`;
 *   `own_approval` for somebody who wrote any of it; `reviewer_unfit` for somebody outside the article's audience.
 */
export async function submitDraft(
  context: SliceContext,
  viewer: RequestViewer,
  articleId: string,
  { version, reviewerId }: { version: number; reviewerId: string },
): Promise<void> {
  await accessPerson(context.db, reviewerId);
  const reviewer = await context.viewers.ofUser(reviewerId);
  await changeDraftAsItIs(context, viewer, articleId, async (tx, draft, row) => {
    assertMayEdit(viewer, row);
    assertNotChanged(draft, version);
    if ([...draft.editor_ids, viewer.id].includes(reviewerId)) throw new AppError("own_approval");
    if (
      !reviewer ||
      !(
        isArticleFor(reviewer, partsOf(row)) ||
        canApproveDraft(reviewer, { ...partsOf(row), isShared: true }, [])
      )
    )
      throw new AppError("reviewer_unfit");
    await readSafeText(context.db, tx, draft);
    await tx
      .updateTable("article_drafts")
      .set({
        state: "review",
        submitted_by: viewer.id,
        refused_by: null,
        refusal: null,
        approved_by: null,
        approved_at: null,
        approved_hash: null,
      })
      .where("article_id", "=", articleId)
      .execute();
    await setReviewer(tx, articleId, reviewerId, { is_shared: true });
    await updateNotifications(tx, [articleId]);
    await notify(tx, {
      kind: "knowledge.review_asked",
      subjectId: articleId,
      actorId: viewer.id,
      people: [reviewerId],
    });
  });
}

/**
 * Approves one exact text. After any edit the approval is void.
 * @param hash of the text that the approver saw.
 * @throws {AppError} `article_not_found`, `draft_not_found`; `own_approval` for somebody who wrote any of it; `forbidden`
 *   for others who are not asked; `changed_meanwhile` where the text is another by now.
 */
export async function approveDraft(
  context: SliceContext,
  viewer: RequestViewer,
  address: string,
  articleId: string,
  hash: string,
): Promise<void> {
  await changeDraftAsItIs(context, viewer, articleId, async (tx, draft, row) => {
    assertMayApprove(viewer, draft, row);
    const body = await readSafeText(context.db, tx, draft);
    if (draft.state !== "review" || hashText({ ...draft, body }) !== hash)
      throw new AppError("changed_meanwhile");
    await tx
      .updateTable("article_drafts")
      .set({ state: "approved", approved_by: viewer.id, approved_at: sql`now()`, approved_hash: hash })
      .where("article_id", "=", articleId)
      .execute();
    await setReviewer(tx, articleId, row.reviewer_id);
    await updateNotifications(tx, [articleId]);
    await notify(tx, {
      kind: "knowledge.approved",
      subjectId: articleId,
      actorId: viewer.id,
      people: draft.submitted_by === null ? [] : [draft.submitted_by],
    });
    await recordAct(tx, {
      action: "article.approved",
      actor: { id: viewer.id, name: viewer.name },
      address,
      subject: { type: "article", id: articleId, name: draft.title },
      after: { text: hash },
    });
  });
}

/**
 * Asks for changes instead of approving. The same words sent again are done once.
 * @throws {AppError} as `approveDraft`; `changed_meanwhile` for a draft that nobody is asked to approve any more, such as
 *   one that a colleague has refused.
 */
export async function refuseDraft(
  context: SliceContext,
  viewer: RequestViewer,
  articleId: string,
  why: string,
): Promise<void> {
  await changeDraft(context, viewer, articleId, async (tx, draft, row) => {
    // Nobody is asked for an approval any more: the answer to the first try may have been lost.
    if (draft.state === "writing" && draft.refused_by === viewer.id && draft.refusal === why) return;
    assertMayApprove(viewer, draft, row);
    if (draft.state === "writing") throw new AppError("changed_meanwhile");
    await tx
      .updateTable("article_drafts")
      .set({
        state: "writing",
        approved_by: null,
        approved_at: null,
        approved_hash: null,
        submitted_by: null,
        refused_by: viewer.id,
        refusal: why,
      })
      .where("article_id", "=", articleId)
      .execute();
    await setReviewer(tx, articleId, null);
    await updateNotifications(tx, [articleId]);
    await notify(tx, {
      kind: "knowledge.changes_asked",
      subjectId: articleId,
      actorId: viewer.id,
      people: draft.submitted_by === null ? draft.editor_ids : [draft.submitted_by],
      facts: { why },
    });
  });
}

/**
 * Publishes a draft as the next version. A procedure needs the approval of exactly this text by somebody else.
 * @throws {AppError} `article_not_found`, `forbidden`, `draft_not_found`, `changed_meanwhile`, `approval_missing`.
 */
export async function publishDraft(
  context: SliceContext,
  viewer: RequestViewer,
  address: string,
  articleId: string,
  version: number,
): Promise<void> {
  await changeDraftAsItIs(context, viewer, articleId, async (tx, draft, row) => {
    assertMayEdit(viewer, row);
    // Publishing an archived page brings it back, which not everybody who edits it may do.
    if (row.status === "ARCHIVED") assertMayGovern(viewer, row);
    assertNotChanged(draft, version);
    const body = await readSafeText(context.db, tx, draft);
    const isApproved = draft.state === "approved" && draft.approved_hash === hashText({ ...draft, body });
    if (row.kind === "sop" && !isApproved) throw new AppError("approval_missing");
    const number = await addVersion(tx, viewer.id, articleId, body);
    await updateNotifications(tx, [articleId]);
    if (draft.must_read)
      await notify(tx, {
        kind: "knowledge.must_read",
        subjectId: articleId,
        actorId: viewer.id,
        rule: "audience",
        place: { id: articleId, seq: number },
      });
    await recordAct(tx, {
      action: "article.published",
      actor: { id: viewer.id, name: viewer.name },
      address,
      subject: { type: "article", id: articleId, name: draft.title },
      after: { version: number },
    });
  });
}

type Locked = Awaited<ReturnType<typeof lockArticle>>;

function assertMayApprove(viewer: RequestViewer, draft: DraftRow, row: Locked): void {
  if (draft.editor_ids.includes(viewer.id)) throw new AppError("own_approval");
  if (!canApproveDraft(viewer, partsOf(row), draft.editor_ids))
    throw new AppError("forbidden", { detail: "not asked to approve this" });
}

async function changeDraft(
  context: SliceContext,
  viewer: RequestViewer,
  articleId: string,
  work: (tx: Database, draft: DraftRow, row: Locked) => Promise<void>,
): Promise<void> {
  const before = await transact(context.db, async (tx) => {
    const row = await lockArticle(tx, viewer, articleId);
    const heard = await selectHeard(tx, [articleId]);
    const draft = await selectDraft(tx, articleId).executeTakeFirst();
    if (!draft) {
      assertMayEdit(viewer, row);
      throw new AppError("draft_not_found");
    }
    await work(tx, draft, row);
    return heard;
  });
  await broadcastArticles(context, [articleId], before);
}

/** The same where the text of the draft is read, and so its writers may have been held. */
async function changeDraftAsItIs(...[context, viewer, articleId, work]: Parameters<typeof changeDraft>) {
  try {
    await changeDraft(context, viewer, articleId, work);
  } finally {
    await releaseWriters(context.db, documentOf(articleId));
  }
}

async function setReviewer(
  tx: Database,
  articleId: string,
  reviewerId: string | null,
  more: { is_shared?: true } = {},
): Promise<void> {
  await tx
    .updateTable("articles")
    .set({ ...touchColumns, ...more, reviewer_id: reviewerId })
    .where("id", "=", articleId)
    .execute();
  await announceDocumentRights(tx, documentOf(articleId));
}
