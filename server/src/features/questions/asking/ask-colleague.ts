import { takesAnswers } from "@atoll/contract/questions/policy";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { SliceContext } from "../../../slice.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { notify } from "../../notifications/public.ts";
import { questionParts } from "../policy.ts";
import { accessQuestion, lockQuestion } from "../public.ts";
import { isReadableByName } from "../readable.ts";
import { sendChanged } from "../rooms.ts";

/**
 * Asks a colleague for an answer. The last person who was asked is the one that the question names; asking them again
 * changes nothing. An anonymous author who asks is not named to them.
 * @throws {AppError} `question_not_found`; `question_closed`; `person_not_found` also for a person who has left or may not
 *   read the question, and for a bot.
 */
export async function askColleague(
  context: SliceContext,
  viewer: RequestViewer,
  questionId: string,
  personId: string,
): Promise<void> {
  const hasChanged = await transact(context.db, async (tx) => {
    await lockQuestion(tx, questionId);
    const question = await accessQuestion(tx, viewer, questionId);
    if (question.asked_id === personId) return false;
    if (!takesAnswers(questionParts(question))) throw new AppError("question_closed");
    const person = await tx
      .selectFrom("accounts")
      .select("id")
      .where("id", "=", personId)
      .where("disabled_at", "is", null)
      .where("is_bot", "=", false)
      .where("guest_until", "is", null)
      .where(isReadableByName(sql`accounts.id`, sql`${questionId}::uuid`))
      .executeTakeFirst();
    if (!person) throw new AppError("person_not_found");
    await tx.updateTable("questions").set({ asked_id: personId }).where("id", "=", questionId).execute();
    const actorId = question.author_id === null && question.isMine ? undefined : viewer.id;
    await notify(tx, { kind: "question.asked", subjectId: questionId, actorId, people: [personId] });
    return true;
  });
  if (hasChanged) await sendChanged(context, [questionId]);
}
