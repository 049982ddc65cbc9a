import { sql } from "kysely";
import type { Database } from "../../../tables.ts";
import { notify } from "../../notifications/public.ts";

/**
 * Ends a person's sessions, but for one of them, inside the caller's act. So do the tokens of their bots, and their
 * outgoing webhooks are switched off, of which they are told: someone else may have made them.
 * @returns how many sessions of the person were alive.
 */
export async function closeSessions(
  tx: Database,
  userId: string,
  reason: string,
  exceptId?: string,
): Promise<number> {
  const ended = await tx
    .updateTable("sessions")
    .set({ ended_at: sql<Date>`now()`, end_reason: reason })
    .where("user_id", "=", userId)
    .where("ended_at", "is", null)
    .$if(exceptId !== undefined, (query) => query.where("id", "!=", exceptId ?? ""))
    .returning("id")
    .execute();
  const { rows: stopped } = await sql<{ id: string; name: string }>`
    SELECT webhook_id AS id, webhook_name AS name FROM end_programs_of(${userId}, ${reason})`.execute(tx);
  for (const { id, name } of stopped)
    await notify(tx, {
      ...{ kind: "webhook.stopped", subjectId: id, people: [userId] },
      facts: { place: name, reason: "access_ended" },
    });
  return ended.length;
}
