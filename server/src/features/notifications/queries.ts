import type { NotificationKind } from "@atoll/contract/notification-kinds";
import { notificationKinds as infos, usedNotificationTabs } from "@atoll/contract/notification-kinds";
import { maxCountedNotifications } from "@atoll/contract/notifications/limits";
import type { NotificationCounts } from "@atoll/contract/notifications/schemas";
import { type RawBuilder, type Selectable, sql } from "kysely";
import { BoundedMap } from "../../platform/keep-in-memory.ts";
import type { NotificationKinds } from "../../platform/kinds/notification-kinds.ts";
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
  notificationKinds: NotificationKinds;
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

/**
 * Returns a page of a person's entries, newest first. Each tab has a partial index in its order, and reads at most a
 * page of it.
 */
export async function listEntries(
  reading: Reading,
  userId: string,
  wanted: { tab: string | undefined; state: EntryState; after: PlaceInTime | undefined; count: number },
): Promise<EntryRow[]> {
  const { tab, state, after, count } = wanted;
  const isBehind = after ? sql`(n.at, n.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql`true`;
  const all: EntryRow[] = [];
  for (const one of await findTabs(reading.db, [userId], conditions[state])) {
    if (tab !== undefined && one !== tab) continue;
    const { rows } = await sql<EntryRow>`
      SELECT n.*, ${exactInstant("n.at")} AS exact_at, ${isOwed(reading, one)} AS is_owed FROM notifications n
      WHERE n.user_id = ${planOnce(userId, "uuid")} AND n.tab = ${sql.lit(one)} AND ${conditions[state]}
        AND ${isBehind} AND ${isReadable(reading, one)}
      ORDER BY n.at DESC, n.id DESC LIMIT ${sql.lit(count)}`.execute(reading.db);
    all.push(...rows);
  }
  const place = (row: EntryRow) => `${row.exact_at} ${row.id}`;
  return all.sort((a, b) => (place(a) < place(b) ? 1 : -1)).slice(0, count);
}

/** Entries by their ids, those that their persons may read, in no order. */
export async function findEntries(
  reading: Reading,
  userIds: readonly string[],
  ids: readonly string[],
): Promise<EntryRow[]> {
  const isWanted = sql`n.id = ANY(${planOnce([...ids], "uuid[]")}) AND n.user_id = ANY(${planOnce([...userIds], "uuid[]")})`;
  const { rows: tabs } = await sql<{ tab: string }>`
    SELECT DISTINCT n.tab FROM notifications n WHERE ${isWanted}`.execute(reading.db);
  const all: EntryRow[] = [];
  for (const { tab } of tabs) {
    const { rows } = await sql<EntryRow>`
      SELECT n.*, ${exactInstant("n.at")} AS exact_at, ${isOwed(reading, tab)} AS is_owed FROM notifications n
      WHERE ${isWanted} AND n.tab = ${sql.lit(tab)} AND ${isReadable(reading, tab)}`.execute(reading.db);
    all.push(...rows);
  }
  return all;
}

/** How many entries of each person are unread, by tab and in all. */
export async function countEntries(
  reading: Reading,
  userIds: readonly string[],
): Promise<Map<string, NotificationCounts>> {
  const none = Object.fromEntries(usedNotificationTabs.map((tab) => [tab, 0]));
  const byUser = new Map(userIds.map((userId) => [userId, { ...none }]));
  for (const tab of await findTabs(reading.db, userIds, isUnread)) {
    const { rows } = await sql<{ user_id: string; count: number }>`
      SELECT u.id AS user_id, (
        SELECT count(*) FROM (
          SELECT FROM notifications n
          WHERE n.user_id = u.id AND n.tab = ${sql.lit(tab)} AND ${isUnread} AND ${isReadable(reading, tab)}
          -- By the index of what is unread in a tab, which another one of all of a person's would seem as good as.
          ORDER BY n.at DESC, n.id DESC LIMIT ${sql.lit(maxCountedNotifications)}
        ) counted
      ) AS count
      FROM unnest(${planOnce([...userIds], "uuid[]")}) AS u (id)`.execute(reading.db);
    for (const { user_id, count } of rows) Object.assign(byUser.get(user_id) ?? {}, { [tab]: count });
  }
  return new Map(
    Array.from(byUser, ([userId, tabs]) => {
      const unread = Object.values(tabs).reduce((sum, count) => sum + count, 0);
      return [userId, { unread: Math.min(unread, maxCountedNotifications), tabs }];
    }),
  );
}

/**
 * Returns the tabs in which these people have entries in a state. Each tab is read by its own statement, with the
 * conditions of its kinds only: planning those of all kinds took a quarter of a second on each new connection.
 */
async function findTabs(
  db: Database,
  userIds: readonly string[],
  isInState: RawBuilder<boolean>,
): Promise<string[]> {
  const { rows } = await sql<{ tab: string }>`
    SELECT t.tab FROM unnest(${planOnce(usedNotificationTabs, "text[]")}) AS t (tab)
    WHERE EXISTS (
      SELECT FROM unnest(${planOnce([...userIds], "uuid[]")}) AS u (id)
      CROSS JOIN LATERAL (
        SELECT FROM notifications n WHERE n.user_id = u.id AND n.tab = t.tab AND ${isInState}
        ORDER BY n.at DESC, n.id DESC LIMIT 1
      ) newest
      LIMIT 1
    )`.execute(db);
  return rows.map(({ tab }) => tab);
}

function isReadable({ db, notificationKinds, open }: Reading, tab: string): RawBuilder<boolean> {
  const kinds = open.filter((kind) => infos[kind].tab === tab);
  return built(db, notificationKinds, `readable ${kinds.join()}`, () =>
    notificationKinds.isReadable(kinds, kindColumn, entryColumns),
  );
}

function isOwed({ db, notificationKinds, open }: Reading, tab: string): RawBuilder<boolean> {
  const kinds = open.filter((kind) => infos[kind].tab === tab);
  return built(db, notificationKinds, `owed ${kinds.join()}`, () =>
    notificationKinds.isOwed(kinds, kindColumn, entryColumns),
  );
}

/** People with the same permissions share the texts of each tab, and few sets of permissions are in use. */
const maxTexts = 300;
const texts = new WeakMap<NotificationKinds, BoundedMap<string, RawBuilder<boolean>>>();

/**
 * Builds the text of a condition once. The conditions of a tab are up to 15 kB of SQL, which took longer to
 * build for each request than PostgreSQL takes to run it.
 */
function built(
  db: Database,
  kinds: NotificationKinds,
  key: string,
  build: () => RawBuilder<boolean>,
): RawBuilder<boolean> {
  const ofKinds = texts.get(kinds) ?? new BoundedMap<string, RawBuilder<boolean>>(maxTexts);
  texts.set(kinds, ofKinds);
  const known = ofKinds.get(key);
  if (known) return known;
  const condition = build();
  const { sql: text, parameters } = condition.compile(db);
  const found = parameters.length === 0 ? sql.raw<boolean>(text) : condition;
  ofKinds.set(key, found);
  return found;
}
