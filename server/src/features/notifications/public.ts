import type { NotificationKind } from "@atoll/contract/notification-kinds";
import { type QueryExecutorProvider, type RawBuilder, sql } from "kysely";

/** A notification to send. */
export interface NewNotification {
  kind: NotificationKind;
  /** The subject. Later notifications about the same subject update the same entry. */
  subjectId: string;
  /** The actor, who is never notified. Undefined if there is none, or if it should not exclude the person. */
  actorId?: string | undefined;
  /** The recipients, who still need the permission to read it and may have turned it off. */
  people?: readonly string[];
  /** How the kind finds others. */
  rule?: string;
  /** People to leave out, because they are notified in another way. */
  spared?: readonly string[];
  /** The place where it is read, and its number there: reading the place reads the entry. */
  place?: { id: string; seq: number };
  /** Facts that may be gone when the entry is read, such as names. They must be readable by all recipients. */
  facts?: Readonly<Record<string, string>>;
}

/**
 * Notifies people, in the transaction of the change, if it commits. Writes one row, however many recipients there are:
 * they are determined after the commit, without locks. See docs/decisions/044-notify-with-one-call.md.
 */
export async function notify(tx: QueryExecutorProvider, told: NewNotification): Promise<void> {
  const { kind, subjectId, actorId = null, people = [], rule = null, spared = [], place, facts } = told;
  if (people.length === 0 && rule === null) return;
  await sql`INSERT INTO tellings (kind, subject_id, actor_id, people, rule, spared, place_id, seq, facts)
    VALUES (${kind}, ${subjectId}, ${actorId}, ${[...people]}::uuid[], ${rule}, ${[...spared]}::uuid[],
      ${place?.id ?? null}, ${place?.seq ?? null}, ${facts ? JSON.stringify(facts) : null})`.execute(tx);
}

/** Notifies the same people of each of several subjects, like `notify`. */
export async function notifyOfEach(
  tx: QueryExecutorProvider,
  { kind, people }: Required<Pick<NewNotification, "kind" | "people">>,
  subjectIds: readonly string[],
): Promise<void> {
  await sql`INSERT INTO tellings (kind, subject_id, people, spared)
    SELECT ${kind}, subject_id, ${[...people]}::uuid[], '{}'
    FROM unnest(${[...subjectIds]}::uuid[]) AS s (subject_id)`.execute(tx);
}

/**
 * Updates or removes the notifications about changed or deleted subjects. Call it in the transaction of the change.
 * Writes nothing if nobody was notified.
 */
export async function refreshNotifications(
  tx: QueryExecutorProvider,
  subjects: readonly Pick<NewNotification, "kind" | "subjectId">[],
): Promise<void> {
  await sql`INSERT INTO tellings (kind, subject_id, is_again)
    SELECT kind, subject_id, true FROM unnest(
      ${subjects.map(({ kind }) => kind)}::text[], ${subjects.map(({ subjectId }) => subjectId)}::uuid[]
    ) AS s (kind, subject_id)
    WHERE EXISTS (SELECT FROM notifications n WHERE n.subject_id = s.subject_id AND n.kind = s.kind)`.execute(
    tx,
  );
}

/**
 * Marks the entries of a place up to a number as read and done, because the person has done what they ask for. Call it
 * after the commit, as `readPlace`.
 */
export async function finishPlace(
  db: QueryExecutorProvider,
  userId: string,
  place: { id: string; seq: number },
): Promise<void> {
  await sql`UPDATE notifications SET read_at = coalesce(read_at, now()), done_at = now()
    WHERE user_id = ${userId} AND place_id = ${place.id} AND last_seq <= ${place.seq} AND done_at IS NULL`.execute(
    db,
  );
}

/**
 * Marks the entries of a place up to a number as read, of all kinds or of these. Call it after the commit of the mark
 * that the kind's `hasSeen` reads, so that either this finds the entry, or the code that creates the entry finds the mark.
 */
export async function readPlace(
  db: QueryExecutorProvider,
  userId: string,
  { id, seq, kinds }: { id: string; seq: number; kinds?: readonly NotificationKind[] },
): Promise<void> {
  const ofKinds = kinds ? sql`AND kind = ANY(${[...kinds]}::text[])` : sql``;
  await sql`UPDATE notifications SET read_at = now()
    WHERE user_id = ${userId} AND place_id = ${id} AND last_seq <= ${seq} AND read_at IS NULL ${ofKinds}`.execute(
    db,
  );
}

/** SQL: notifications are pushed to the browser of this session. */
export function isPushedTo(sessionId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (SELECT FROM push_subscriptions p WHERE p.session_id = ${sessionId})`;
}
