import type { NotificationKind } from "@atoll/contract/notifications/kinds";
import { type QueryExecutorProvider, type RawBuilder, sql } from "kysely";

/** Something to tell people. */
export interface Told {
  kind: NotificationKind;
  /** The subject. Later notifications about the same subject update the same entry. */
  subjectId: string;
  /** The actor, who is never notified. Undefined if there is none, or if it should not exclude the person. */
  actorId?: string | undefined;
  /** Those who are told, as far as their rights and choices go. */
  people?: readonly string[];
  /** How the kind finds others. */
  rule?: string;
  /** Those of them who hear of it in another way. */
  spared?: readonly string[];
  /** Where it is read, and under which number there: reading the place reads the entry. */
  place?: { id: string; seq: number };
  /** Facts that may be gone when the entry is read, such as names. Never anything that only some may read. */
  facts?: Readonly<Record<string, string>>;
}

/**
 * Tells people of something, in the transaction of what was done: they hear of it if that is committed. This writes one
 * row, however many they are; who they are is found out right after the commit, under nobody's locks.
 * See docs/decisions/047-one-call-tells.md.
 */
export async function tell(tx: QueryExecutorProvider, told: Told): Promise<void> {
  const { kind, subjectId, actorId = null, people = [], rule = null, spared = [], place, facts } = told;
  if (people.length === 0 && rule === null) return;
  await sql`INSERT INTO tellings (kind, subject_id, actor_id, people, rule, spared, place_id, seq, facts)
    VALUES (${kind}, ${subjectId}, ${actorId}, ${[...people]}::uuid[], ${rule}, ${[...spared]}::uuid[],
      ${place?.id ?? null}, ${place?.seq ?? null}, ${facts ? JSON.stringify(facts) : null})`.execute(tx);
}

/**
 * Says that subjects read differently now, or not at all: who was told of one sees it so at once. To be called in the
 * transaction of the change; where nobody was told it writes nothing.
 */
export async function retell(
  tx: QueryExecutorProvider,
  subjects: readonly Pick<Told, "kind" | "subjectId">[],
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
 * A person has done what a place asked for, up to a number: the entries of what stands there are read and done. To be
 * called once that is committed, as `readPlace` is.
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
 * A person has read a place up to a number: the entries of what stands there are read. To be called once the mark that
 * the kind's `hasSeen` looks at is committed, so that either this finds the entry, or its making finds the mark.
 */
export async function readPlace(
  db: QueryExecutorProvider,
  userId: string,
  place: { id: string; seq: number },
): Promise<void> {
  await sql`UPDATE notifications SET read_at = now()
    WHERE user_id = ${userId} AND place_id = ${place.id} AND last_seq <= ${place.seq} AND read_at IS NULL`.execute(
    db,
  );
}

/** SQL: notifications are pushed to the browser of this session. */
export function isPushedTo(sessionId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (SELECT FROM push_subscriptions p WHERE p.session_id = ${sessionId})`;
}
