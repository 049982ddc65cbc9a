import type { newQuestionSchema } from "@atoll/contract/questions/schemas";
import { sql } from "kysely";
import type { z } from "zod";
import { AppError } from "../../../platform/app-error.ts";
import { createOnce, hashSent, insertNew, type Sent } from "../../../platform/create-once.ts";
import { rejectViolation } from "../../../platform/database/reject-violation.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { attachFiles } from "../../files/public.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { notify } from "../../notifications/public.ts";
import { lockChoices } from "../../people/public.ts";
import { followBecause, hideAuthor } from "../../votes/public.ts";
import { findMentioned, resolveMentions } from "../resolve-mentions.ts";
import { sendChanged } from "../rooms.ts";
import { writeTags } from "../write-tags.ts";

type ToAsk = z.output<typeof newQuestionSchema>;

/**
 * Asks a question. The same one sent again is answered again. Of an anonymous one nothing that is written names the
 * author, but for the row that gives them their own rights; they follow it by that row, and by no other.
 * @throws {AppError} `question_id_taken`, `department_not_found`, `person_not_found`, `attachment_not_found`.
 */
export async function askQuestion(context: SliceContext, viewer: RequestViewer, input: ToAsk): Promise<void> {
  const mentioned = await findMentioned(context, input.mentionIds);
  const isNew = await transact(context.db, async (tx) => {
    const sent = { byId: viewer.id, hash: hashSent({ ...input, mentionIds: input.mentionIds.toSorted() }) };
    const { isNew } = await createOnce(sent, {
      insert: () =>
        rejectViolation(insertQuestion(tx, viewer, input, sent), {
          questions_department_id_fkey: "department_not_found",
          questions_asked_id_fkey: "person_not_found",
        }),
      find: () => findSent(tx, input.id),
      sentOf: (row) => ({ byId: row.by_id ?? "", hash: row.sent_hash }),
      taken: "question_id_taken",
    });
    if (!isNew) return false;
    await assertRouted(tx, viewer, input);
    const mentions = await resolveMentions(tx, input.id, `${input.title}\n${input.content}`, mentioned);
    await tx
      .updateTable("questions")
      .set({ mentions: JSON.stringify(mentions) })
      .where("id", "=", input.id)
      .execute();
    if (input.isAnonymous) await hideAuthor(tx, { kind: "question", id: input.id }, viewer.id);
    else await followBecause(tx, { kind: "question", id: input.id }, viewer.id, "wrote");
    await attachFiles(tx, viewer.id, { kind: "question", id: input.id }, input.attachmentIds);
    await notifyAsked(
      tx,
      viewer.id,
      input,
      mentions.map(({ id }) => id),
    );
    return true;
  });
  if (isNew) await sendChanged(context, [input.id]);
}

/** Leaves nobody out for an anonymous question: the only person who is not notified would be its author. */
async function notifyAsked(
  tx: Database,
  viewerId: string,
  input: ToAsk,
  mentionedIds: readonly string[],
): Promise<void> {
  const about = { subjectId: input.id, actorId: input.isAnonymous ? undefined : viewerId };
  await notify(tx, { ...about, kind: "question.mention", people: mentionedIds });
  if (input.askedId !== null)
    await notify(tx, { ...about, kind: "question.asked", people: [input.askedId], spared: mentionedIds });
  else if (input.departmentId !== null)
    await notify(tx, { ...about, kind: "question.asked", rule: "department", spared: mentionedIds });
  if (input.tags.length > 0)
    await notify(tx, { ...about, kind: "question.tag", rule: "tags", spared: mentionedIds });
}

async function insertQuestion(
  tx: Database,
  viewer: RequestViewer,
  input: ToAsk,
  { hash }: Sent,
): Promise<boolean> {
  return insertNew(
    tx.insertInto("questions").values({
      id: input.id,
      title: input.title,
      content: input.content,
      author_id: input.isAnonymous ? null : viewer.id,
      tag_ids: await writeTags(tx, input.tags),
      department_id: input.departmentId,
      is_private: input.isPrivate,
      asked_id: input.askedId,
      mentions: "[]",
      sent_hash: hash,
    }),
  );
}

/** Finds who sent it, also anonymously, to compare them with the sender of a repeated request. Shown to nobody. */
function findSent(tx: Database, id: string) {
  return tx
    .selectFrom("questions as q")
    .leftJoin("anonymous_authors as h", (join) =>
      join.onRef("h.subject_id", "=", "q.id").on("h.subject_kind", "=", "question"),
    )
    .select(["q.sent_hash", sql<string | null>`coalesce(q.author_id, h.author_id)`.as("by_id")])
    .where("q.id", "=", id)
    .executeTakeFirst();
}

/** A private question goes to a department of the asker: else they could not read it themselves. */
async function assertRouted(tx: Database, viewer: RequestViewer, input: ToAsk): Promise<void> {
  const { departmentId, askedId } = input;
  const isOwn = viewer.departments.some(({ id }) => id === departmentId);
  if (departmentId !== null && input.isPrivate && !isOwn) throw new AppError("department_not_found");
  await lockChoices(tx, {
    departmentIds: departmentId === null ? [] : [departmentId],
    personIds: askedId === null ? [] : [askedId],
  });
}
