import { AppError } from "../../../platform/app-error.ts";
import { applyChange } from "../../../platform/changes/apply-change.ts";
import type { Changer, ChangeSources } from "../../../slice.ts";
import { notify } from "../../notifications/public.ts";
import { assertMayDecide } from "../policy.ts";
import { accessQuestion } from "../public.ts";
import { isShared } from "../queries.ts";
import { type Choices, questionChanges } from "../question-changes.ts";

/**
 * Accepts an answer of a question or of what was merged into it; null: none of them. Can be undone.
 * @throws {AppError} `question_not_found`, `forbidden`, `change_id_taken`; `answer_not_found`, also for an answer that not
 *   all readers of the question may read.
 */
export async function acceptAnswer(
  context: ChangeSources,
  viewer: Changer,
  questionId: string,
  { answerId, changeId }: { answerId: string | null; changeId?: string | undefined },
): Promise<void> {
  const request = { changeId, ids: [questionId], sent: { questionId, answerId } };
  await applyChange(questionChanges, context, viewer, request, async (changing, [row]) => {
    const { tx } = changing;
    const question = await accessQuestion(tx, viewer, questionId);
    assertMayDecide(viewer, question);
    if (question.merged_into !== null || question.locked_at)
      throw new AppError("forbidden", { detail: "merged or locked" });
    if (!row || answerId === question.accepted_answer_id) return;
    // None: also none of those that came with a merge.
    let accepted: Choices = [];
    if (answerId !== null) {
      const answer = await tx
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
      if (!answer) throw new AppError("answer_not_found");
      const others = (await questionChanges.fields.accepted.read(row, tx)).filter(
        (one) => one.questionId !== questionId,
      );
      accepted = [...others, { questionId, answerId, at: new Date().toISOString() }];
      await notify(tx, {
        kind: "question.accepted",
        subjectId: questionId,
        // The person who accepted it may be the anonymous author.
        actorId: question.author_id === null && question.isMine ? undefined : viewer.id,
        people: answer.author_id === viewer.id ? [] : [answer.author_id],
      });
    }
    await changing.set(row, { accepted, freshness: { outdatedAt: null, confirmedAt: null } });
  });
}
