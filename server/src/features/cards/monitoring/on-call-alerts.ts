import { sql } from "kysely";
import { transact } from "../../../platform/database/transact.ts";
import type { Job } from "../../../platform/jobs/jobs.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Database, Tables } from "../../../tables.ts";
import { tell } from "../../notifications/access.ts";
import { broadcastSections } from "../rooms.ts";
import { isSilencedBy } from "./silences.ts";

/** Notifies the member who is on call of an alert, unless it is silenced. */
export async function tellOnCall(tx: Database, departmentId: string, cardId: string): Promise<void> {
  const { rows } = await sql`SELECT FROM card_silences s JOIN cards c ON c.id = ${cardId}
    WHERE ${isSilencedBy} LIMIT 1`.execute(tx);
  if (rows.length > 0) return;
  const row = await tx
    .selectFrom("on_call")
    .select("person_id")
    .where("department_id", "=", departmentId)
    .where("until", ">", sql<Date>`now()`)
    .executeTakeFirst();
  if (row) await tell(tx, { kind: "card.alert", subjectId: cardId, people: [row.person_id] });
}

/** Every minute, ends the silences whose time has come. Alerts that still fire notify then. */
export function endSilencesJob(context: SliceContext): Job<Tables> {
  return {
    name: "cards.end-silences",
    cron: "* * * * *",
    run: () => endSilences(context),
  };
}

const batch = 50;
const maxAlerts = 200;

/** Ends the silences whose time has come. Several nodes may call it concurrently. */
export async function endSilences(context: Pick<SliceContext, "db" | "realtime">): Promise<void> {
  const departments = await transact(context.db, async (tx) => {
    const { rows } = await sql<{ id: string; type_id: string; department_id: string }>`
      UPDATE card_silences s SET ended_at = now() FROM card_types ct
      WHERE ct.id = s.type_id AND s.id IN (SELECT id FROM card_silences
        WHERE ended_at IS NULL AND until <= now() ORDER BY until LIMIT ${sql.lit(batch)} FOR UPDATE SKIP LOCKED)
      RETURNING s.id, s.type_id, ct.department_id`.execute(tx);
    for (const { id, department_id } of rows) {
      const { rows: firing } = await sql<{
        id: string;
      }>`SELECT c.id FROM cards c JOIN card_silences s ON s.id = ${id}
        WHERE c.type_id = s.type_id AND c.stage = 'firing' AND c.deleted_at IS NULL AND c.merged_into_id IS NULL
          AND NOT EXISTS (SELECT FROM jsonb_to_recordset(s.matchers) AS m (field text, value text)
            WHERE c.data ->> m.field IS DISTINCT FROM m.value)
        ORDER BY c.id LIMIT ${sql.lit(maxAlerts)}`.execute(tx);
      for (const card of firing) await tellOnCall(tx, department_id, card.id);
    }
    return new Set(rows.map(({ department_id }) => department_id));
  });
  for (const id of departments) await broadcastSections(context, id);
}
