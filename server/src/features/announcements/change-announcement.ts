import type { announcementChangeSchema } from "@atoll/contract/announcements/schemas";
import type { Mention } from "@atoll/contract/mentions";
import { sql, type Updateable } from "kysely";
import type { z } from "zod";
import { AppError } from "../../platform/app-error.ts";
import { assertNotChanged } from "../../platform/assert-not-changed.ts";
import { touchColumns } from "../../platform/database/touch-columns.ts";
import { transact } from "../../platform/database/transact.ts";
import type { ChangeSources } from "../../slice.ts";
import type { Database, Tables } from "../../tables.ts";
import { setFiles } from "../files/public.ts";
import type { RequestViewer } from "../identity/public.ts";
import { assertAudienceThere } from "../people/public.ts";
import type { RequestOrigin } from "./decide.ts";
import { broadcastChange } from "./notifications/broadcast-change.ts";
import { assertMayEdit } from "./policy.ts";
import { leaveReadersLocked } from "./publish/announcement-changes.ts";
import { type LockedAnnouncement, lockAnnouncement } from "./publish/lock-announcement.ts";
import { notifyNewlyReached } from "./publish/notify-newly-reached.ts";
import { publishLocked } from "./publish/publish-announcement.ts";
import { assertPublishable } from "./publish/publishable.ts";
import { announcementKind } from "./readable.ts";
import { findMentioned, namedIn } from "./resolve-mentions.ts";
import { roomsOf } from "./rooms.ts";

type Change = z.output<typeof announcementChangeSchema>;

/**
 * Changes an announcement. A scheduled or published one must stay valid for publication. A change of a published one
 * notifies the people it newly reaches, and an important change asks all others to read it again. Section 7
 * (announcements).
 * @throws {AppError} `announcement_not_found`, `forbidden`, `changed_meanwhile`, `audience_unknown`, `audience_empty`,
 *   `attachment_not_found`, `announcement_not_published` for archiving a draft, and `invalid_request` as
 *   `assertPublishable`.
 */
export async function changeAnnouncement(
  sources: ChangeSources,
  viewer: RequestViewer,
  origin: RequestOrigin,
  announcementId: string,
  change: Change,
): Promise<void> {
  const mentioned = await findMentioned(sources.people, change.mentionIds ?? []);
  const toTell = await transact(sources.db, async (tx) => {
    const before = await lockAnnouncement(tx, viewer, announcementId);
    assertMayEdit(viewer, before);
    assertNotChanged({ version: before.text_version }, change.textVersion);
    const after = await setFields(tx, viewer, before, change, mentioned);
    const isNew = await setStatus(tx, viewer, origin, after, change.status);
    return { announcementId, before: roomsOf(before), isNew };
  });
  await broadcastChange(sources, toTell);
}

async function setFields(
  tx: Database,
  viewer: RequestViewer,
  before: LockedAnnouncement,
  change: Change,
  mentioned: readonly Mention[],
): Promise<LockedAnnouncement> {
  const set = differences(before, change);
  const mentions = namedIn(change.content ?? before.content, [...before.mentions, ...mentioned]);
  const isImportant = change.isImportant && before.status === "PUBLISHED";
  await assertAudienceThere(tx, {
    departmentIds: (set.department_ids ?? []).filter((id) => !before.department_ids.includes(id)),
    roleIds: (set.role_ids ?? []).filter((id) => !before.role_ids.includes(id)),
  });
  if (change.attachmentIds)
    await setFiles(tx, viewer.id, { kind: announcementKind, id: before.id }, change.attachmentIds);
  const after = await tx
    .updateTable("announcements")
    .set({
      ...set,
      ...touchColumns,
      mentions: JSON.stringify(mentions),
      text_version: sql`text_version + 1`,
      ...(before.author_id === viewer.id ? {} : { has_other_writers: true }),
      // A new expiry gets its own notification.
      ...("expires_at" in set ? { is_expiry_told: false } : {}),
      ...(isImportant ? { edition: sql`edition + 1`, edition_at: sql`now()` } : {}),
    })
    .where("id", "=", before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await assertStillPublishable(tx, before, after);
  if (after.status === "PUBLISHED") await notifyNewlyReached(tx, viewer.id, before, after, isImportant);
  return after;
}

/**
 * Asserts that a scheduled or published announcement stays valid. An expiry that has passed since is only refused if
 * the change sets it.
 */
async function assertStillPublishable(
  tx: Database,
  before: LockedAnnouncement,
  after: LockedAnnouncement,
): Promise<void> {
  const at = after.scheduled_for ?? after.published_at;
  if (at === null || after.status === "ARCHIVED") return;
  await assertPublishable(tx, after, at);
  const isNewEnd = after.expires_at?.getTime() !== before.expires_at?.getTime();
  if (isNewEnd && after.expires_at !== null && after.expires_at.getTime() <= Date.now())
    throw new AppError("invalid_request", {
      fields: [{ path: "expiresAt", message: "This time is over. Choose a time to come, or archive it." }],
    });
}

type Fields = Updateable<Tables["announcements"]> & { department_ids?: string[]; role_ids?: string[] };

/** Returns the columns that a change sets. */
function differences(before: LockedAnnouncement, change: Change): Fields {
  const { title, content, priority, departmentIds, roleIds, expiresAt, mustRead, dueAt } = change;
  const date = (instant: string | null) => (instant === null ? null : new Date(instant));
  const isOther = (instant: string | null, there: Date | null) =>
    date(instant)?.getTime() !== there?.getTime();
  return {
    ...(title === undefined ? {} : { title }),
    ...(content === undefined ? {} : { content }),
    ...(priority === undefined ? {} : { priority }),
    ...(departmentIds === undefined ? {} : { department_ids: departmentIds }),
    ...(roleIds === undefined ? {} : { role_ids: roleIds }),
    ...(expiresAt === undefined || !isOther(expiresAt, before.expires_at)
      ? {}
      : { expires_at: date(expiresAt) }),
    ...(mustRead === undefined ? {} : { must_read: mustRead }),
    ...(dueAt === undefined ? {} : { due_at: date(dueAt) }),
    ...(change.allowsComments === undefined ? {} : { allows_comments: change.allowsComments }),
    ...(change.byMail === undefined ? {} : { by_mail: change.byMail }),
  };
}

/** @returns whether the change published it for the first time. */
async function setStatus(
  tx: Database,
  viewer: RequestViewer,
  origin: RequestOrigin,
  row: LockedAnnouncement,
  status: Change["status"],
): Promise<boolean> {
  if (status === undefined || (status === row.status && row.scheduled_for === null)) return false;
  if (status === "PUBLISHED") return publishLocked(tx, viewer, origin, row);
  await leaveReadersLocked(tx, viewer, origin, row, status);
  return false;
}
