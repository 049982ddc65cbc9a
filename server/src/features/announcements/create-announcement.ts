import type { newAnnouncementSchema } from "@atoll/contract/announcements/schemas";
import type { Mention } from "@atoll/contract/mentions";
import type { z } from "zod";
import { createOnce, hashSent, type Sent } from "../../platform/create-once.ts";
import { transact } from "../../platform/database/transact.ts";
import type { Database } from "../../tables.ts";
import { attachFiles } from "../files/access.ts";
import type { RequestViewer } from "../identity/access.ts";
import { assertAudienceThere, ownRoom } from "../people/access.ts";
import { announcementFileKind } from "./kinds/announcement-files.ts";
import { type AnnouncementSources, broadcastChange } from "./notifications/broadcast-change.ts";
import { findMentioned, namedIn } from "./resolve-mentions.ts";

type ToCreate = z.output<typeof newAnnouncementSchema>;

/**
 * Creates a draft. A repeated request, sent when the response was lost, gets the same response. Specification, sections
 * 4 and 7 (announcements).
 * @throws {AppError} `announcement_id_taken`, `audience_unknown`, `attachment_not_found`.
 */
export async function createAnnouncement(
  sources: AnnouncementSources,
  viewer: RequestViewer,
  input: ToCreate,
): Promise<void> {
  const mentioned = await findMentioned(sources.people, input.mentionIds);
  const isNew = await transact(sources.db, (tx) => insertAnnouncement(tx, viewer, input, mentioned));
  if (isNew) await broadcastChange(sources, { announcementId: input.id, before: [ownRoom(viewer.id)] });
}

async function insertAnnouncement(
  tx: Database,
  viewer: RequestViewer,
  input: ToCreate,
  mentioned: readonly Mention[],
): Promise<boolean> {
  const { id, attachmentIds, departmentIds, roleIds } = input;
  const content = { ...input, departmentIds: departmentIds.toSorted(), roleIds: roleIds.toSorted() };
  const sent = { byId: viewer.id, hash: hashSent(content) };
  const { isNew } = await createOnce(sent, {
    insert: () => insertRow(tx, input, mentioned, sent),
    find: () =>
      tx
        .selectFrom("announcements")
        .select(["author_id", "sent_hash"])
        .where("id", "=", id)
        .executeTakeFirst(),
    sentOf: (row) => ({ byId: row.author_id, hash: row.sent_hash }),
    taken: "announcement_id_taken",
  });
  if (!isNew) return false;
  await assertAudienceThere(tx, { departmentIds, roleIds });
  await attachFiles(tx, viewer.id, { kind: announcementFileKind, id }, attachmentIds);
  return true;
}

/** @returns whether the row was inserted: false if the ID exists already. */
async function insertRow(
  tx: Database,
  input: ToCreate,
  mentioned: readonly Mention[],
  { byId, hash }: Sent,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("announcements")
    .values({
      id: input.id,
      title: input.title,
      content: input.content,
      priority: input.priority,
      author_id: byId,
      department_ids: input.departmentIds,
      role_ids: input.roleIds,
      expires_at: dateOf(input.expiresAt),
      must_read: input.mustRead,
      due_at: dateOf(input.dueAt),
      allows_comments: input.allowsComments,
      mentions: JSON.stringify(namedIn(input.content, mentioned)),
      sent_hash: hash,
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

const dateOf = (instant: string | null): Date | null => (instant === null ? null : new Date(instant));
