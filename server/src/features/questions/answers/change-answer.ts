import { canModerateCommunity } from "@atoll/contract/questions/policy";
import type { answerChangeSchema } from "@atoll/contract/questions/schemas";
import { sql } from "kysely";
import type { z } from "zod";
import { AppError } from "../../../platform/app-error.ts";
import { assertNotChanged } from "../../../platform/assert-not-changed.ts";
import { recordAct } from "../../../platform/audit.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { Colleague, SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { removeCommentsOf } from "../../comments/public.ts";
import { discardFilesOf } from "../../files/public.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { notify } from "../../notifications/public.ts";
import { accessAnswer, assertReadsByName, lockWithRoots } from "../public.ts";
import { forgetChoice, refreshQuestion } from "../queries.ts";
import { findMentioned, resolveMentions } from "../resolve-mentions.ts";
import { sendChanged } from "../rooms.ts";

/**
 * Changes one's own answer, and keeps what it said before in the history of its question.
 * @throws {AppError} `answer_not_found`, `forbidden`, `changed_meanwhile`.
 */
export async function changeAnswer(
  context: SliceContext,
  viewer: RequestViewer,
  answerId: string,
  input: z.output<typeof answerChangeSchema>,
): Promise<string> {
  const mentioned = await findMentioned(context, input.mentionIds);
  const { questionId, rootId } = await transact(context.db, async (tx) => {
    const { row, rootId } = await lockAnswer(tx, viewer, answerId);
    if (row.author_id !== viewer.id || row.locked_at || (await isQuestionLocked(tx, rootId)))
      throw new AppError("forbidden", { detail: "not theirs to edit, or locked" });
    assertNotChanged(row, input.version);
    const mentions = await resolveMentions(tx, row.question_id, input.content, mentioned);
    if (row.content !== input.content)
      await tx
        .insertInto("question_edits")
        .values({
          question_id: row.question_id,
          answer_id: answerId,
          editor_id: viewer.id,
          title_before: null,
          content_before: row.content,
        })
        .execute();
    await tx
      .updateTable("question_answers")
      .set({
        content: input.content,
        mentions: JSON.stringify(mentions),
        version: sql`version + 1`,
        edited_at: sql`now()`,
      })
      .where("id", "=", answerId)
      .execute();
    const known = new Set(row.mentions.map(({ id }) => id));
    await notify(tx, {
      kind: "question.mention",
      subjectId: rootId,
      actorId: viewer.id,
      people: mentions.flatMap(({ id }) => (known.has(id) ? [] : [id])),
    });
    return { questionId: row.question_id, rootId };
  });
  await sendChanged(context, [...new Set([questionId, rootId])]);
  return rootId;
}

/**
 * Deletes an answer: one's own, or as a moderator, which the audit log keeps. A question whose accepted answer it was has
 * none from then on.
 * @throws {AppError} `answer_not_found`, `forbidden`.
 */
export async function deleteAnswer(
  context: SliceContext,
  viewer: RequestViewer & { address: string },
  answerId: string,
): Promise<void> {
  const { questionId, rootId } = await transact(context.db, async (tx) => {
    const { row, rootId } = await lockAnswer(tx, viewer, answerId);
    const isOwn = row.author_id === viewer.id;
    if (!isOwn && !canModerateCommunity(viewer))
      throw new AppError("forbidden", { detail: "not their answer" });
    await tx
      .updateTable("question_answers")
      .set({ deleted_at: sql`now()`, content: "", mentions: "[]", version: sql`version + 1` })
      .where("id", "=", answerId)
      .execute();
    await tx.deleteFrom("question_edits").where("answer_id", "=", answerId).execute();
    await removeCommentsOf(tx, "answer", [answerId]);
    await discardFilesOf(tx, { kind: "answer", id: answerId });
    await forgetChoice(tx, rootId, answerId);
    await refreshQuestion(tx, rootId);
    if (!isOwn)
      await recordAct(tx, {
        action: "content.deleted",
        actor: { id: viewer.id, name: viewer.name },
        address: viewer.address,
        subject: { type: "answer", id: answerId, name: "" },
        before: { questionId: row.question_id },
      });
    return { questionId: row.question_id, rootId };
  });
  await sendChanged(context, [...new Set([questionId, rootId])]);
}

/** An answer with its question and the root of that locked, the root first. */
async function lockAnswer(tx: Database, viewer: Colleague, answerId: string) {
  const { question_id } = await accessAnswer(tx, viewer, answerId, canModerateCommunity(viewer));
  const rootId = (await lockWithRoots(tx, [question_id])).get(question_id) ?? question_id;
  await sql`SELECT FROM question_answers WHERE id = ${answerId} FOR UPDATE`.execute(tx);
  const row = await accessAnswer(tx, viewer, answerId, canModerateCommunity(viewer));
  await assertReadsByName(tx, viewer, row.question_id);
  return { row, rootId };
}

async function isQuestionLocked(tx: Database, rootId: string): Promise<boolean> {
  const row = await tx
    .selectFrom("vote_subjects")
    .select("locked_at")
    .where("id", "=", rootId)
    .where("kind", "=", "question")
    .executeTakeFirst();
  return row?.locked_at !== null;
}
