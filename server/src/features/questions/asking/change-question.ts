import type { questionChangeSchema } from "@atoll/contract/questions/schemas";
import { sql } from "kysely";
import type { z } from "zod";
import { AppError } from "../../../platform/app-error.ts";
import { assertNotChanged } from "../../../platform/assert-not-changed.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { SliceContext } from "../../../slice.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { notify, refreshNotifications } from "../../notifications/public.ts";
import { notificationsOfQuestion } from "../notification-kinds.ts";
import { accessQuestion, lockQuestion } from "../public.ts";
import { findMentioned, resolveMentions } from "../resolve-mentions.ts";
import { sendChanged } from "../rooms.ts";
import { writeTags } from "../write-tags.ts";

/**
 * Changes the words and tags of one's own question, and keeps those from before in its history.
 * @throws {AppError} `question_not_found`, `forbidden`, `changed_meanwhile`.
 */
export async function changeQuestion(
  context: SliceContext,
  viewer: RequestViewer,
  questionId: string,
  input: z.output<typeof questionChangeSchema>,
): Promise<void> {
  const mentioned = await findMentioned(context, input.mentionIds);
  await transact(context.db, async (tx) => {
    await lockQuestion(tx, questionId);
    const row = await accessQuestion(tx, viewer, questionId);
    if (!row.isMine || row.locked_at)
      throw new AppError("forbidden", { detail: "not theirs to edit, or locked" });
    assertNotChanged({ version: row.text_version }, input.textVersion);
    const tagIds = await writeTags(tx, input.tags);
    const mentions = await resolveMentions(tx, questionId, `${input.title}\n${input.content}`, mentioned);
    if (row.title !== input.title || row.content !== input.content)
      await tx
        .insertInto("question_edits")
        .values({
          question_id: questionId,
          editor_id: row.author_id,
          title_before: row.title,
          content_before: row.content,
        })
        .execute();
    await tx
      .updateTable("questions")
      .set({
        title: input.title,
        content: input.content,
        tag_ids: tagIds,
        mentions: JSON.stringify(mentions),
        text_version: sql`text_version + 1`,
        edited_at: sql`now()`,
      })
      .where("id", "=", questionId)
      .execute();
    const known = new Set(row.mentions.map(({ id }) => id));
    await notify(tx, {
      kind: "question.mention",
      subjectId: questionId,
      actorId: row.author_id ?? undefined,
      people: mentions.flatMap(({ id }) => (known.has(id) ? [] : [id])),
    });
    await refreshNotifications(tx, notificationsOfQuestion(questionId));
  });
  await sendChanged(context, [questionId]);
}
