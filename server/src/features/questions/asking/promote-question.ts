import { articleTitleMaxLength } from "@atoll/contract/knowledge/limits";
import { canWriteKnowledge } from "@atoll/contract/knowledge/policy";
import { maxTagsPerQuestion } from "@atoll/contract/questions/limits";
import { AppError } from "../../../platform/app-error.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { SliceContext } from "../../../slice.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { createFaqFromAnswer } from "../../knowledge/public.ts";
import { accessQuestion, assertReadsByName, lockQuestion } from "../public.ts";
import { sendChanged } from "../rooms.ts";

/**
 * Makes an entry of the FAQ from a question and its accepted answer, for the same readers, and closes the question to
 * answers. Doing it again, or at the same time, changes nothing.
 * @throws {AppError} `question_not_found`; `forbidden` for somebody who may not write in the knowledge base;
 *   `question_unanswered` where no answer is accepted, or the question was merged or hidden.
 */
export async function promoteQuestion(
  context: SliceContext,
  viewer: RequestViewer,
  questionId: string,
): Promise<void> {
  const broadcast = await transact(context.db, async (tx) => {
    await lockQuestion(tx, questionId);
    const question = await accessQuestion(tx, viewer, questionId);
    await assertReadsByName(tx, viewer, questionId);
    if (!canWriteKnowledge(viewer)) throw new AppError("forbidden", { detail: "no knowledge/write" });
    if (question.faq_id !== null) return undefined;
    const hidden = await tx
      .selectFrom("vote_subjects")
      .select("hidden_at")
      .where("id", "=", questionId)
      .where("kind", "=", "question")
      .executeTakeFirst();
    if (question.accepted_answer_id === null || question.merged_into !== null || hidden?.hidden_at)
      throw new AppError("question_unanswered");
    const answer = await tx
      .selectFrom("question_answers")
      .select("content")
      .where("id", "=", question.accepted_answer_id)
      .executeTakeFirstOrThrow();
    const { articleId, broadcast } = await createFaqFromAnswer(
      tx,
      viewer,
      { kind: "question", id: questionId },
      {
        question: asTitle(question.title),
        answer: answer.content,
        tags: (question.tags ?? []).slice(0, maxTagsPerQuestion).map(({ name }) => name),
        departmentIds: question.is_private && question.department_id !== null ? [question.department_id] : [],
      },
    );
    await tx.updateTable("questions").set({ faq_id: articleId }).where("id", "=", questionId).execute();
    return broadcast;
  });
  if (!broadcast) return;
  await broadcast(context);
  await sendChanged(context, [questionId]);
}

/** A question can be longer than the title of an answer in the FAQ. */
function asTitle(title: string): string {
  const letters = [...title];
  if (letters.length <= articleTitleMaxLength) return title;
  return `${letters
    .slice(0, articleTitleMaxLength - 1)
    .join("")
    .trimEnd()}…`;
}
