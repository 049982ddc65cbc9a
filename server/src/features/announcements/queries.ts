import { announcementNoteLength } from "@atoll/contract/announcements/limits";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../tables.ts";
import { filesOf } from "../files/public.ts";
import { namesOf } from "../people/public.ts";
import { announcementKind } from "./readable.ts";

/** SQL: the instant by which lists are ordered. */
export const listedAt: RawBuilder<Date> = sql<Date>`coalesce(a.published_at, a.created_at)`;

/** Selects announcements as lists show them. It checks no permission: add `isReadable`. */
export function selectAnnouncements(db: Database) {
  return db
    .selectFrom("announcements as a")
    .select([
      "a.id",
      "a.title",
      sql<string>`left(a.content, ${sql.lit(announcementNoteLength)})`.as("note"),
      "a.status",
      "a.priority",
      "a.author_id",
      "a.department_ids",
      "a.role_ids",
      "a.scheduled_for",
      "a.scheduled_by",
      "a.published_at",
      "a.expires_at",
      "a.must_read",
      "a.due_at",
      "a.allows_comments",
      "a.by_mail",
      "a.comment_count",
      "a.edition",
      "a.edition_at",
      "a.text_version",
      "a.version",
      "a.created_at",
      "a.updated_at",
    ])
    .select([
      namesOf("departments", "a.department_ids").as("departments"),
      namesOf("roles", "a.role_ids").as("roles"),
      sql<number>`(SELECT count(*) FROM files f WHERE f.subject_id = a.id
        AND f.subject_kind = ${sql.lit(announcementKind)} AND f.discarded_at IS NULL)`.as("file_count"),
    ]);
}

export type AnnouncementRow = Awaited<ReturnType<ReturnType<typeof selectAnnouncements>["execute"]>>[number];

/** SQL: the edition of `a` that a person opened last. */
const lastRead = (userId: string) => sql<ReadColumns | null>`(
  SELECT json_build_object('edition', r.edition, 'read_at', r.read_at, 'confirmed_at', r.confirmed_at)
  FROM announcement_reads r WHERE r.announcement_id = a.id AND r.user_id = ${userId}
  ORDER BY r.edition DESC LIMIT 1)`;

/** A person's read of an announcement, as in JSON. */
interface ReadColumns {
  edition: number;
  read_at: string;
  confirmed_at: string | null;
}

/** Selects announcements with the viewer's read and confirmation. */
export function selectListed(db: Database, userId: string) {
  return selectAnnouncements(db).select([
    lastRead(userId).as("read"),
    sql<string>`to_char(${listedAt} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as("listed_at"),
  ]);
}

export type ListedRow = Awaited<ReturnType<ReturnType<typeof selectListed>["execute"]>>[number];

/** Selects one announcement with the details that only an opened one shows. */
export function selectOpen(db: Database, userId: string, announcementId: string) {
  return selectListed(db, userId)
    .select(["a.content", "a.mentions", filesOf(announcementKind, sql`a.id`).as("files")])
    .where("a.id", "=", announcementId);
}

export type OpenRow = NonNullable<Awaited<ReturnType<ReturnType<typeof selectOpen>["executeTakeFirst"]>>>;

/** SQL: this person has opened the current edition of `a`. */
export const hasRead = (userId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`EXISTS (SELECT FROM announcement_reads r
    WHERE r.announcement_id = a.id AND r.user_id = ${userId} AND r.edition = a.edition LIMIT 1)`;

/** SQL: this person has confirmed the current edition of `a`. */
export const hasConfirmed = (userId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`EXISTS (SELECT FROM announcement_reads r WHERE r.announcement_id = a.id AND r.user_id = ${userId}
    AND r.edition = a.edition AND r.confirmed_at IS NOT NULL LIMIT 1)`;
