import type { newIdeaSchema } from "@atoll/contract/ideas/schemas";
import { sql } from "kysely";
import type { z } from "zod";
import { createOnce, hashSent, insertNew, type Sent } from "../../../platform/create-once.ts";
import { rejectViolation } from "../../../platform/database/reject-violation.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { ChangeSources } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { accessMessage } from "../../chat/public.ts";
import { attachFiles } from "../../files/public.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { lockChoices } from "../../people/public.ts";
import { followBecause, hideAuthor } from "../../votes/public.ts";
import { broadcastIdeas } from "../broadcast-ideas.ts";
import { addEntry } from "../entries.ts";
import { ideaKind } from "../idea-kind.ts";
import { assertOwnAudience, writerOf } from "../readable.ts";

type ToCreate = z.output<typeof newIdeaSchema>;

/**
 * Posts an idea. The same one sent again, which happens when its answer was lost, is answered again.
 * @throws {AppError} `idea_id_taken`, `department_not_found`, `attachment_not_found`, `message_not_found`,
 *   `idea_audience_not_own`.
 */
export async function createIdea(
  sources: ChangeSources,
  viewer: RequestViewer,
  input: ToCreate,
): Promise<void> {
  const isNew = await transact(sources.db, (tx) => insertIdea(tx, viewer, input));
  if (isNew) await broadcastIdeas(sources, [input.id]);
}

/**
 * The same within a transaction of another slice, which calls `broadcastIdeas` once it is committed.
 * @returns whether the idea is new.
 */
export async function insertIdea(tx: Database, viewer: RequestViewer, input: ToCreate): Promise<boolean> {
  const { id, ...content } = input;
  const subject = { kind: ideaKind, id };
  const sent: Sent = { byId: viewer.id, hash: hashSent(content) };
  const { isNew } = await createOnce(sent, {
    insert: () =>
      rejectViolation(insertRow(tx, input, sent), {
        ideas_source_message_id_fkey: "message_not_found",
        ideas_department_id_fkey: "department_not_found",
      }),
    // The author of an anonymous idea is not stored yet when it was inserted a moment ago.
    find: () =>
      tx
        .selectFrom("ideas as i")
        .select(["i.sent_hash", sql<string | null>`${writerOf}`.as("writer_id")])
        .where("i.id", "=", id)
        .executeTakeFirst(),
    sentOf: (idea) => ({ byId: idea.writer_id ?? "", hash: idea.sent_hash }),
    taken: "idea_id_taken",
  });
  if (!isNew) return false;
  // Also of an anonymous idea, which keeps no message: the answer must not tell which messages there are.
  if (input.sourceMessageId) await accessMessage(tx, viewer, input.sourceMessageId);
  if (input.isAnonymous) assertOwnAudience(viewer, input.audienceIds);
  if (input.isAnonymous) await hideAuthor(tx, subject, viewer.id);
  const { departmentId, audienceIds } = input;
  await lockChoices(tx, { departmentIds: [...(departmentId ? [departmentId] : []), ...audienceIds] });
  await attachFiles(tx, viewer.id, subject, input.attachmentIds);
  await addEntry(tx, { ideaId: id, kind: "posted", actorId: input.isAnonymous ? null : viewer.id });
  if (!input.isAnonymous) await followBecause(tx, subject, viewer.id, "wrote");
  return true;
}

/** @returns whether it was written: nothing is, if the id is there already. */
async function insertRow(tx: Database, input: ToCreate, { byId, hash }: Sent): Promise<boolean> {
  return insertNew(
    tx.insertInto("ideas").values({
      id: input.id,
      title: input.title,
      content: input.text,
      author_id: input.isAnonymous ? null : byId,
      department_id: input.departmentId,
      audience_ids: input.audienceIds,
      tags: input.tags,
      // The message's few readers would be the only possible authors of an anonymous idea.
      source_message_id: input.isAnonymous ? null : input.sourceMessageId,
      sent_hash: hash,
    }),
  );
}
