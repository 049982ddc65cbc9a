import { pushPauseMs } from "@atoll/contract/notifications/push-limits";
import { type RawBuilder, type Selectable, sql } from "kysely";
import type { NotificationDefinition, NotificationKinds } from "../../platform/kinds/notification-kinds.ts";
import type { Log } from "../../platform/log/log.ts";
import type { Database, Tables } from "../../tables.ts";
import { isLetIn } from "../people/public.ts";
import { entryColumns } from "./entry-columns.ts";
import { queueNotices } from "./notice-mail.ts";

/** Recipients per transaction. */
const batchSize = 500;
const mostTries = 8;

export interface ExpandDependencies {
  db: Database;
  log: Log;
  notificationKinds: NotificationKinds;
  /** Whether somebody is at a keyboard now, on whichever node. */
  isHere: (userId: string) => boolean;
  isMailOn: boolean;
}

type TellingRow = Selectable<Tables["tellings"]>;

/**
 * Creates the entries of all due notifications, one after the other. Several nodes may do so concurrently: each takes
 * those that no other node has. Failed ones are retried with backoff.
 */
export async function expandNotifications(deps: ExpandDependencies, signal?: AbortSignal): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    const id = await takeNext(deps);
    if (id === undefined) return;
  }
}

/** @returns the processed notification; undefined if there was none. */
async function takeNext(deps: ExpandDependencies): Promise<string | undefined> {
  const { db } = deps;
  let taken: TellingRow | undefined;
  try {
    const batch = await db.transaction().execute(async (tx) => {
      taken = await tx
        .selectFrom("tellings")
        .selectAll()
        .where("due_at", "<=", sql<Date>`now()`)
        .orderBy("due_at")
        .orderBy("id")
        .limit(1)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst();
      return taken && tellBatch(deps, tx, taken);
    });
    if (!taken || !batch) return undefined;
    if (batch.personIds?.length === batchSize) await learnSize(db);
    // Deleted only after the marks were checked again, so that after a crash another node does both.
    await readWhatWasSeen(deps, taken, batch.personIds);
    if (batch.isLast) await db.deleteFrom("tellings").where("id", "=", taken.id).execute();
    return taken.id;
  } catch (error) {
    if (!taken) throw error;
    await putOff(deps, taken, error);
    return taken.id;
  }
}

/**
 * Updates the statistics of a growing table. Plans made for an empty table read all of it for every person, and
 * PostgreSQL only checks once a minute. Once is enough, because plans then use the indexes.
 */
async function learnSize(db: Database): Promise<void> {
  const { rows } = await sql<{ known: number }>`
    SELECT reltuples::float8 AS known FROM pg_class WHERE oid = 'notifications'::regclass`.execute(db);
  if ((rows[0]?.known ?? 0) < batchSize) await sql`ANALYZE notifications`.execute(db);
}

interface Batch {
  /** Null if another process has notified them. */
  personIds: string[] | null;
  isLast: boolean;
}

/** Creates the entries of the next recipients in the order of their IDs, and stores the progress. */
async function tellBatch(deps: ExpandDependencies, tx: Database, telling: TellingRow): Promise<Batch> {
  if (telling.is_again) return refetch(tx, telling);
  const kind = deps.notificationKinds.find(telling.kind);
  // A kind of a version that no longer exists.
  if (!kind) return { personIds: [], isLast: true };
  const all = await nextOfAudience(tx, kind, telling);
  const last = all.at(-1);
  if (!last) return { personIds: telling.told_up_to === null ? [] : null, isLast: true };
  // A person who has had a minute to see it in its place is notified like everyone else.
  const isLate = telling.due_at.getTime() - telling.at.getTime() >= pushPauseMs;
  const wanted = kind.isOnlyForAway && !isLate ? all.filter(({ id }) => !deps.isHere(id)) : all;
  if (wanted.length > 0) await writeEntries(tx, kind, telling, wanted);
  if (deps.isMailOn && kind.info.ways.mail) await queueNotices(tx, telling, wanted);
  if (deps.isMailOn)
    await kind.queueMails?.(
      tx,
      telling.subject_id,
      wanted.map(({ id }) => id),
    );
  if (wanted.length < all.length) await tellLater(tx, telling, wanted);
  if (kind.isOnlyForAway && isLate) await countPauseAsOver(tx, telling);
  await tx.updateTable("tellings").set({ told_up_to: last.id }).where("id", "=", telling.id).execute();
  return { personIds: wanted.map(({ id }) => id), isLast: all.length < batchSize };
}

/** Schedules the notification of people at a keyboard in a minute, if they have not read it by then. */
async function tellLater(tx: Database, telling: TellingRow, told: readonly Recipient[]): Promise<void> {
  const { kind, subject_id, actor_id, people, rule, place_id, seq, facts, at } = telling;
  await tx
    .insertInto("tellings")
    .values({
      ...{ kind, subject_id, actor_id, people, rule, place_id, seq, at },
      facts: facts === null ? null : JSON.stringify(facts),
      spared: [...telling.spared, ...told.map(({ id }) => id)],
      told_up_to: null,
      due_at: new Date(at.getTime() + pushPauseMs),
    })
    .execute();
}

/** Their minute has passed, so the push does not wait for another one. */
async function countPauseAsOver(tx: Database, { kind, subject_id, at }: TellingRow): Promise<void> {
  await sql`UPDATE pushes p SET told_at = least(told_at, ${at}) FROM notifications n
    WHERE n.id = p.entry_id AND n.subject_id = ${subject_id} AND n.kind = ${kind}`.execute(tx);
}

interface Recipient {
  id: string;
  reason: string;
}

async function nextOfAudience(
  tx: Database,
  kind: NotificationDefinition,
  row: TellingRow,
): Promise<Recipient[]> {
  const audience = kind.audience({
    subjectId: row.subject_id,
    people: row.people,
    rule: row.rule,
    placeId: row.place_id,
    seq: row.seq,
  });
  const { rows } = await sql<Recipient>`
    SELECT a.id, a.reason FROM (${audience}) a
    WHERE (${row.told_up_to}::uuid IS NULL OR a.id > ${row.told_up_to}::uuid)
      AND a.id IS DISTINCT FROM ${row.actor_id}::uuid AND a.id <> ALL(${row.spared}::uuid[])
      AND NOT EXISTS (SELECT FROM accounts g WHERE g.id = a.id AND g.guest_until IS NOT NULL
        AND NOT (${kind.isForGuests === true} AND ${isLetIn("g")}))
    ORDER BY a.id LIMIT ${sql.lit(batchSize)}`.execute(tx);
  return rows;
}

/**
 * Inserts the entries, or extends existing ones, counted from the first unread. Done entries return; snoozed ones wait
 * for their time.
 */
async function writeEntries(
  tx: Database,
  kind: NotificationDefinition & { info: { tab: string; isAlwaysKept?: true; ways: { inbox: boolean } } },
  telling: TellingRow,
  hearers: readonly Recipient[],
): Promise<void> {
  const { isAlwaysKept, tab, ways } = kind.info;
  const seen = kind.hasSeen?.(entryColumns) ?? sql<boolean>`false`;
  const answered = kind.asks?.isAnswered(entryColumns) ?? sql<boolean>`false`;
  const isKept = isAlwaysKept
    ? sql`true`
    : sql`coalesce((s.settings #>> ARRAY['kinds', ${telling.kind}, 'inbox'])::boolean, ${ways.inbox})`;
  await sql`
    WITH hearer AS MATERIALIZED (
      SELECT p.id AS user_id, h.reason FROM unnest(
        ${hearers.map(({ id }) => id)}::uuid[], ${hearers.map(({ reason }) => reason)}::text[]) AS h (id, reason)
      JOIN accounts p ON p.id = h.id
      LEFT JOIN notification_settings s ON s.user_id = h.id
      WHERE p.disabled_at IS NULL AND NOT p.is_bot AND ${isKept}
      FOR KEY SHARE OF p
    ), n AS MATERIALIZED (
      SELECT n.*, coalesce(${seen}, false) AS has_seen, ${answered} AS is_answered FROM (
        SELECT user_id, reason, ${telling.subject_id}::uuid AS subject_id, ${telling.place_id}::uuid AS place_id,
          ${telling.seq}::bigint AS first_seq, ${telling.seq}::bigint AS last_seq FROM hearer
      ) n
    )
    INSERT INTO notifications AS o (user_id, kind, tab, subject_id, reason, place_id, first_seq, last_seq, actor_ids,
      facts, is_on_top, at, read_at, done_at)
    SELECT n.user_id, ${telling.kind}, ${tab}, n.subject_id, n.reason, n.place_id, n.first_seq, n.last_seq,
      ${telling.actor_id === null ? [] : [telling.actor_id]}::uuid[],
      ${telling.facts === null ? null : JSON.stringify(telling.facts)}::jsonb, ${kind.isOnTop === true}, ${telling.at},
      CASE WHEN n.has_seen THEN now() END, CASE WHEN n.is_answered THEN now() END
    FROM n WHERE NOT (n.has_seen AND ${kind.isOnlyOfUnseen === true})
    ON CONFLICT (subject_id, kind, user_id) DO UPDATE SET
      reason = excluded.reason, facts = excluded.facts, at = greatest(o.at, excluded.at), done_at = excluded.done_at,
      tab = excluded.tab, place_id = excluded.place_id, read_at = excluded.read_at,
      last_seq = greatest(o.last_seq, excluded.last_seq),
      first_seq = ${ofUnread(sql`least(o.first_seq, excluded.first_seq)`, sql`excluded.first_seq`)},
      count = ${ofUnread(sql`o.count + 1`, sql`1`)},
      actor_ids = ${ofUnread(
        sql`(excluded.actor_ids || array_remove(o.actor_ids, excluded.actor_ids[1]))[1:3]`,
        sql`excluded.actor_ids`,
      )}`.execute(tx);
  await replaceEntries(tx, kind, telling, hearers);
}

/** Deletes the entries of other kinds that these replace, so that each thing has one entry. */
async function replaceEntries(
  tx: Database,
  { replaces = [] }: NotificationDefinition,
  telling: TellingRow,
  hearers: readonly Recipient[],
): Promise<void> {
  if (replaces.length === 0) return;
  await sql`DELETE FROM notifications o USING notifications n
    WHERE n.subject_id = ${telling.subject_id} AND n.kind = ${telling.kind}
      AND n.user_id = ANY(${hearers.map(({ id }) => id)}::uuid[])
      AND o.subject_id = n.subject_id AND o.user_id = n.user_id AND o.kind = ANY(${[...replaces]}::text[])`.execute(
    tx,
  );
}

/** An entry that was read or dismissed starts again. */
function ofUnread(grown: RawBuilder<unknown>, restarted: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`CASE WHEN o.read_at IS NULL AND o.done_at IS NULL THEN ${grown} ELSE ${restarted} END`;
}

/**
 * Handles people who read the place while their entry was being written: neither transaction saw the other. Now both
 * are committed, so the read position is checked again.
 */
async function readWhatWasSeen(
  { db, notificationKinds }: ExpandDependencies,
  telling: TellingRow,
  personIds: readonly string[] | null,
): Promise<void> {
  const kind = telling.is_again ? undefined : notificationKinds.find(telling.kind);
  const hasSeen = kind?.hasSeen;
  if (!hasSeen || personIds?.length === 0) return;
  await sql`UPDATE notifications n SET read_at = now(), done_at = CASE WHEN ${kind.asks?.isAnswered(entryColumns) ?? sql`false`} THEN now() ELSE done_at END
    WHERE n.subject_id = ${telling.subject_id} AND n.kind = ${telling.kind}
      AND (${personIds}::uuid[] IS NULL OR n.user_id = ANY(${personIds}::uuid[])) AND n.read_at IS NULL AND ${hasSeen(entryColumns)}`.execute(
    db,
  );
}

/** Announces the entries of a subject that reads differently now. */
async function refetch(tx: Database, { kind, subject_id: subjectId }: TellingRow): Promise<Batch> {
  // All in one notice: there may be as many as there are people.
  await sql`SELECT announce_after_commit('atoll_notified', string_agg(concat_ws(' ', user_id, id), E'\\n'))
    FROM notifications WHERE subject_id = ${subjectId} AND kind = ${kind} HAVING count(*) > 0`.execute(tx);
  return { personIds: [], isLast: true };
}

async function putOff(
  { db, log }: ExpandDependencies,
  { id, kind, tries }: TellingRow,
  error: unknown,
): Promise<void> {
  const facts = { err: error, telling: id, kind, attempt: tries + 1 };
  if (tries + 1 >= mostTries) {
    log.error(facts, "people could not be told, for good");
    await db.deleteFrom("tellings").where("id", "=", id).execute();
    return;
  }
  log.warn(facts, "people could not be told, and are told later");
  await sql`UPDATE tellings SET tries = tries + 1, due_at = now() + interval '10 seconds' * power(2, tries)
    WHERE id = ${id}`.execute(db);
}
