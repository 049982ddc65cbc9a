import { sql } from "kysely";
import { transact } from "../../../platform/database/transact.ts";
import type { Job } from "../../../platform/jobs/jobs.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Database, Tables } from "../../../tables.ts";
import { notifyOfEach } from "../../notifications/public.ts";
import { lockSection } from "../ranks.ts";
import { broadcastSections } from "../rooms.ts";
import { isMatchedBy, isSilencedBy } from "./silences.ts";

/** SQL: what makes alerts one matter: the rule that fires, else the title. */
const causeOf = (card: string) =>
  sql`coalesce(${sql.ref(`${card}.data`)} ->> 'alert', ${sql.ref(`${card}.title`)})`;

/**
 * Notifies the members who are on call of alerts, apart from those that are silenced. All alerts of one cause are one entry:
 * that of the first of them that still fires.
 */
export async function notifyOnCall(tx: Database, cardIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string; person_id: string }>`SELECT coalesce((
      SELECT first.id FROM cards first WHERE first.type_id = c.type_id AND first.stage = ANY('{firing,acknowledged}')
        AND first.deleted_at IS NULL AND first.merged_into_id IS NULL AND ${causeOf("first")} = ${causeOf("c")}
      ORDER BY first.id LIMIT 1), c.id) AS id, o.person_id
    FROM cards c JOIN card_types ct ON ct.id = c.type_id
    JOIN on_call o ON o.department_id = ct.department_id AND o.until > now()
    WHERE c.id = ANY(${[...cardIds]}::uuid[]) AND NOT EXISTS (SELECT FROM card_silences s WHERE ${isSilencedBy})
    ORDER BY c.id`.execute(tx);
  for (const [person, alerts] of Map.groupBy(rows, ({ person_id }) => person_id))
    await notifyOfEach(
      tx,
      { kind: "card.alert", people: [person] },
      alerts.map(({ id }) => id),
    );
}

/** Notifies who has just come on call of what fires already. An alert that someone acknowledged is in hands. */
export async function notifyOfFiring(tx: Database, departmentId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`SELECT DISTINCT ON (c.type_id, ${causeOf("c")}) c.id
    FROM cards c JOIN card_types ct ON ct.id = c.type_id
    WHERE ct.department_id = ${departmentId} AND ct.archived_at IS NULL AND ct.options ->> 'hooks' = 'alerts'
      AND c.stage = 'firing' AND c.deleted_at IS NULL AND c.merged_into_id IS NULL
    ORDER BY c.type_id, ${causeOf("c")}, c.id LIMIT ${sql.lit(maxAlerts)}`.execute(tx);
  await notifyOnCall(
    tx,
    rows.map(({ id }) => id),
  );
}

/** Every minute, ends the silences whose time has come. Alerts that still fire notify then. */
export function endSilencesJob(context: SliceContext): Job<Tables> {
  return {
    name: "cards.end-silences",
    cron: "* * * * *",
    run: () => endSilences(context),
  };
}

/** Alerts of one section that notify when its silences end. */
const maxAlerts = 1_000;

/** Ends the silences whose time has come, section by section. Several nodes may call it concurrently. */
export async function endSilences(context: Pick<SliceContext, "db" | "realtime">): Promise<void> {
  const { rows: sections } = await sql<{ type_id: string; department_id: string }>`
    SELECT DISTINCT s.type_id, ct.department_id FROM card_silences s JOIN card_types ct ON ct.id = s.type_id
    WHERE s.ended_at IS NULL AND s.until <= now()`.execute(context.db);
  for (const { type_id } of sections) await transact(context.db, (tx) => endOfSection(tx, type_id));
  for (const id of new Set(sections.map(({ department_id }) => department_id)))
    await broadcastSections(context, id);
}

async function endOfSection(tx: Database, typeId: string): Promise<void> {
  // Reports take it, too: an alert is either here already, or no longer silenced.
  await lockSection(tx, typeId);
  const { rows: ended } = await sql<{ id: string }>`UPDATE card_silences SET ended_at = now()
    WHERE type_id = ${typeId} AND ended_at IS NULL AND until <= now() RETURNING id`.execute(tx);
  if (ended.length === 0) return;
  const { rows: firing } = await sql<{ id: string }>`SELECT DISTINCT c.id
    FROM card_silences s JOIN cards c ON ${isMatchedBy}
    WHERE s.id = ANY(${ended.map(({ id }) => id)}::uuid[]) AND c.stage = 'firing' AND c.deleted_at IS NULL
      AND c.merged_into_id IS NULL
    ORDER BY c.id LIMIT ${sql.lit(maxAlerts)}`.execute(tx);
  await notifyOnCall(
    tx,
    firing.map(({ id }) => id),
  );
}
