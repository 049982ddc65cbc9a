import { canPublishAnnouncements } from "@atoll/contract/announcements/policy";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { applyChange } from "../../../platform/changes/apply-change.ts";
import { onlyNamed } from "../../../platform/changes/changeable.ts";
import { column, type Fields } from "../../../platform/changes/field.ts";
import { touchColumns } from "../../../platform/database/touch-columns.ts";
import { countReadable } from "../../../platform/kinds/factories.ts";
import type { Changer, ChangeSources, SliceChangeable } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { type RequestOrigin, recordAudit } from "../decide.ts";
import { broadcastChange } from "../notifications/broadcast-change.ts";
import { refreshNotificationsOf } from "../notifications/notify-audience.ts";
import { assertMayPublish } from "../policy.ts";
import { isReadable } from "../readable.ts";
import { roomsOf } from "../rooms.ts";
import type { LockedAnnouncement } from "./lock-announcement.ts";

type Row = LockedAnnouncement & { deleted_at: Date | null };

/** The publication of an announcement: its state, its time and the person who scheduled it. */
interface Publication {
  status: LockedAnnouncement["status"];
  publishedAt: string | null;
  scheduledFor: string | null;
  scheduledBy: string | null;
  /** The text that is published with it: another one is not published by an undo. */
  textVersion: number;
}

const publication = column(
  (row: LockedAnnouncement): Publication => ({
    status: row.status,
    publishedAt: row.published_at?.toISOString() ?? null,
    scheduledFor: row.scheduled_for?.toISOString() ?? null,
    scheduledBy: row.scheduled_by,
    textVersion: row.text_version,
  }),
  ({ status, publishedAt, scheduledFor, scheduledBy }: Publication) => ({
    status,
    published_at: publishedAt,
    scheduled_for: scheduledFor,
    scheduled_by: scheduledBy,
  }),
);

const announcementFields = { publication } as const satisfies Fields<Database, Row>;

/** How announcements leave their readers, and how that is undone. */
export const announcementChanges: SliceChangeable<Row, typeof announcementFields> = {
  kind: "announcement",
  table: "announcements",
  fields: announcementFields,
  errors: { notFound: "announcement_not_found", changeNotFound: "change_not_found" },
  lock: (tx, ids) =>
    tx
      .selectFrom("announcements")
      .selectAll()
      .select(sql<Date | null>`NULL::timestamptz`.as("deleted_at"))
      .where(sql<boolean>`id = ANY(${[...ids]}::uuid[])`)
      .orderBy("id")
      .forNoKeyUpdate()
      .execute(),
  countReadable: countReadable({ table: "announcements", alias: "a", isReadable }),
  async audiences(tx, ids) {
    return new Map((await this.lock(tx, ids)).map((row) => [row.id, roomsOf(row)]));
  },
  ...onlyNamed<ChangeSources>(async (context, ids, before) => {
    for (const announcementId of ids)
      await broadcastChange(context, { announcementId, before: before.get(announcementId) ?? [] });
  }),
  notify: (tx, _actorId, changes) =>
    refreshNotificationsOf(
      tx,
      changes.map(({ subjectId }) => subjectId),
    ),
  withdraw: refreshNotificationsOf,
  mayUndo: async (_tx, viewer) => canPublishAnnouncements(viewer),
  async audit(tx, viewer, { before, after }) {
    for (const row of after) {
      const old = before.find(({ id }) => id === row.id);
      if (old) await auditStatus(tx, viewer, viewer, old, row.status);
    }
  },
};

type Leaving = "ARCHIVED" | "DRAFT";

/**
 * Archives a published announcement, or turns a scheduled or published one back into a draft: its readers see it no
 * longer. Can be undone.
 * @throws {AppError} `announcement_not_found`, `forbidden`, `change_id_taken`; `announcement_not_published` for archiving a
 *   draft.
 */
export async function leaveReaders(
  sources: ChangeSources,
  viewer: Changer,
  announcementId: string,
  { status, changeId }: { status: Leaving; changeId: string | undefined },
): Promise<void> {
  const request = { changeId, ids: [announcementId], sent: { announcementId, status } };
  await applyChange(announcementChanges, sources, viewer, request, async (changing, [row]) => {
    assertMayPublish(viewer);
    if (row) await changing.set(row, { publication: without(row, status) });
  });
}

/** Does the same to a locked announcement, as part of another change of it. */
export async function leaveReadersLocked(
  tx: Database,
  viewer: RequestViewer,
  origin: RequestOrigin,
  row: LockedAnnouncement,
  status: Leaving,
): Promise<void> {
  assertMayPublish(viewer);
  await tx
    .updateTable("announcements")
    .set({ ...touchColumns, ...publication.write(without(row, status)) })
    .where("id", "=", row.id)
    .execute();
  await refreshNotificationsOf(tx, [row.id]);
  await auditStatus(tx, viewer, origin, row, status);
}

/** Returns the publication of an announcement after it has left its readers. */
function without(row: LockedAnnouncement, status: Leaving): Publication {
  if (status === "DRAFT")
    return {
      ...{ status, publishedAt: null, scheduledFor: null, scheduledBy: null },
      textVersion: row.text_version,
    };
  if (row.status === "DRAFT") throw new AppError("announcement_not_published");
  return { ...publication.read(row), status };
}

const actions = {
  ARCHIVED: "announcement.archived",
  DRAFT: "announcement.withdrawn",
  PUBLISHED: "announcement.published",
} as const;

async function auditStatus(
  tx: Database,
  viewer: RequestViewer,
  origin: RequestOrigin,
  row: LockedAnnouncement,
  status: keyof typeof actions,
): Promise<void> {
  if (row.status !== status) await recordAudit(tx, actions[status], viewer, origin, row);
}
