import { type RawBuilder, type Selectable, sql } from "kysely";
import { buildOnce, type ValueOf } from "../../platform/database/build-once.ts";
import type { Database, Tables } from "../../tables.ts";
import { type AttachmentRow, filesOf } from "../files/public.ts";
import { messageFiles } from "./message-files.ts";
import { rowLimit, rowStep } from "./row-limit.ts";

type Mentions = Selectable<Tables["messages"]>["mentions"];
type Reactions = Selectable<Tables["messages"]>["reactions"];

/**
 * Selects messages for `presentMessages`, without their authors, and the channel's number in the same snapshot. Columns
 * that are empty for most messages are null instead of an empty list, and `updated_at` is null until a change: parsing
 * a value in the driver costs about as much as finding it.
 */
export function selectMessages(db: Database) {
  return db
    .selectFrom("messages as x")
    .innerJoin("channels as c", "c.id", "x.channel_id")
    .select([
      "x.id",
      "x.channel_id",
      "x.parent_id",
      "x.seq",
      "x.changed_seq",
      "x.content",
      // Formatted as in responses: parsing it to a date and formatting that takes longer than finding the row.
      sql<string>`to_char(x.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`.as("created_at"),
      sql<Date | null>`NULLIF(x.updated_at, x.created_at)`.as("updated_at"),
      "x.edited_at",
      "x.deleted_at",
      "x.author_id",
      sql<Mentions | null>`NULLIF(x.mentions, '[]')`.as("mentions"),
      "x.mentions_all",
      // Those of them who are still members. Null for other messages, and for calls of everyone.
      sql<string[] | null>`CASE WHEN x.here_ids IS NOT NULL THEN ARRAY(SELECT m.user_id FROM channel_members m
        WHERE m.channel_id = x.channel_id AND m.user_id = ANY(x.here_ids)) END`.as("here_ids"),
      sql<Reactions | null>`NULLIF(x.reactions, '[]')`.as("reactions"),
      "x.pinned_at",
      "x.poll",
      "x.buttons",
      "x.reply_count",
      "x.last_reply_at",
      "c.head",
      sql<string[] | null>`CASE WHEN x.reply_count > 0 THEN x.replier_ids END`.as("replier_ids"),
      attachmentsOf().as("attachments"),
    ]);
}

export type MessageRow = Awaited<ReturnType<ReturnType<typeof selectMessages>["execute"]>>[number];

/** A channel as read by a person. A person who is not a member finds no messages. */
export interface PageOf {
  channelId: string;
  readerId: string;
}

/** How many messages before a number (without one: of all), and how many from it on. */
export interface PageSize {
  at: number | undefined;
  older: number;
  newer: number;
}

/**
 * Returns messages of a channel without replies, oldest first. One more than requested on a side means that there are
 * more. One statement reads both sides, so they are consistent.
 */
export async function readPage(db: Database, of: PageOf, { at, older, newer }: PageSize) {
  const rows = { older: rowStep(older + 1), newer: newer && rowStep(newer + 1) };
  const place = { ...of, at: at ?? Number.MAX_SAFE_INTEGER };
  return newer === 0 ? (await before(db, rows, place)).reverse() : around(db, rows, place);
}

interface PageRows {
  older: number;
  newer: number;
}

interface PageAt extends PageOf {
  at: number;
}

const before = buildOnce((db: Database, { older }: PageRows, value: ValueOf<PageAt>) =>
  rootsOf(db, value)
    .where("x.seq", "<", unplanned("bigint", value("at")))
    .orderBy("x.seq", "desc")
    .limit(sql.lit(older)),
);

/**
 * Reads everything from the oldest message of the older side on, which is cheaper than joining each side with the
 * details.
 */
const around = buildOnce((db: Database, { older, newer }: PageRows, value: ValueOf<PageAt>) => {
  const at = unplanned("bigint", value("at"));
  const olderSide = db
    .selectFrom("messages as x")
    .select("x.seq")
    .where("x.channel_id", "=", unplanned("uuid", value("channelId")))
    .where(isShownRoot())
    .where("x.seq", "<", at)
    .orderBy("x.seq", "desc")
    .limit(sql.lit(older));
  const oldest = db
    .selectFrom(olderSide.as("o"))
    .select((eb) => eb.fn.coalesce(eb.fn.min("o.seq"), at).as("seq"));
  return rootsOf(db, value)
    .where("x.seq", ">=", oldest)
    .orderBy("x.seq")
    .limit(sql.lit(older + newer));
});

/** Selects the replies of a thread, newest first. More than `limit` means that there are older ones. */
export function repliesBefore(db: Database, parentId: string, before: number | undefined, limit: number) {
  return selectMessages(db)
    .where("x.parent_id", "=", parentId)
    .where("x.deleted_at", "is", null)
    .$if(before !== undefined, (query) => query.where("x.seq", "<", before ?? 0))
    .orderBy("x.seq", "desc")
    .limit(rowLimit(limit + 1))
    .execute();
}

/** Selects the pinned messages of a channel, last pinned first. Pinning limits their number. */
export function pinnedIn(db: Database, channelId: string) {
  return selectMessages(db)
    .where("x.channel_id", "=", channelId)
    .where("x.pinned_at", "is not", null)
    .orderBy("x.pinned_at", "desc")
    .execute();
}

/**
 * Selects the changes of a channel after a number, in order of change, for a member. More than `limit` means that there
 * are more.
 */
export function changesSince(db: Database, of: PageOf, since: number, limit: number) {
  return changes(db, { rows: rowStep(limit + 1) }, { ...of, since });
}

const changes = buildOnce(
  (db: Database, { rows }: { rows: number }, value: ValueOf<PageOf & { since: number }>) =>
    readableIn(db, value)
      .where("x.changed_seq", ">", unplanned("bigint", value("since")))
      .orderBy("x.changed_seq")
      .limit(sql.lit(rows)),
);

/** Returns the hash of a message as it was sent, by which a repeated request is recognised. */
export async function findSentHash(db: Database, messageId: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom("messages")
    .select("sent_hash")
    .where("id", "=", messageId)
    .executeTakeFirst();
  return row?.sent_hash;
}

export function findMessage(db: Database, messageId: string): Promise<MessageRow | undefined> {
  return selectMessages(db).where("x.id", "=", messageId).executeTakeFirst();
}

function rootsOf(db: Database, value: ValueOf<PageOf>) {
  return readableIn(db, value).where(isShownRoot());
}

/** SQL: the message is shown in the channel. A deleted message with replies keeps its place. */
function isShownRoot() {
  return sql<boolean>`x.parent_id IS NULL AND (x.deleted_at IS NULL OR x.reply_count > 0)`;
}

function readableIn(db: Database, value: ValueOf<PageOf>) {
  const channelId = unplanned("uuid", value("channelId"));
  const isMember = sql<boolean>`EXISTS (
    SELECT FROM channel_members m
    WHERE m.channel_id = ${channelId} AND m.user_id = ${unplanned("uuid", value("readerId"))})`;
  return selectMessages(db).where(isMember).where("x.channel_id", "=", channelId);
}

/**
 * Hides a value from the planner. Otherwise PostgreSQL plans for each channel and each position, because a page of a
 * large channel looks a little cheaper than one of any channel, and planning takes longer than reading the page.
 */
function unplanned<T>(type: "uuid" | "bigint", value: RawBuilder<T>): RawBuilder<T> {
  return sql`(SELECT ${value}::${sql.raw(type)})`;
}

/** SQL: the files of a message. Looked up only for messages that have some, which most pages of history do not. */
function attachmentsOf() {
  return sql<
    AttachmentRow[] | null
  >`CASE WHEN x.has_attachment THEN ${filesOf(messageFiles.kind, sql`x.id`)} END`;
}
