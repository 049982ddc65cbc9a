import { undoSeconds } from "@atoll/contract/changes/limits";
import { type RawBuilder, sql } from "kysely";
import { AppError } from "../app-error.ts";
import { hashSent } from "../create-once.ts";
import type { FieldChange, StoredChange } from "./field.ts";

/** Any Kysely, for any tables. */
export type Executor = Parameters<RawBuilder<unknown>["execute"]>[0];

/** The ID of a change, its author and its content. */
export interface Claim {
  kind: string;
  changeId: string;
  /** Null if nobody may learn who made the change. */
  actorId: string | null;
  /** The content of the request. Other content with the same ID is a conflict; without `sent`, content is not compared. */
  sent?: unknown;
}

/**
 * Claims the ID of a change: the later of two requests with the same ID waits for the first.
 * @returns whether the change is new.
 * @throws {AppError} `change_id_taken` if another person, a change of another kind or one with another content used this ID.
 */
export async function claimChange(tx: Executor, { kind, changeId, actorId, sent }: Claim): Promise<boolean> {
  // Triggers name the author in what follows from the change.
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${changeId}, 7)),
    set_config('atoll.actor', ${actorId ?? ""}, true)`.execute(tx);
  const { rows } = await sql<{ actor_id: string | null; subject_kind: string; sent_hash: Buffer | null }>`
    SELECT actor_id, subject_kind, sent_hash FROM object_changes WHERE change_id = ${changeId} LIMIT 1`.execute(
    tx,
  );
  const made = rows[0];
  if (!made) return true;
  const isOther = sent !== undefined && made.sent_hash !== null && !made.sent_hash.equals(hashSent(sent));
  const isAnothers = made.actor_id !== null && made.actor_id !== actorId;
  if (isAnothers || made.subject_kind !== kind || isOther) throw new AppError("change_id_taken");
  return false;
}

/** Adds a change to the history of its objects. */
export async function storeChanges(
  tx: Executor,
  { kind, changeId, actorId, sent }: Claim,
  changes: readonly FieldChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map(({ subjectId, field, before, after }) => ({
    subject_id: subjectId,
    field,
    before: before ?? null,
    after: after ?? null,
  }));
  // One parameter for all: a change of many objects stays one statement.
  await sql`INSERT INTO object_changes (change_id, subject_kind, subject_id, actor_id, field, before, after, sent_hash)
    SELECT ${changeId}, ${kind}, r.subject_id, ${actorId}, r.field, r.before, r.after,
      ${sent === undefined ? null : hashSent(sent)}::bytea
    FROM jsonb_array_elements(${JSON.stringify(rows)}::jsonb) WITH ORDINALITY AS e (row, at),
      LATERAL (SELECT (e.row->>'subject_id')::uuid AS subject_id, e.row->>'field' AS field,
        e.row->'before' AS before, e.row->'after' AS after) r
    ORDER BY e.at`.execute(tx);
}

/**
 * Locks what a person changed under this id a moment ago, in the order in which it was done.
 * @returns nothing when there is no such change of theirs, it is too old, or it is undone already. `isHidden` if it is
 *   stored without its author, who may be somebody else.
 */
export async function lockChanges(
  tx: Executor,
  { kind, changeId, actorId }: Claim & { actorId: string },
): Promise<{ changes: StoredChange[]; isHidden: boolean }> {
  await sql`SELECT set_config('atoll.actor', ${actorId}, true)`.execute(tx);
  const { rows } = await sql<Omit<StoredChange, "actorId"> & { actorId: string | null }>`
    SELECT id, subject_id AS "subjectId", actor_id AS "actorId", at, field, before, after FROM object_changes
    WHERE change_id = ${changeId} AND subject_kind = ${kind} AND coalesce(actor_id, ${actorId}) = ${actorId}
      AND undone_at IS NULL AND at > now() - make_interval(secs => ${undoSeconds})
    ORDER BY id FOR UPDATE`.execute(tx);
  return {
    changes: rows.map((row) => ({ ...row, id: String(row.id), actorId })),
    isHidden: rows.some((row) => row.actorId === null),
  };
}

/** Returns the kind of the objects of a change. Undefined if there is no change with this ID. */
export async function findKindOf(db: Executor, changeId: string): Promise<string | undefined> {
  const { rows } = await sql<{ kind: string }>`
    SELECT subject_kind AS kind FROM object_changes WHERE change_id = ${changeId} LIMIT 1`.execute(db);
  return rows[0]?.kind;
}

/** Deletes what can no longer be undone of kinds whose changes nobody reads as a history. */
export async function forgetChanges(db: Executor, kinds: readonly string[]): Promise<void> {
  // As a list of constants, which the index needs.
  const list = sql.join(kinds.map((kind) => sql.lit(kind)));
  await sql`DELETE FROM object_changes
    WHERE subject_kind IN (${list}) AND at < now() - interval '1 day'`.execute(db);
}

/** Takes a change out of the history. */
export async function markUndone(tx: Executor, changeId: string): Promise<void> {
  await sql`UPDATE object_changes SET undone_at = now() WHERE change_id = ${changeId}`.execute(tx);
}
