import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { SliceContext } from "../../../slice.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { notify } from "../../notifications/public.ts";
import { assertMayDecide } from "../policy.ts";
import { accessQuestion, lockQuestion } from "../public.ts";
import { isShared, refreshQuestion, treeOf } from "../queries.ts";
import { sendChanged } from "../rooms.ts";

/**
 * Accepts an answer of a question or of what was merged into it; null: none of them.
 * @throws {AppError} `question_not_found`, `forbidden`; `answer_not_found`, also for an answer that not all readers of the
 *   question may read.
 */
export async function acceptAnswer(
  context: SliceContext,
  viewer: RequestViewer,
  questionId: string,
  answerId: string | null,
): Promise<void> {
  await transact(context.db, async (tx) => {
    await lockQuestion(tx, questionId);
    const question = await accessQuestion(tx, viewer, questionId);
    assertMayDecide(viewer, question);
    if (question.merged_into !== null || question.locked_at)
      throw new AppError("forbidden", { detail: "merged or locked" });
    if (answerId === question.accepted_answer_id) return;
    const answer =
      answerId === null
        ? undefined
        : await tx
            .selectFrom("question_answers as a")
            .innerJoin("vote_subjects as s", (join) =>
              join.onRef("s.id", "=", "a.id").on("s.kind", "=", "answer"),
            )
            .select("a.author_id")
            .where("a.id", "=", answerId)
            .where("a.deleted_at", "is", null)
            .where("s.hidden_at", "is", null)
            .where(isShared(questionId))
            .executeTakeFirst();
    if (answerId !== null && !answer) throw new AppError("answer_not_found");
    // None: also none of those that came with a merge.
    if (answerId === null)
      await tx
        .updateTable("questions")
        .set({ chosen_answer_id: null, chosen_at: null })
        .where(sql<boolean>`id IN ${treeOf(questionId)}`)
        .execute();
    await tx
      .updateTable("questions")
      .set({
        chosen_answer_id: answerId,
        chosen_at: answerId === null ? null : sql`now()`,
        outdated_at: null,
        confirmed_at: null,
        active_at: sql`now()`,
      })
      .where("id", "=", questionId)
      .execute();
    await refreshQuestion(tx, questionId);
    if (answer)
      await notify(tx, {
        kind: "question.accepted",
        subjectId: questionId,
        // The person who accepted it may be the anonymous author.
        actorId: question.author_id === null && question.isMine ? undefined : viewer.id,
        people: answer.author_id === viewer.id ? [] : [answer.author_id],
      });
  });
  await sendChanged(context, [questionId]);
}
