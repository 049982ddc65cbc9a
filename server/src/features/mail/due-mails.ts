import { sql } from "kysely";
import { notifyTopics } from "../../notify-topics.ts";
import type { SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { ownRoom } from "../people/public.ts";

/** Longer than an attempt takes. After that, the node that took the mail counts as dead. */
const lease = sql.lit("5 minutes");

/** A mail that is due, and its account, if any, as it is now. */
export interface DueMail {
  id: string;
  kind: string;
  priority: number;
  user_id: string | null;
  address: string;
  subject_id: string | null;
  facts: Record<string, string>;
  created_at: Date;
  tries: number;
  trying_ms: number;
  /** Why the last attempt failed. */
  failure: string | null;
}

/** Digests, of which thousands may be due at the same hour. */
export const bulkPriority = 4;

/**
 * Takes due mails for one attempt each, urgent ones first. No other node takes them during that time.
 * @param range all but the bulk, or only the bulk.
 */
export async function takeDueMails(
  db: Database,
  howMany: number,
  range: "ordinary" | "bulk",
): Promise<DueMail[]> {
  const inRange =
    range === "bulk" ? sql`priority >= ${sql.lit(bulkPriority)}` : sql`priority < ${sql.lit(bulkPriority)}`;
  const { rows } = await sql<DueMail>`
    WITH due AS MATERIALIZED (
      SELECT id FROM mails WHERE state = 'waiting' AND due_at <= now() AND ${inRange}
      ORDER BY priority, due_at, id LIMIT ${sql.lit(howMany)} FOR UPDATE SKIP LOCKED
    )
    UPDATE mails m SET due_at = now() + ${lease}::interval, taken_until = now() + ${lease}::interval, tries = tries + 1
    FROM due WHERE m.id = due.id
    RETURNING m.id, m.kind, m.priority, m.user_id, m.address, m.subject_id, m.facts, m.created_at, m.tries, m.failure,
      (extract(epoch FROM clock_timestamp() - m.trying_since) * 1000)::float8 AS trying_ms`.execute(db);
  return rows;
}

/** Sends a mail to the address that its person has by now. */
export async function followAddress(db: Database, due: DueMail, address: string): Promise<void> {
  if (due.address === address) return;
  await sql`UPDATE mails SET address = ${address} WHERE id = ${due.id} AND state = 'waiting'`.execute(db);
  due.address = address;
}

/** Notes the end of a mail, unless it was dropped during the attempt and not sent. */
export async function settleMail(
  db: Database,
  mailId: string,
  state: "sent" | "failed" | "dropped",
  failure: string | null = null,
): Promise<void> {
  await sql`UPDATE mails SET state = ${state}, settled_at = now(), taken_until = NULL, failure = ${failure}
    WHERE id = ${mailId} AND (state = 'waiting' OR ${state} = 'sent')`.execute(db);
}

export async function forgetMail(db: Database, mailId: string): Promise<void> {
  await db.deleteFrom("mails").where("id", "=", mailId).execute();
}

/** Notes that an address was refused for good, while the account still has it. */
export async function noteRefusedAddress(
  db: Database,
  { user_id, address }: Pick<DueMail, "user_id" | "address">,
  detail: string,
): Promise<void> {
  await sql`INSERT INTO mail_refusals (user_id, address, detail)
    SELECT id, email, ${detail} FROM accounts WHERE id = ${user_id} AND email = ${address} FOR KEY SHARE
    ON CONFLICT (user_id) DO NOTHING`.execute(db);
}

/** Forgets that an address was refused: a mail has been taken there since. */
export async function noteReachedAddress(
  db: Database,
  { user_id, address }: Pick<DueMail, "user_id" | "address">,
): Promise<void> {
  await sql`DELETE FROM mail_refusals
    WHERE user_id = ${user_id} AND address = ${address} AND NOT is_by_reports`.execute(db);
}

/** Puts a mail off after a failed attempt. */
export async function putOffMail(
  db: Database,
  mailId: string,
  ms: number,
  failure: string | null,
): Promise<void> {
  await sql`UPDATE mails SET due_at = now() + make_interval(secs => ${ms / 1000}), taken_until = NULL,
      failure = coalesce(${failure}, failure)
    WHERE id = ${mailId} AND state = 'waiting'`.execute(db);
}

/** Puts a mail off until its reader's quiet hours end. That was no attempt, and it is not given up for it. */
export async function holdMail(db: Database, mailId: string, ms: number): Promise<void> {
  await sql`UPDATE mails SET due_at = now() + make_interval(secs => ${ms / 1000}), taken_until = NULL,
      trying_since = now() + make_interval(secs => ${ms / 1000}), tries = tries - 1
    WHERE id = ${mailId} AND state = 'waiting'`.execute(db);
}

/** Gives mails back that were taken and not tried, and wakes the other nodes. */
export async function releaseMails(db: Database, mails: readonly DueMail[]): Promise<void> {
  const ids = mails.map(({ id }) => id);
  await sql`WITH released AS (
      UPDATE mails SET due_at = now(), taken_until = NULL, tries = tries - 1
      WHERE id = ANY(${ids}::uuid[]) AND state = 'waiting' RETURNING id
    ) SELECT pg_notify(${notifyTopics.mailDue}, '') FROM released`.execute(db);
}

/** The payload of `notifyTopics.mailDue` when an administrator tries again. */
export const tryAgain = "again";

/**
 * Has a mail tried again at once, for as long as a new one. One that a node is sending is left to it: a second attempt
 * could send it twice.
 * @returns false for one that was sent or dropped, or that does not exist.
 */
export async function retryMail(db: Database, mailId: string): Promise<boolean> {
  const { rows } = await sql`WITH tried AS (
      UPDATE mails SET state = 'waiting', due_at = now(), trying_since = now(), settled_at = NULL,
        is_hard_bounce = false
      WHERE id = ${mailId} AND state IN ('failed', 'bounced', 'waiting') AND (taken_until IS NULL OR taken_until <= now())
        AND (key IS NULL OR NOT EXISTS (
          SELECT FROM mails o WHERE o.key = mails.key AND o.id <> mails.id AND o.state = 'waiting'))
      RETURNING id
    ) SELECT pg_notify(${notifyTopics.mailDue}, ${tryAgain})::text FROM tried
    UNION ALL SELECT NULL FROM mails WHERE id = ${mailId} AND state = 'waiting' AND taken_until > now()`.execute(
    db,
  );
  return rows.length > 0;
}

/** Returns how long it is until the next one is due. Undefined if none is waiting. */
export async function untilDueMs(db: Database): Promise<number | undefined> {
  const { rows } = await sql<{ ms: number | null }>`
    SELECT (extract(epoch FROM min(due_at) - clock_timestamp()) * 1000)::float8 AS ms
    FROM mails WHERE state = 'waiting'`.execute(db);
  return rows[0]?.ms ?? undefined;
}

/** An address that so many mails came back from in this time counts as one that does not exist. */
const enoughBounces = 3;
const bouncesWithinDays = 30;

/**
 * Notes that a mail that was sent came back. After several mails to the address of an account, mails that people can stop
 * do not go there any more.
 * @param reports about its recipient, and others to which a mailbox sent it on: these say nothing about the person's.
 * @returns false if none is about its recipient.
 * @throws while a node is still sending the mail: its server may report before it has answered.
 */
export async function noteBounce(
  { db, realtime }: Pick<SliceContext, "db" | "realtime">,
  mailId: string,
  reports: readonly { recipient: string; status: string; detail: string }[],
): Promise<boolean> {
  const { rows: found } = await sql<{ address: string; is_sending: boolean }>`
    SELECT lower(address) AS address, state = 'waiting' AND taken_until > now() AS is_sending
    FROM mails WHERE id = ${mailId}`.execute(db);
  const report = reports.find(({ recipient }) => recipient === found[0]?.address);
  if (!report) return false;
  const { status, detail } = report;
  if (found[0]?.is_sending) throw new Error("a mail came back before it was noted as sent");
  // Other codes are about the mail, a full mailbox or the sender.
  const isHard = /^5\.1\./.test(status) || status === "5.2.1";
  const { rows } = await sql<{ user_id: string }>`
    WITH bounced AS (
      UPDATE mails SET state = 'bounced', failure = ${detail}, is_hard_bounce = ${isHard}
      WHERE id = ${mailId} AND state = 'sent' RETURNING id, user_id, address
    )
    INSERT INTO mail_refusals (user_id, address, detail, is_by_reports)
    SELECT a.id, a.email, ${detail}, true FROM bounced b JOIN accounts a ON a.id = b.user_id AND a.email = b.address
    WHERE ${isHard} AND ${enoughBounces} <= 1 + (SELECT count(*) FROM mails m WHERE m.user_id = b.user_id
      AND m.address = b.address AND m.is_hard_bounce AND m.id <> b.id
      AND m.created_at > now() - make_interval(days => ${sql.lit(bouncesWithinDays)}))
    ON CONFLICT (user_id) DO NOTHING RETURNING user_id`.execute(db);
  for (const { user_id } of rows) realtime.send(ownRoom(user_id), "mail-preferences.changed", {});
  return true;
}
