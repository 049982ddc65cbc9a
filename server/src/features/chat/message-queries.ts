import { type RawBuilder, type Selectable, sql } from "kysely";
import { buildOnce, type ValueOf } from "../../platform/database/build-once.ts";
import type { Database, Tables } from "../../tables.ts";
import { type AttachmentRow, filesOf } from "../files/access.ts";
import { messageFiles } from "./message-files.ts";
import { rowLimit, rowStep } from "./row-limit.ts";

type Mentions = Selectable<Tables["messages"]>["mentions"];
type Reactions = Selectable<Tables["messages"]>["reactions"];

/**
 * Messages as `presentMessages` wants them, without who wrote them, and the channel's number in the same snapshot. What most messages have none
 * of is null instead of an empty list, and `updated_at` is null until something changes: to take a value out of
 * PostgreSQL's answer costs about as much as to find it.
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
      // As the wire has it: to make a date of each and a text of that again takes longer than to find the row.
      sql<string>`to_char(x.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`.as("created_at"),
      sql<Date | null>`NULLIF(x.updated_at, x.created_at)`.as("updated_at"),
      "x.edited_at",
      "x.deleted_at",
      "x.author_id",
      sql<Mentions | null>`NULLIF(x.mentions, '[]')`.as("mentions"),
      "x.mentions_all",
      sql<Reactions | null>`NULLIF(x.reactions, '[]')`.as("reactions"),
      "x.pinned_at",
      "x.reply_count",
      "x.last_reply_at",
      "c.head",
      sql<string[] | null>`CASE WHEN x.reply_count > 0 THEN x.replier_ids END`.as("replier_ids"),
      attachmentsOf().as("attachments"),
    ]);
}

export type MessageRow = Awaited<ReturnType<ReturnType<typeof selectMessages>["execute"]>>[number];

/** Messages of a channel are read by somebody: who is not a member finds none. */
export interface PageOf {
  channelId: string;
  readerId: string;
}

/** So many before a number (without one: of all), and so many from it on. */
export interface PageSize {
  at: number | undefined;
  older: number;
  newer: number;
}

/**
 * Messages of a channel without replies, oldest first. One more than was asked for on a side tells of more there. Both
 * sides are of one statement, so of one moment.
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

/** From the oldest of the older side on: cheaper than to join the two sides with what is shown each for itself. */
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

/** The replies of a thread, newest first; more than `limit` tell of older ones. */
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

/**
 * What changed in a channel after a number, in order of change, for somebody who is in it; more than `limit` tell that
 * there is more.
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

/** Of the message as it was sent: a repeated send is recognised by it. */
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

/** A deleted message that others replied to keeps its place. */
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
 * A value that PostgreSQL plans without. Else it makes a plan for each channel and each place in it, since a page of a
 * large channel looks a little cheaper than one of any channel, and planning takes longer than reading the page.
 */
function unplanned<T>(type: "uuid" | "bigint", value: RawBuilder<T>): RawBuilder<T> {
  return sql`(SELECT ${value}::${sql.raw(type)})`;
}

/** Looked up only for messages that have any: a page of history mostly has none. */
function attachmentsOf() {
  return sql<
    AttachmentRow[] | null
  >`CASE WHEN x.has_attachment THEN ${filesOf(messageFiles.kind, sql`x.id`)} END`;
}
