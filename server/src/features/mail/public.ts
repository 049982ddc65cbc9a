import type { MailKind } from "@atoll/contract/mail/mail-kinds";
import { type QueryExecutorProvider, sql } from "kysely";
import { bulkPriority } from "./due-mails.ts";

export { replyPlaceOf } from "./inbound/addresses.ts";
export { findReply } from "./inbound/find-reply.ts";

/** A mail to send. Queue it only while mail is set up (`Ground.mail`). */
export interface NewMail {
  kind: MailKind;
  /** The person, whose rights are read when it is sent, to `address`. Undefined for an address without an account. */
  userId?: string;
  address: string;
  subjectId?: string;
  /** Names and the like, which may be gone when it is sent. Never a secret. */
  facts?: Readonly<Record<string, string>>;
  /** While one with the same key waits, this one is left out. */
  key?: string;
}

/** The lowest goes first. Thousands of invitations may be queued at once, and a new password is waited for. */
const priorities: Record<MailKind, number> = {
  "password-reset": 0,
  "account-notice": 1,
  test: 1,
  invitation: 2,
  "guest-event": 2,
  announcement: 3,
  digest: bulkPriority,
};

/**
 * Queues mails, which are sent if the transaction commits, each once.
 * @returns their IDs, in order; undefined for one that was left out because of its key.
 */
export async function queueMails(
  tx: QueryExecutorProvider,
  mails: readonly NewMail[],
): Promise<(string | undefined)[]> {
  const given = mails.map(({ kind, userId, address, subjectId, facts, key }, place) => ({
    ...{ place, kind, address, facts: facts ?? {} },
    ...{
      user_id: userId ?? null,
      subject_id: subjectId ?? null,
      key: key ?? null,
      priority: priorities[kind],
    },
  }));
  const { rows } = await sql<{ place: number; id: string }>`
    WITH given AS MATERIALIZED (
      SELECT uuidv7() AS id, * FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        AS g (place int, kind text, address text, user_id uuid, subject_id uuid, facts jsonb, key text, priority int)
    ), queued AS (
      INSERT INTO mails (id, kind, user_id, address, subject_id, facts, key, priority)
      SELECT id, kind, user_id, address, subject_id, facts, key, priority FROM given ORDER BY place
      ON CONFLICT (key) WHERE state = 'waiting' DO NOTHING
      RETURNING id
    )
    SELECT place, id FROM given JOIN queued USING (id)`.execute(tx);
  const ids = new Map(rows.map(({ place, id }) => [place, id]));
  return mails.map((_, place) => ids.get(place));
}

/** Drops waiting mails about a subject, which are no longer to be sent. */
export async function dropMailsAbout(
  tx: QueryExecutorProvider,
  subjectIds: readonly string[],
): Promise<void> {
  await sql`UPDATE mails SET state = 'dropped', settled_at = now()
    WHERE subject_id = ANY(${[...subjectIds]}::uuid[]) AND state = 'waiting'`.execute(tx);
}
