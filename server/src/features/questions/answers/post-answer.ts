import { maxAnswers } from "@atoll/contract/questions/limits";
import { takesAnswers } from "@atoll/contract/questions/policy";
import type { newAnswerSchema } from "@atoll/contract/questions/schemas";
import { sql } from "kysely";
import type { z } from "zod";
import { AppError } from "../../../platform/app-error.ts";
import { createOnce, hashSent, insertNew } from "../../../platform/create-once.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { SliceContext } from "../../../slice.ts";
import { attachFiles } from "../../files/public.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { notify } from "../../notifications/public.ts";
import { followBecause } from "../../votes/public.ts";
import { questionParts } from "../policy.ts";
import { accessQuestion, assertReadsByName, lockQuestion } from "../public.ts";
import { refreshQuestion } from "../queries.ts";
import { findMentioned, resolveMentions } from "../resolve-mentions.ts";
import { sendChanged } from "../rooms.ts";

/**
 * Answers a question. The same answer sent again is answered again, also after the question was closed.
 * @throws {AppError} `question_not_found`, `question_closed`, `answer_id_taken`, `too_many_answers`,
 *   `attachment_not_found`; `forbidden` for the hidden author of a hidden question.
 */
export async function postAnswer(
  context: SliceContext,
  viewer: RequestViewer,
  questionId: string,
  input: z.output<typeof newAnswerSchema>,
): Promise<void> {
  const mentioned = await findMentioned(context, input.mentionIds);
  const isNew = await transact(context.db, async (tx) => {
    await lockQuestion(tx, questionId);
    const question = await accessQuestion(tx, viewer, questionId);
    const sent = {
      byId: viewer.id,
      hash: hashSent(questionId, { ...input, mentionIds: input.mentionIds.toSorted() }),
    };
    const { isNew } = await createOnce(sent, {
      async insert() {
        return insertNew(
          tx.insertInto("question_answers").values({
            id: input.id,
            question_id: questionId,
            author_id: viewer.id,
            content: input.content,
            mentions: "[]",
            sent_hash: sent.hash,
          }),
        );
      },
      find: () =>
        tx
          .selectFrom("question_answers")
          .select(["author_id", "sent_hash"])
          .where("id", "=", input.id)
          .executeTakeFirst(),
      sentOf: (row) => ({ byId: row.author_id, hash: row.sent_hash }),
      taken: "answer_id_taken",
    });
    if (!isNew) return false;
    if (!takesAnswers(questionParts(question))) throw new AppError("question_closed");
    await assertReadsByName(tx, viewer, questionId);
    if (question.answer_count >= maxAnswers) throw new AppError("too_many_answers");
    const mentions = await resolveMentions(tx, questionId, input.content, mentioned);
    await tx
      .updateTable("question_answers")
      .set({ mentions: JSON.stringify(mentions) })
      .where("id", "=", input.id)
      .execute();
    await attachFiles(tx, viewer.id, { kind: "answer", id: input.id }, input.attachmentIds);
    await tx.updateTable("questions").set({ active_at: sql`now()` }).where("id", "=", questionId).execute();
    await refreshQuestion(tx, questionId);
    // Also for an anonymous author: an answer that adds no follower would show that its author asked.
    await followBecause(tx, { kind: "question", id: questionId }, viewer.id, "answered");
    const mentionedIds = mentions.map(({ id }) => id);
    await notify(tx, {
      kind: "question.mention",
      subjectId: questionId,
      actorId: viewer.id,
      people: mentionedIds,
    });
    await notify(tx, {
      kind: "question.answered",
      subjectId: questionId,
      actorId: viewer.id,
      rule: "followers",
      spared: mentionedIds.filter((id) => id !== viewer.id),
    });
    return true;
  });
  if (isNew) await sendChanged(context, [questionId]);
}
