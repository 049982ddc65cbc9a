import { type RawBuilder, type Selectable, sql } from "kysely";
import type { Database, Tables } from "../../tables.ts";
import { rowLimit } from "./row-limit.ts";

/** Messages as `presentMessage` wants them, and the channel's number in the same snapshot. */
export function selectMessages(db: Database) {
  return db
    .selectFrom("messages as x")
    .innerJoin("channels as c", "c.id", "x.channel_id")
    .innerJoin("profiles as p", "p.id", "x.author_id")
    .leftJoin("accounts as a", "a.id", "x.author_id")
    .select([
      "x.id",
      "x.channel_id",
      "x.parent_id",
      "x.seq",
      "x.changed_seq",
      "x.content",
      "x.created_at",
      "x.updated_at",
      "x.edited_at",
      "x.deleted_at",
      "x.author_id",
      "x.sent_hash",
      "x.mentions",
      "x.mentions_all",
      "x.reactions",
      "x.pinned_at",
      "x.reply_count",
      "x.last_reply_at",
      "p.name",
      "p.avatar_url",
      "a.email",
      "c.head",
      repliersOf().as("repliers"),
      attachmentsOf().as("attachments"),
    ]);
}

export type MessageRow = Awaited<ReturnType<ReturnType<typeof selectMessages>["execute"]>>[number];

/** The newest `limit` messages before a number (or at all), newest first; more than that tell of older ones. */
export function pageBefore(db: Database, channelId: string, before: number | undefined, limit: number) {
  return rootsOf(db, channelId)
    .$if(before !== undefined, (query) => query.where("x.seq", "<", unplanned("bigint", before)))
    .orderBy("x.seq", "desc")
    .limit(rowLimit(limit + 1))
    .execute();
}

/** The oldest `limit` messages from a number on, oldest first; more than that tell of newer ones. */
export function pageFrom(db: Database, channelId: string, from: number, limit: number) {
  return rootsOf(db, channelId)
    .where("x.seq", ">=", unplanned("bigint", from))
    .orderBy("x.seq")
    .limit(rowLimit(limit + 1))
    .execute();
}

/** The replies of a thread, newest first, as `pageBefore`. */
export function repliesBefore(db: Database, parentId: string, before: number | undefined, limit: number) {
  return selectMessages(db)
    .where("x.parent_id", "=", parentId)
    .where("x.deleted_at", "is", null)
    .$if(before !== undefined, (query) => query.where("x.seq", "<", before ?? 0))
    .orderBy("x.seq", "desc")
    .limit(rowLimit(limit + 1))
    .execute();
}

/** The pinned messages of a channel, last pinned first. Their number is limited where they are pinned. */
export function pinnedIn(db: Database, channelId: string) {
  return selectMessages(db)
    .where("x.channel_id", "=", channelId)
    .where("x.pinned_at", "is not", null)
    .orderBy("x.pinned_at", "desc")
    .execute();
}

/** The people whom the reactions to a message list: as many a kind as `maxListedReactors`, in no order. */
export function reactorsOf(db: Database, messageId: string) {
  const ids = sql<string>`(
    SELECT jsonb_array_elements_text(kind -> 'userIds')::uuid
    FROM messages x, jsonb_array_elements(x.reactions) kind WHERE x.id = ${messageId}
  )`;
  return db
    .selectFrom("profiles as p")
    .leftJoin("accounts as a", "a.id", "p.id")
    .select(["p.id", "p.name", "p.avatar_url", "a.email"])
    .where("p.id", "in", ids)
    .execute();
}

/** What changed after a number, in order of change; more than `limit` tell that there is more. */
export function changesSince(db: Database, channelId: string, since: number, limit: number) {
  return selectMessages(db)
    .where("x.channel_id", "=", unplanned("uuid", channelId))
    .where("x.changed_seq", ">", unplanned("bigint", since))
    .orderBy("x.changed_seq")
    .limit(rowLimit(limit + 1))
    .execute();
}

export function findMessage(db: Database, messageId: string): Promise<MessageRow | undefined> {
  return selectMessages(db).where("x.id", "=", messageId).executeTakeFirst();
}

function rootsOf(db: Database, channelId: string) {
  return (
    selectMessages(db)
      .where("x.channel_id", "=", unplanned("uuid", channelId))
      .where("x.parent_id", "is", null)
      // A deleted message that others replied to keeps its place.
      .where((eb) => eb.or([eb("x.deleted_at", "is", null), eb("x.reply_count", ">", 0)]))
  );
}

/**
 * A value that PostgreSQL plans without. Else it makes a plan for each channel and each place in it, since a page of a
 * large channel looks a little cheaper than one of any channel, and planning takes longer than reading the page.
 */
function unplanned<T>(type: "uuid" | "bigint", value: T): RawBuilder<NonNullable<T>> {
  return sql`(SELECT ${value}::${sql.raw(type)})`;
}

/** Looked up only for messages that have any: a page of history mostly has none. */
function repliersOf() {
  return sql<{ id: string; name: string; avatar_url: string | null; email: string | null }[]>`
    CASE WHEN x.reply_count > 0 THEN (
      SELECT json_agg(json_build_object('id', rp.id, 'name', rp.name, 'avatar_url', rp.avatar_url, 'email', ra.email)
        ORDER BY array_position(x.replier_ids, rp.id))
      FROM profiles rp LEFT JOIN accounts ra ON ra.id = rp.id WHERE rp.id = ANY(x.replier_ids)
    ) ELSE '[]' END`;
}

function attachmentsOf() {
  return sql<AttachmentRow[]>`CASE WHEN x.has_attachment THEN (
    SELECT coalesce(json_agg(json_build_object(
      'id', f.id, 'filename', f.filename, 'original_name', f.original_name, 'mime_type', f.mime_type,
      'size_bytes', f.size_bytes, 'width', f.width, 'height', f.height, 'preview', f.preview,
      'has_thumbnail', f.has_thumbnail) ORDER BY f.position), '[]')
    FROM attachments f WHERE f.message_id = x.id
  ) ELSE '[]' END`;
}

export type AttachmentRow = Pick<
  Selectable<Tables["attachments"]>,
  | "id"
  | "filename"
  | "original_name"
  | "mime_type"
  | "size_bytes"
  | "width"
  | "height"
  | "preview"
  | "has_thumbnail"
>;
