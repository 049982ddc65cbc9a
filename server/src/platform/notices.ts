import type { NoticeKind } from "@atoll/contract/identity/notices";
import { type RawBuilder, sql } from "kysely";

export interface Telling {
  kind: NoticeKind;
  /** Who did what is told; it is not told to them. */
  actor: { id: string; name: string };
  /** The department or role it is about, by its name. */
  place?: string;
}

/**
 * Tells people of something, in the transaction of what was done: each has it before their eyes until they have read
 * it, on every device.
 * @param people SQL for their ids: `SELECT ... AS id`.
 */
export async function tell(
  tx: Parameters<RawBuilder<unknown>["execute"]>[0],
  people: RawBuilder<unknown>,
  { kind, actor, place = "" }: Telling,
): Promise<void> {
  await sql`INSERT INTO notices (user_id, kind, actor_name, place)
    SELECT told.id, ${kind}, ${actor.name}, ${place} FROM (${people}) AS told
    WHERE told.id <> ${actor.id}`.execute(tx);
}
