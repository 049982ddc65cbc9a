import { sql } from "kysely";
import type { Database } from "../../tables.ts";

/** Longer than an attempt takes. After that, the node that took the mail counts as dead. */
const lease = sql.lit("5 minutes");

/** A mail that is due, and its account, if any, as it is now. */
export interface DueMail {
  id: string;
  kind: string;
  user_id: string | null;
  address: string;
  subject_id: string | null;
  facts: Record<string, string>;
  created_at: Date;
  tries: number;
  trying_ms: number;
}

/** Takes due mails for one attempt each. No other node takes them during that time. */
export async function takeDueMails(db: Database, howMany: number): Promise<DueMail[]> {
  const { rows } = await sql<DueMail>`
    WITH due AS MATERIALIZED (
      SELECT id FROM mails WHERE state = 'waiting' AND due_at <= now()
      ORDER BY due_at, id LIMIT ${sql.lit(howMany)} FOR UPDATE SKIP LOCKED
    )
    UPDATE mails m SET due_at = now() + ${lease}::interval, tries = tries + 1 FROM due WHERE m.id = due.id
    RETURNING m.id, m.kind, m.user_id, m.address, m.subject_id, m.facts, m.created_at, m.tries,
      (extract(epoch FROM clock_timestamp() - m.trying_since) * 1000)::float8 AS trying_ms`.execute(db);
  return rows;
}

/** Notes the end of a mail, unless it was dropped during the attempt and not sent. */
export async function settleMail(
  db: Database,
  mailId: string,
  state: "sent" | "failed" | "dropped",
  failure: string | null = null,
): Promise<void> {
  await sql`UPDATE mails SET state = ${state}, settled_at = now(), failure = ${failure}
    WHERE id = ${mailId} AND (state = 'waiting' OR ${state} = 'sent')`.execute(db);
}

export async function forgetMail(db: Database, mailId: string): Promise<void> {
  await db.deleteFrom("mails").where("id", "=", mailId).execute();
}

/** Puts a mail off after a failed attempt. */
export async function putOffMail(
  db: Database,
  mailId: string,
  ms: number,
  failure: string | null,
): Promise<void> {
  await sql`UPDATE mails SET due_at = now() + make_interval(secs => ${ms / 1000}), failure = coalesce(${failure}, failure)
    WHERE id = ${mailId} AND state = 'waiting'`.execute(db);
}

/** Returns how long it is until the next one is due. Undefined if none is waiting. */
export async function untilDueMs(db: Database): Promise<number | undefined> {
  const { rows } = await sql<{ ms: number | null }>`
    SELECT (extract(epoch FROM min(due_at) - clock_timestamp()) * 1000)::float8 AS ms
    FROM mails WHERE state = 'waiting'`.execute(db);
  return rows[0]?.ms ?? undefined;
}
