import { sql } from "kysely";
import type { Database } from "../../../tables.ts";

/** Longer than a whole attempt takes. After that, the node counts as dead. */
const lease = sql.lit("40 seconds");

/** A due push, and its device. */
export interface DuePush {
  session_id: string;
  entry_id: string;
  user_id: string;
  turn: number;
  is_held: boolean;
  summed: string[] | null;
  tries: number;
  /** Time since the notification. */
  age_ms: number;
  /** Since the first try. */
  trying_ms: number;
  is_alive: boolean;
  endpoint: string;
  service: string;
  p256dh: Buffer;
  auth: Buffer;
  origin: string;
  is_mobile: boolean;
  public_key: Buffer;
  private_key: Buffer;
}

/** Takes due pushes for one attempt. No other node takes them during that time. */
export async function takeDue(db: Database, howMany: number, except: readonly string[]): Promise<DuePush[]> {
  const { rows } = await sql<DuePush>`
    WITH due AS MATERIALIZED (
      SELECT p.session_id, p.entry_id FROM pushes p JOIN push_subscriptions s ON s.session_id = p.session_id
      WHERE p.due_at <= now() AND s.service <> ALL(${[...except]}::text[])
      ORDER BY p.due_at LIMIT ${sql.lit(howMany)} FOR UPDATE OF p SKIP LOCKED
    )
    UPDATE pushes p SET due_at = now() + ${lease}::interval
    FROM due, push_subscriptions s, push_keys k, sessions z
    WHERE p.session_id = due.session_id AND p.entry_id = due.entry_id
      AND s.session_id = p.session_id AND k.id = s.key_id AND z.id = p.session_id
    RETURNING p.session_id, p.entry_id, p.user_id, p.turn, p.is_held, p.summed, p.tries,
      (extract(epoch FROM clock_timestamp() - p.told_at) * 1000)::float8 AS age_ms,
      (extract(epoch FROM clock_timestamp() - coalesce(p.first_tried_at, clock_timestamp())) * 1000)::float8 AS trying_ms,
      z.ended_at IS NULL AND z.expires_at > now() AS is_alive,
      s.endpoint, s.service, s.p256dh, s.auth, s.origin, s.is_mobile, k.public_key, k.private_key`.execute(
    db,
  );
  return rows;
}

/** Identifies a push as it was taken; a later notification changes its turn. */
type Taken = Pick<DuePush, "session_id" | "entry_id" | "turn">;

function isTaken({ session_id, entry_id, turn }: Taken) {
  return sql<boolean>`session_id = ${session_id} AND entry_id = ${entry_id} AND turn = ${turn}`;
}

export async function forgetPush(db: Database, push: Taken): Promise<void> {
  await db.deleteFrom("pushes").where(isTaken(push)).execute();
}

/** Puts a push off. */
export async function putOff(
  db: Database,
  push: Taken,
  ms: number,
  more: { isHeld?: true; isTried?: true } = {},
): Promise<void> {
  await sql`UPDATE pushes SET due_at = now() + make_interval(secs => ${ms / 1000})
      ${more.isHeld ? sql`, is_held = true` : sql``}
      ${more.isTried ? sql`, tries = tries + 1, first_tried_at = coalesce(first_tried_at, now())` : sql``}
    WHERE ${isTaken(push)}`.execute(db);
}

/**
 * Releases held pushes of a device. Several become one summary, in place of the push that was taken. They count as new
 * from now on, because the person may be at a keyboard.
 * @returns the current push; undefined if another node has handled it.
 */
export async function letGo(db: Database, push: DuePush): Promise<DuePush | undefined> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ entry_id: string; summed: string[] | null }>`
      SELECT entry_id, summed FROM pushes WHERE session_id = ${push.session_id} AND is_held
      ORDER BY entry_id FOR UPDATE`.execute(tx);
    if (!rows.some(({ entry_id }) => entry_id === push.entry_id)) return undefined;
    const all = [...new Set(rows.flatMap(({ entry_id, summed }) => [entry_id, ...(summed ?? [])]))];
    const summed = all.length > 1 ? all : null;
    await sql`DELETE FROM pushes WHERE session_id = ${push.session_id} AND is_held
      AND entry_id <> ${push.entry_id}`.execute(tx);
    await sql`UPDATE pushes SET is_held = false, told_at = clock_timestamp(), summed = ${summed}::uuid[]
      WHERE ${isTaken(push)}`.execute(tx);
    return { ...push, is_held: false, age_ms: 0, summed };
  });
}

/** Deletes an expired subscription, unless its session has another one by now. */
export async function forgetDevice(db: Database, { session_id, endpoint }: DuePush): Promise<void> {
  await db
    .deleteFrom("push_subscriptions")
    .where("session_id", "=", session_id)
    .where("endpoint", "=", endpoint)
    .execute();
}

/** How long it is until the next one is due; undefined: there is none. */
export async function untilDueMs(db: Database): Promise<number | undefined> {
  const { rows } = await sql<{ ms: number | null }>`
    SELECT (extract(epoch FROM min(due_at) - clock_timestamp()) * 1000)::float8 AS ms FROM pushes`.execute(
    db,
  );
  return rows[0]?.ms ?? undefined;
}
