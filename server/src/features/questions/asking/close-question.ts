import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { applyChange } from "../../../platform/changes/apply-change.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { Changer, ChangeSources, SliceContext } from "../../../slice.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { assertMayDecide } from "../policy.ts";
import { accessQuestion, lockQuestion } from "../public.ts";
import { leadsTo } from "../queries.ts";
import { questionChanges } from "../question-changes.ts";
import { roomsOf, sendChanged } from "../rooms.ts";

/**
 * Closes a question as the duplicate of another one that the viewer may read, or opens it again. Its own votes and answers
 * stay where they are; to bring them together, moderators merge. Can be undone.
 * @throws {AppError} `question_not_found`, `duplicate_loop`, `change_id_taken`; `forbidden`, also for one that is merged or
 *   in the FAQ.
 */
export async function closeAsDuplicate(
  context: ChangeSources,
  viewer: Changer,
  questionId: string,
  { duplicateOfId, changeId }: { duplicateOfId: string | null; changeId?: string | undefined },
): Promise<void> {
  const request = { changeId, ids: [questionId], sent: { questionId, duplicateOfId } };
  await applyChange(
    questionChanges,
    context,
    viewer,
    request,
    async (changing, [row]) => {
      const { tx } = changing;
      const question = await accessQuestion(tx, viewer, questionId);
      assertMayDecide(viewer, question);
      if (!row || question.merged_into !== null || question.is_in_faq)
        throw new AppError("forbidden", { detail: "merged, or in the FAQ" });
      if (duplicateOfId !== null) {
        await accessQuestion(tx, viewer, duplicateOfId);
        if (await leadsTo(tx, duplicateOfId, questionId)) throw new AppError("duplicate_loop");
      }
      await changing.set(row, { duplicateOf: duplicateOfId });
    },
    // Both, in one order: neither becomes the duplicate of the other at the same time.
    async (tx) => void (await questionChanges.lock(tx, [questionId, duplicateOfId ?? questionId])),
  );
}

/**
 * Marks the accepted answer as outdated, which every reader may, or confirms that it still holds, which its author, the
 * asker and moderators may. Can be undone.
 * @throws {AppError} `question_not_found`, `forbidden`, `change_id_taken`.
 */
export async function markOutdated(
  context: ChangeSources,
  viewer: Changer,
  questionId: string,
  { isOutdated, changeId }: { isOutdated: boolean; changeId?: string | undefined },
): Promise<void> {
  const request = { changeId, ids: [questionId], sent: { questionId, isOutdated } };
  await applyChange(questionChanges, context, viewer, request, async (changing, [row]) => {
    const question = await accessQuestion(changing.tx, viewer, questionId);
    if (!row || question.accepted_answer_id === null)
      throw new AppError("forbidden", { detail: "nothing is accepted" });
    if (!isOutdated && question.accepted_by !== viewer.id) assertMayDecide(viewer, question);
    const at = new Date().toISOString();
    const confirmedAt = row.confirmed_at?.toISOString() ?? null;
    await changing.set(row, {
      freshness: isOutdated ? { outdatedAt: at, confirmedAt } : { outdatedAt: null, confirmedAt: at },
    });
  });
}

/**
 * Deletes one's own question, as long as nobody answered it and nothing was merged into it.
 * @throws {AppError} `question_not_found`, `forbidden`, `question_answered`.
 */
export async function deleteQuestion(
  context: SliceContext,
  viewer: RequestViewer,
  questionId: string,
): Promise<void> {
  const rooms = await transact(context.db, async (tx) => {
    await lockQuestion(tx, questionId);
    const row = await accessQuestion(tx, viewer, questionId);
    if (!row.isMine) throw new AppError("forbidden", { detail: "not their question" });
    const merged = await tx
      .selectFrom("vote_subjects")
      .select("id")
      .where("merged_into", "=", questionId)
      .where("kind", "=", "question")
      .executeTakeFirst();
    // Also answers that are hidden: moderators may show them again.
    const answer = await tx
      .selectFrom("question_answers")
      .select("id")
      .where("question_id", "=", questionId)
      .where("deleted_at", "is", null)
      .executeTakeFirst();
    if (answer || merged || row.merged_into !== null) throw new AppError("question_answered");
    const before = await roomsOf(tx, questionId);
    await tx.deleteFrom("questions").where("id", "=", questionId).execute();
    return before;
  });
  await sendChanged(context, [questionId], rooms);
}

/** The viewer looks at a question: each person counts as one view. */
export async function markSeen(
  context: SliceContext,
  viewer: RequestViewer,
  questionId: string,
): Promise<void> {
  await transact(context.db, async (tx) => {
    await accessQuestion(tx, viewer, questionId);
    await sql`WITH seen AS (
        INSERT INTO question_views (question_id, person_id) VALUES (${questionId}, ${viewer.id})
        ON CONFLICT (question_id, person_id) DO UPDATE SET seen_at = now() RETURNING (xmax = 0) AS is_first
      ) UPDATE questions SET view_count = view_count + 1 WHERE id = ${questionId} AND (SELECT is_first FROM seen)`.execute(
      tx,
    );
  });
}
