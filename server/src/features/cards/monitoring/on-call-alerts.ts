import { type RawBuilder, sql } from "kysely";
import type { FieldChange } from "../../../platform/changes/field.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { Job } from "../../../platform/jobs/jobs.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Database, Tables } from "../../../tables.ts";
import { notifyOfEach, refreshNotifications } from "../../notifications/public.ts";
import { lockSection } from "../ranks.ts";
import { isTypeReadableBy } from "../readable.ts";
import { broadcastSections } from "../rooms.ts";
import { inTurn, loadDuty } from "./load-duty.ts";
import { isMatchedBy, isSilenced } from "./silences.ts";

/** SQL: what makes alerts one matter: the rule that fires, else the title. */
const causeOf = (card: string) =>
  sql`coalesce(${sql.ref(`${card}.data`)} ->> 'alert', ${sql.ref(`${card}.title`)})`;

/** SQL: the card `c` is an alert that fires. */
const isFiring = sql<boolean>`(c.stage = 'firing' AND c.deleted_at IS NULL AND c.merged_into_id IS NULL)`;

/**
 * SQL: the alert `c` of the section `ct` escalates now, with the escalation `e`. A severity that its section does not have
 * escalates, rather than being missed.
 */
export const isEscalating: RawBuilder<boolean> = sql`(${isFiring} AND NOT ${isSilenced()} AND coalesce((
    SELECT array_position(known.severities, c.data ->> 'severity') <= array_position(known.severities, e.severity)
    FROM (SELECT ARRAY(SELECT jsonb_array_elements_text(f -> 'options') FROM jsonb_array_elements(ct.fields) f
      WHERE f ->> 'name' = 'severity' AND jsonb_typeof(f -> 'options') = 'array') AS severities) known), true))`;

/** Alerts of one service that fire within this time are one entry. */
const groupedSeconds = 60;
const minuteMs = 60_000;

interface Alert {
  id: string;
  type_id: string;
  department_id: string;
  /** The first alert of the same cause that still fires and is not silenced. */
  first_id: string;
  service: string | null;
  /** Minutes until the first step of the escalation; null: it has no steps. */
  after_minutes: number | null;
}

/**
 * Notifies the member who is on call, or the next one who may read them, of alerts that fire, apart from those that are
 * silenced, and starts their escalation.
 * All alerts of one cause are one entry, that of the first of them that still fires; so are alerts of one service within a
 * minute.
 */
export async function notifyOnCall(
  tx: Database,
  cardIds: readonly string[],
  now = new Date(),
): Promise<void> {
  const alerts = await readAlerts(tx, cardIds);
  for (const [departmentId, ofDepartment] of Map.groupBy(alerts, ({ department_id }) => department_id)) {
    const entries = await groupByService(tx, departmentId, ofDepartment, now);
    await startPages(tx, entries, now, true);
    await notifyOfAlerts(tx, departmentId, entries, now);
  }
}

/** Notifies the member who has just come on call of what fires already. An alert that someone acknowledged is in hands. */
export async function notifyOfFiring(tx: Database, departmentId: string, now: Date): Promise<void> {
  const { rows } = await sql<{ id: string }>`SELECT DISTINCT ON (c.type_id, ${causeOf("c")}) c.id
    FROM cards c JOIN card_types ct ON ct.id = c.type_id
    WHERE ct.department_id = ${departmentId} AND ct.archived_at IS NULL AND ct.options ->> 'hooks' = 'alerts'
      AND ${isFiring} AND NOT ${isSilenced()}
    ORDER BY c.type_id, ${causeOf("c")}, c.id LIMIT ${sql.lit(maxAlerts)}`.execute(tx);
  const alerts = await readAlerts(
    tx,
    rows.map(({ id }) => id),
  );
  const entries = alerts.map((alert) => ({ ...alert, entryId: alert.first_id }));
  await startPages(tx, entries, now, false);
  await notifyOfAlerts(tx, departmentId, entries, now);
}

/** Reads those of the alerts that are not silenced. */
async function readAlerts(tx: Database, cardIds: readonly string[]): Promise<Alert[]> {
  const { rows } = await sql<Alert>`SELECT c.id, c.type_id, ct.department_id, c.data ->> 'service' AS service,
      coalesce((
        SELECT first.id FROM cards first WHERE first.type_id = c.type_id AND first.stage = ANY('{firing,acknowledged}')
          AND first.deleted_at IS NULL AND first.merged_into_id IS NULL AND ${causeOf("first")} = ${causeOf("c")}
          AND NOT ${isSilenced("first")}
        ORDER BY first.id LIMIT 1), c.id) AS first_id,
      step.after_minutes
    FROM cards c JOIN card_types ct ON ct.id = c.type_id
    LEFT JOIN on_call_steps step ON step.department_id = ct.department_id AND step.place = 0
    WHERE c.id = ANY(${[...cardIds]}::uuid[]) AND NOT ${isSilenced()}
    ORDER BY c.id`.execute(tx);
  return rows;
}

type Entry = Alert & { entryId: string };

/** Finds the entry of each alert: of its cause, or of its service if another alert of it has just fired. */
async function groupByService(
  tx: Database,
  departmentId: string,
  alerts: readonly Alert[],
  now: Date,
): Promise<Entry[]> {
  const since = new Date(now.getTime() - groupedSeconds * 1_000);
  const { rows } = await sql<{ type_id: string; service: string; entry_id: string }>`
    SELECT DISTINCT ON (f.type_id, p.service) f.type_id, p.service, p.entry_id
    FROM on_call_pages p JOIN cards f ON f.id = p.entry_id
    WHERE p.department_id = ${departmentId} AND p.fired_at > ${since} AND p.service IS NOT NULL
      AND f.stage = 'firing' AND f.deleted_at IS NULL AND f.merged_into_id IS NULL
    ORDER BY f.type_id, p.service, p.fired_at`.execute(tx);
  const keyOf = (typeId: string, service: string) => `${typeId} ${service}`;
  const entryOf = new Map(rows.map((row) => [keyOf(row.type_id, row.service), row.entry_id]));
  return alerts.map((alert) => {
    const key = alert.service === null ? undefined : keyOf(alert.type_id, alert.service);
    const isOfCause = alert.first_id !== alert.id;
    const entryId = isOfCause || key === undefined ? alert.first_id : (entryOf.get(key) ?? alert.id);
    if (key !== undefined && !entryOf.has(key)) entryOf.set(key, entryId);
    return { ...alert, entryId };
  });
}

/** Stores when alerts notified, and when their escalation goes on. One that has fired again starts from the first step. */
async function startPages(
  tx: Database,
  entries: readonly Entry[],
  now: Date,
  isRestarted: boolean,
): Promise<void> {
  const dueAt = entries.map(({ after_minutes }) =>
    after_minutes === null ? null : new Date(now.getTime() + after_minutes * minuteMs),
  );
  await sql`INSERT INTO on_call_pages (card_id, department_id, entry_id, service, fired_at, due_at)
    SELECT card_id, department_id, entry_id, service, ${now}::timestamptz, due_at
    FROM unnest(${entries.map(({ id }) => id)}::uuid[], ${entries.map(({ department_id }) => department_id)}::uuid[],
      ${entries.map(({ entryId }) => entryId)}::uuid[], ${entries.map(({ service }) => service)}::text[],
      ${dueAt}::timestamptz[]) AS t (card_id, department_id, entry_id, service, due_at)
    ORDER BY card_id
    ON CONFLICT (card_id) DO UPDATE SET department_id = excluded.department_id, entry_id = excluded.entry_id,
      service = excluded.service, fired_at = excluded.fired_at, step = 0, round = 0, due_at = excluded.due_at
    WHERE ${isRestarted}`.execute(tx);
}

/** The first of these people who may read the alerts of a section. Nobody is notified of what they cannot read. */
export async function findReader(
  tx: Database,
  typeId: string,
  people: readonly string[],
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    SELECT person.id FROM unnest(${[...people]}::uuid[]) WITH ORDINALITY AS person (id, place)
    JOIN card_types ct ON ct.id = ${typeId}
    WHERE ${isTypeReadableBy(sql.ref("person.id"))} ORDER BY person.place LIMIT 1`.execute(tx);
  return rows[0]?.id;
}

async function notifyOfAlerts(
  tx: Database,
  departmentId: string,
  entries: readonly Entry[],
  now: Date,
): Promise<void> {
  if (entries.length === 0) return;
  const people = inTurn(await loadDuty(tx, departmentId, now), now);
  for (const [typeId, ofType] of Map.groupBy(entries, ({ type_id }) => type_id)) {
    const reader = await findReader(tx, typeId, people);
    if (reader !== undefined)
      await notifyOfEach(
        tx,
        { kind: "card.alert", people: [reader] },
        ofType.map(({ entryId }) => entryId),
      );
  }
}

/**
 * Follows changes of cards by people, webhooks and rules: an alert that fires again notifies and starts from the first
 * step, by whatever move, restore or separation. One with another severity may escalate from now on.
 */
export async function followAlerts(tx: Database, changes: readonly FieldChange[]): Promise<void> {
  const idsOf = (isMeant: (change: FieldChange) => boolean) => [
    ...new Set(changes.filter(isMeant).map(({ subjectId }) => subjectId)),
  ];
  const shown = idsOf(
    ({ field, after }) =>
      (field === "stage" && after === "firing") ||
      ((field === "deleted" || field === "mergedInto") && after === null),
  );
  const judged = idsOf(
    ({ field, before, after }) =>
      field === "data" && [before, after].some((data) => severityOf(data) !== undefined),
  );
  if (shown.length > 0) {
    const { rows } = await sql<{
      id: string;
    }>`SELECT c.id FROM cards c JOIN card_types ct ON ct.id = c.type_id
      WHERE c.id = ANY(${shown}::uuid[]) AND ct.options ->> 'hooks' = 'alerts' AND ${isFiring}`.execute(tx);
    await notifyOnCall(
      tx,
      rows.map(({ id }) => id),
    );
  }
  const moved = idsOf(({ field }) => field === "stage");
  if (moved.length > 0) await refreshEntries(tx, moved);
  if (judged.length > 0) await resumePages(tx, sql<boolean>`c.id = ANY(${judged}::uuid[])`);
}

/** Removes the entries about alerts that have been acknowledged or resolved. */
async function refreshEntries(tx: Database, cardIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{
    id: string;
  }>`SELECT DISTINCT unnest(ARRAY[card_id, entry_id]) AS id FROM on_call_pages
    WHERE card_id = ANY(${[...cardIds]}::uuid[])`.execute(tx);
  if (rows.length === 0) return;
  const kinds = ["card.alert", "card.escalated"] as const;
  await refreshNotifications(
    tx,
    rows.flatMap(({ id }) => kinds.map((kind) => ({ kind, subjectId: id }))),
  );
}

/** The severity among the changed values of a card. */
function severityOf(data: unknown): unknown {
  return typeof data === "object" && data !== null && "severity" in data ? data.severity : undefined;
}

/** Has firing alerts escalate from the first step that do not wait for one. Those that should not are found once it is due. */
export async function resumePages(tx: Database, which: RawBuilder<boolean>, now = new Date()): Promise<void> {
  await sql`WITH resumed AS (
      SELECT p.card_id, step.after_minutes FROM on_call_pages p JOIN cards c ON c.id = p.card_id
      JOIN on_call_steps step ON step.department_id = p.department_id AND step.place = 0
      WHERE p.due_at IS NULL AND ${isFiring} AND ${which} ORDER BY p.card_id FOR UPDATE OF p)
    UPDATE on_call_pages p SET step = 0, round = 0,
      due_at = ${now}::timestamptz + make_interval(mins => resumed.after_minutes)
    FROM resumed WHERE p.card_id = resumed.card_id`.execute(tx);
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
    FROM card_silences s JOIN cards c ON ${isMatchedBy()}
    WHERE s.id = ANY(${ended.map(({ id }) => id)}::uuid[]) AND ${isFiring}
    ORDER BY c.id LIMIT ${sql.lit(maxAlerts)}`.execute(tx);
  await notifyOnCall(
    tx,
    firing.map(({ id }) => id),
  );
}
