import type { NotificationKind } from "@atoll/contract/notifications/kinds";
import { usedNotificationTabs } from "@atoll/contract/notifications/kinds";
import { maxCountedNotifications } from "@atoll/contract/notifications/limits";
import type { NotificationCounts } from "@atoll/contract/notifications/schemas";
import { type RawBuilder, type Selectable, sql } from "kysely";
import type { ToldKinds } from "../../platform/kinds/notification-kinds.ts";
import { exactInstant, type PlaceInTime } from "../../platform/page.ts";
import type { Database, Tables } from "../../tables.ts";
import { entryColumns } from "./entry-columns.ts";

export type EntryState = "inbox" | "unread" | "snoozed" | "done";
export type EntryRow = Selectable<Tables["notifications"]> & {
  exact_at: string;
  /** It asks its person for something that they have not done yet. */
  is_owed: boolean;
};

/** The context for reading entries: all kinds, and those that the reader may read at all. */
export interface Reading {
  db: Database;
  toldKinds: ToldKinds;
  open: readonly NotificationKind[];
}

const kindColumn = sql<string>`n.kind`;
const isInInbox = sql<boolean>`n.done_at IS NULL AND (n.snoozed_until IS NULL OR n.snoozed_until <= now())`;
const isUnread = sql<boolean>`n.read_at IS NULL AND ${isInInbox}`;

const conditions: Record<EntryState, RawBuilder<boolean>> = {
  inbox: isInInbox,
  unread: isUnread,
  snoozed: sql<boolean>`n.done_at IS NULL AND n.snoozed_until IS NOT NULL AND n.snoozed_until > now()`,
  done: sql<boolean>`n.done_at IS NOT NULL`,
};

/**
 * SQL: a value that is hidden from the planner. Checks of permissions make these statements long, so that planning
 * takes twenty times as long as running, and PostgreSQL plans again whenever a plan for the value looks cheaper.
 */
const planOnce = (value: unknown, type: "uuid" | "uuid[]" | "text[]") =>
  // Cast once more: `ANY` of a bare query would compare with its rows.
  sql`(SELECT ${value}::${sql.raw(type)})::${sql.raw(type)}`;

interface WantedPage {
  tab: string | undefined;
  state: EntryState;
  after: PlaceInTime | undefined;
  count: number;
}

/**
 * Returns a page of a person's entries, newest first. Each tab has a partial index in its order, and reads at most a
 * page of it. Checking rights is most of the work, and nearly always all of the newest may be read: so the newest of all
 * tabs are checked first, and only when one of them may not be read, those of each tab.
 */
export async function listEntries(reading: Reading, userId: string, wanted: WantedPage): Promise<EntryRow[]> {
  const { db, toldKinds, open } = reading;
  const isReadable = toldKinds.isReadable(open, kindColumn, entryColumns);
  const { rows } = await sql<EntryRow & { is_readable: boolean }>`
    SELECT n.*, ${exactInstant("n.at")} AS exact_at, ${toldKinds.isOwed(kindColumn, entryColumns)} AS is_owed,
      ${isReadable} AS is_readable
    FROM (${newestOf(userId, wanted, sql`true`)}) n ORDER BY n.at DESC, n.id DESC`.execute(db);
  if (rows.every(({ is_readable }) => is_readable)) return rows;
  const checked = await sql<EntryRow>`
    SELECT n.*, ${exactInstant("n.at")} AS exact_at, ${toldKinds.isOwed(kindColumn, entryColumns)} AS is_owed
    FROM (${newestOf(userId, wanted, isReadable)}) n ORDER BY n.at DESC, n.id DESC`.execute(db);
  return checked.rows;
}

/** SQL: the newest entries of a person that meet a condition on `n`. */
function newestOf(
  userId: string,
  { tab, state, after, count }: WantedPage,
  condition: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const tabs = tab === undefined ? usedNotificationTabs : [tab];
  const isBehind = after ? sql`(n.at, n.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql`true`;
  return sql`SELECT e.* FROM unnest(${planOnce(tabs, "text[]")}) AS t (tab)
    CROSS JOIN LATERAL (
      SELECT n.* FROM notifications n
      WHERE n.user_id = ${planOnce(userId, "uuid")} AND n.tab = t.tab AND ${conditions[state]} AND ${isBehind}
        AND ${condition}
      ORDER BY n.at DESC, n.id DESC LIMIT ${sql.lit(count)}
    ) e
    ORDER BY e.at DESC, e.id DESC LIMIT ${sql.lit(count)}`;
}

/** Entries by their ids, those that their persons may read, in no order. */
export async function findEntries(
  { db, toldKinds, open }: Reading,
  userIds: readonly string[],
  ids: readonly string[],
): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    SELECT n.*, ${exactInstant("n.at")} AS exact_at, ${toldKinds.isOwed(kindColumn, entryColumns)} AS is_owed
    FROM notifications n
    WHERE n.id = ANY(${planOnce([...ids], "uuid[]")}) AND n.user_id = ANY(${planOnce([...userIds], "uuid[]")})
      AND ${toldKinds.isReadable(open, kindColumn, entryColumns)}`.execute(db);
  return rows;
}

/** How many entries of each person are unread, by tab and in all. */
export async function countEntries(
  { db, toldKinds, open }: Reading,
  userIds: readonly string[],
): Promise<Map<string, NotificationCounts>> {
  const { rows } = await sql<{ user_id: string; tab: string; count: number }>`
    SELECT u.id AS user_id, t.tab, (
      SELECT count(*) FROM (
        SELECT FROM notifications n
        WHERE n.user_id = u.id AND n.tab = t.tab AND ${isUnread}
          AND ${toldKinds.isReadable(open, kindColumn, entryColumns)}
        -- By the index of what is unread in a tab, which another one of all of a person's would seem as good as.
        ORDER BY n.at DESC, n.id DESC LIMIT ${sql.lit(maxCountedNotifications)}
      ) counted
    ) AS count
    FROM unnest(${planOnce([...userIds], "uuid[]")}) AS u (id),
      unnest(${planOnce(usedNotificationTabs, "text[]")}) AS t (tab)`.execute(db);
  const byUser = Map.groupBy(rows, (row) => row.user_id);
  return new Map(
    userIds.map((userId) => {
      const own = byUser.get(userId) ?? [];
      const unread = own.reduce((sum, { count }) => sum + count, 0);
      const tabs = Object.fromEntries(own.map(({ tab, count }) => [tab, count]));
      return [userId, { unread: Math.min(unread, maxCountedNotifications), tabs }];
    }),
  );
}
