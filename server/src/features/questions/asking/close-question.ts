import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { SliceContext } from "../../../slice.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { assertMayDecide } from "../policy.ts";
import { accessQuestion, lockQuestion } from "../public.ts";
import { leadsTo } from "../queries.ts";
import { roomsOf, sendChanged } from "../rooms.ts";

/**
 * Closes a question as the duplicate of another one that the viewer may read, or opens it again. Its own votes and answers
 * stay where they are; to bring them together, moderators merge.
 * @throws {AppError} `question_not_found`, `duplicate_loop`; `forbidden`, also for one that is merged or in the FAQ.
 */
export async function closeAsDuplicate(
  context: SliceContext,
  viewer: RequestViewer,
  questionId: string,
  duplicateOfId: string | null,
): Promise<void> {
  await transact(context.db, async (tx) => {
    // Both, in one order: neither becomes the duplicate of the other at the same time.
    for (const id of [questionId, ...(duplicateOfId === null ? [] : [duplicateOfId])].toSorted())
      await lockQuestion(tx, id);
    const question = await accessQuestion(tx, viewer, questionId);
    assertMayDecide(viewer, question);
    if (question.merged_into !== null || question.is_in_faq)
      throw new AppError("forbidden", { detail: "merged, or in the FAQ" });
    if (duplicateOfId !== null) {
      await accessQuestion(tx, viewer, duplicateOfId);
      if (await leadsTo(tx, duplicateOfId, questionId)) throw new AppError("duplicate_loop");
    }
    await tx
      .updateTable("questions")
      .set({ duplicate_of: duplicateOfId })
      .where("id", "=", questionId)
      .execute();
  });
  await sendChanged(context, [questionId]);
}

/**
 * Marks the accepted answer as outdated, which every reader may, or confirms that it still holds, which its author, the
 * asker and moderators may.
 * @throws {AppError} `question_not_found`, `forbidden`.
 */
export async function markOutdated(
  context: SliceContext,
  viewer: RequestViewer,
  questionId: string,
  isOutdated: boolean,
): Promise<void> {
  await transact(context.db, async (tx) => {
    await lockQuestion(tx, questionId);
    const row = await accessQuestion(tx, viewer, questionId);
    if (row.accepted_answer_id === null) throw new AppError("forbidden", { detail: "nothing is accepted" });
    if (!isOutdated && row.accepted_by !== viewer.id) assertMayDecide(viewer, row);
    await tx
      .updateTable("questions")
      .set(isOutdated ? { outdated_at: sql`now()` } : { outdated_at: null, confirmed_at: sql`now()` })
      .where("id", "=", questionId)
      .execute();
  });
  await sendChanged(context, [questionId]);
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
