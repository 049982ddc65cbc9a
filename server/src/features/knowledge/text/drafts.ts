import { canApproveDraft, canEditArticle } from "@atoll/contract/knowledge/policy";
import type { ArticleDraft } from "@atoll/contract/knowledge/schemas";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import type { People } from "../../people/public.ts";
import { accessArticle } from "../model/lock-article.ts";
import { partsOf } from "../model/policy.ts";
import { personIn } from "../model/present.ts";
import { dayText } from "../model/queries.ts";
import { countReaders } from "../trust/readers.ts";
import { hashText, readDraftText } from "./draft-text.ts";

/** Every column of a draft, its days as text. */
export type DraftRow = NonNullable<Awaited<ReturnType<ReturnType<typeof selectDraft>["executeTakeFirst"]>>>;

export function selectDraft(db: Database, articleId: string) {
  return db
    .selectFrom("article_drafts as d")
    .select([
      "d.article_id",
      "d.title",
      "d.summary",
      "d.body",
      "d.note",
      "d.must_read",
      "d.based_on",
      "d.state",
      "d.editor_ids",
      "d.submitted_by",
      "d.refused_by",
      "d.refusal",
      "d.approved_by",
      "d.approved_at",
      "d.approved_hash",
      "d.version",
      "d.updated_by",
      "d.updated_at",
      dayText("d.effective_on").as("effective_on"),
      dayText("d.due_on").as("due_on"),
    ])
    .where("d.article_id", "=", articleId);
}

/**
 * Loads the draft of an article for those who edit it and for its reviewer; null for everybody else.
 * @throws {AppError} `article_not_found`.
 */
async function accessDraft(db: Database, viewer: RequestViewer, articleId: string) {
  const article = await accessArticle(db, viewer, articleId);
  const maySee = canEditArticle(viewer, partsOf(article)) || article.reviewer_id === viewer.id;
  const draft = maySee ? await selectDraft(db, articleId).executeTakeFirst() : undefined;
  return draft ? { article, draft } : null;
}

/**
 * The draft as its page shows it; null when there is none that the viewer may see.
 * @throws {AppError} `article_not_found`.
 */
export async function openDraft(
  { db, people }: { db: Database; people: People },
  viewer: RequestViewer,
  articleId: string,
): Promise<ArticleDraft | null> {
  const opened = await accessDraft(db, viewer, articleId);
  if (!opened) return null;
  const { article, draft } = opened;
  const { body, changedAt } = await readDraftText(db, draft);
  const hash = hashText({ ...draft, body });
  // The text has changed since it was approved, which voids the approval.
  const isVoid = draft.state === "approved" && draft.approved_hash !== hash;
  const named = [draft.submitted_by, draft.refused_by, draft.approved_by, article.reviewer_id].filter(
    (id) => id !== null,
  );
  const known = await people.of([...named, ...draft.editor_ids, draft.updated_by]);
  const orNull = (id: string | null) => (id === null ? null : personIn(known, id));
  return {
    articleId,
    state: isVoid ? "writing" : draft.state,
    title: draft.title,
    summary: draft.summary,
    body,
    note: draft.note,
    effectiveOn: draft.effective_on,
    mustRead: draft.must_read,
    dueOn: draft.due_on,
    basedOn: draft.based_on,
    version: draft.version,
    hash,
    editors: draft.editor_ids.map((id) => personIn(known, id)),
    reviewer: orNull(article.reviewer_id),
    submittedBy: orNull(draft.submitted_by),
    refusedBy: orNull(draft.refused_by),
    refusal: draft.refusal ?? "",
    approvedBy: isVoid ? null : orNull(draft.approved_by),
    approvedAt: isVoid ? null : (draft.approved_at?.toISOString() ?? null),
    canApprove: draft.state === "review" && canApproveDraft(viewer, partsOf(article), draft.editor_ids),
    updatedAt: (changedAt && changedAt > draft.updated_at ? changedAt : draft.updated_at).toISOString(),
    updatedBy: personIn(known, draft.updated_by),
    isWriter: draft.editor_ids.includes(viewer.id),
    readerCount: await countReaders(db, articleId),
  };
}
