import {
  announcementState,
  canAlwaysReadAnnouncement,
  canPublishAnnouncements,
  isAddressed,
} from "@atoll/contract/announcements/policy";
import { sql } from "kysely";
import { touchColumns } from "../../platform/database/touch-columns.ts";
import {
  filesReadWith,
  ownedBy,
  placedIn,
  type ReadableRows,
  readableById,
  replaceDepartment,
  searchSource,
} from "../../platform/kinds/factories.ts";
import type { FileKind } from "../../platform/kinds/file-kinds.ts";
import type {
  CommentedKind,
  RequestViewer,
  SliceOwnedKind,
  SlicePlacedKind,
  SliceSearchSource,
} from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { notify } from "../notifications/public.ts";
import { broadcastChange } from "./notifications/broadcast-change.ts";
import { partsOf } from "./policy.ts";
import { listedAt, selectAnnouncements } from "./queries.ts";
import { announcementKind, audienceOf, isReadable } from "./readable.ts";
import { roomsOf } from "./rooms.ts";

const announcementRows: ReadableRows<RequestViewer> = { table: "announcements", alias: "a", isReadable };

/** The files of announcements, readable with the announcement. */
export const announcementFiles: FileKind<RequestViewer> = filesReadWith(announcementRows, {
  kind: announcementKind,
  bucket: "announcement-attachments",
});

/** Makes announcements searchable, in every state in which the viewer may read them. */
export const announcementSource: SliceSearchSource = searchSource(announcementRows, {
  kind: announcementKind,
  select: (tx: Database) => selectAnnouncements(tx).select(["a.content", listedAt.as("listed_at")]),
  hit: (row) => ({
    title: row.title,
    text: row.content,
    at: row.listed_at.toISOString(),
    personId: row.author_id,
    departmentIds: row.department_ids,
    link: `/announcements/${row.id}`,
    detail: {
      kind: "announcement",
      priority: row.priority,
      state: announcementState(partsOf(row), Date.now()),
      isForEveryone: row.department_ids.length + row.role_ids.length === 0,
      commentCount: row.comment_count,
    },
  }),
});

/**
 * Hands over the drafts of somebody who leaves, which nobody else could see. A scheduled announcement needs its
 * author's permissions: at its time it becomes a draft again, and the heir is notified. Published ones keep their
 * author.
 */
export const ownedAnnouncements: SliceOwnedKind = ownedBy({
  kind: "drafts of announcements",
  rows: sql`announcements`,
  owner: "author_id",
  where: sql<boolean>`status = 'DRAFT'`,
  async broadcast(context, ids) {
    for (const announcementId of ids) await broadcastChange(context, { announcementId, before: [] });
  },
});

/** Moves the announcements for a department to another, in every state. Nobody is notified. */
export const placedAnnouncements: SlicePlacedKind = placedIn({
  kind: "announcements",
  rows: sql`announcements`,
  isIn: (departmentId) => sql<boolean>`${departmentId}::uuid = ANY(department_ids)`,
  async move(tx, fromId, intoId) {
    const rows = await tx
      .selectFrom("announcements")
      .select(["id", "author_id", "department_ids", "role_ids", "status", "expires_at"])
      .where(sql<boolean>`${fromId}::uuid = ANY(department_ids)`)
      .orderBy("id")
      .forUpdate()
      .execute();
    await sql`UPDATE announcements
      SET department_ids = ${replaceDepartment("department_ids", fromId, intoId)}, version = version + 1
      WHERE ${fromId}::uuid = ANY(department_ids)`.execute(tx);
    return async (context) => {
      for (const row of rows)
        await broadcastChange(context, { announcementId: row.id, before: roomsOf(row) });
    };
  },
});

/**
 * Comments on announcements. Readers read the comments, and write some if the author allows it and the announcement is
 * published. Its author and publishers delete those of others.
 */
export const announcementComments: CommentedKind = {
  kind: announcementKind,
  hold: (tx, id) => sql`SELECT FROM announcements WHERE id = ${id} FOR KEY SHARE`.execute(tx),
  async judge(db, announcementId, people) {
    const row = await selectAnnouncements(db).where("a.id", "=", announcementId).executeTakeFirst();
    if (!row) return new Map();
    const parts = partsOf(row);
    const isOut = announcementState(parts, Date.now()) === "PUBLISHED";
    const readers = people.filter(
      (person) => canAlwaysReadAnnouncement(person, parts) || (isOut && isAddressed(person, audienceOf(row))),
    );
    return new Map(
      readers.map((person) => [
        person.id,
        {
          mayComment: isOut && row.allows_comments,
          mayModerate: person.id === row.author_id || canPublishAnnouncements(person),
        },
      ]),
    );
  },
  isReadable: readableById(announcementRows),
  async onComment(context, tx, { what, subjectId, actorId, newlyCalledIds }) {
    await notify(tx, { kind: "announcement.mention", subjectId, actorId, people: newlyCalledIds });
    if (what === "edited") return undefined;
    const row = await tx
      .updateTable("announcements")
      .set({
        comment_count: sql`comment_count + ${what === "posted" ? 1 : -1}`,
        version: touchColumns.version,
      })
      .where("id", "=", subjectId)
      .returningAll()
      .executeTakeFirst();
    if (!row) return undefined;
    if (what === "posted")
      await notify(tx, {
        kind: "announcement.comment",
        subjectId,
        actorId,
        people: [row.author_id],
        spared: newlyCalledIds,
      });
    return () => {
      broadcastChange(context, { announcementId: subjectId, before: roomsOf(row) }).catch((error: unknown) =>
        context.log.warn(
          { err: error, announcementId: subjectId },
          "a comment of an announcement was not counted on open screens",
        ),
      );
    };
  },
};
