import {
  type Incident,
  type IncidentAlert,
  type IncidentEntry,
  type IncidentReport,
  incidentEffects,
  incidentEntryKinds,
  incidentStates,
  type OpenIncident,
} from "@atoll/contract/cards/incident-schemas";
import { maxClosingEntries, maxIncidentEntries, maxIncidentsOfCard } from "@atoll/contract/cards/limits";
import type { Page } from "@atoll/contract/page";
import type { Person } from "@atoll/contract/people/schemas";
import type { Selectable } from "kysely";
import { sql } from "kysely";
import { z } from "zod";
import { AppError } from "../../../platform/app-error.ts";
import { exactInstant, fetchPage, isBehind, placeInTime } from "../../../platform/page.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Database, Tables } from "../../../tables.ts";
import { type CardViewer, isTypeReadable } from "../readable.ts";
import { servicesOnPage } from "./service-status.ts";

type Sources = Pick<SliceContext, "db" | "people">;
type IncidentRow = Omit<Selectable<Tables["incidents"]>, "sent_hash">;

const columns = [
  ...(["i.id", "i.type_id", "i.number", "i.title", "i.severity", "i.services", "i.effect"] as const),
  ...(["i.state", "i.commander_id", "i.operations_id", "i.communications_id"] as const),
  ...(["i.opened_by", "i.opened_at", "i.resolved_at"] as const),
] as const;

/** The incidents of a section, open or resolved, the newest first. */
export async function listIncidents(
  { db, people }: Sources,
  typeId: string,
  query: { cursor?: string | undefined; limit: number; state: "open" | "resolved" },
): Promise<Page<Incident> & { people: Person[] }> {
  const { rows, nextCursor } = await fetchPage(
    query,
    placeInTime,
    (after, count) =>
      db
        .selectFrom("incidents as i")
        .select(columns)
        .select(exactInstant("i.opened_at").as("place"))
        .where("i.type_id", "=", typeId)
        .where("i.resolved_at", query.state === "open" ? "is" : "is not", null)
        .where(isBehind("i.opened_at", "i.id", after))
        .orderBy("i.opened_at", "desc")
        .orderBy("i.id", "desc")
        .limit(count)
        .execute(),
    ({ place, id }) => [place, id],
  );
  const known = await people.of(rows.flatMap(peopleOf));
  return { items: rows.map(presentIncident), nextCursor, people: inOrder(known) };
}

/** The latest incidents that an alert belongs to. They are of its section. */
export async function listIncidentsOfCard(db: Database, cardId: string): Promise<Incident[]> {
  const rows = await db
    .selectFrom("incident_alerts as a")
    .innerJoin("incidents as i", "i.id", "a.incident_id")
    .select(columns)
    .where("a.card_id", "=", cardId)
    .orderBy("i.opened_at", "desc")
    .limit(maxIncidentsOfCard)
    .execute();
  return rows.map(presentIncident);
}

/**
 * An incident that the viewer may read, as its page shows it.
 * @throws {AppError} `incident_not_found` when there is none, or it is not theirs to see.
 */
export async function readIncident(
  { db, people }: Sources,
  viewer: CardViewer,
  incidentId: string,
): Promise<OpenIncident> {
  const row = await db
    .selectFrom("incidents as i")
    .innerJoin("card_types as ct", "ct.id", "i.type_id")
    .select(columns)
    .where("i.id", "=", incidentId)
    .where(isTypeReadable(viewer))
    .executeTakeFirst();
  if (!row) throw new AppError("incident_not_found");
  const [entries, alerts, report, shownServices] = await Promise.all([
    readEntries(db, incidentId),
    readAlerts(db, incidentId),
    readReport(db, incidentId),
    servicesOnPage(db, row.type_id, row.services),
  ]);
  const known = await people.of([
    ...peopleOf(row),
    ...entries.flatMap(({ kind, personId, before, after }) => [
      ...ifGiven(personId),
      ...(isAboutPerson(kind) ? [...ifGiven(before), ...ifGiven(after)] : []),
    ]),
  ]);
  return { incident: presentIncident(row), shownServices, entries, alerts, report, people: inOrder(known) };
}

/** The same people are always in the same order. */
const inOrder = (known: ReadonlyMap<string, Person>): Person[] =>
  [...known.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));

const ifGiven = (id: string | null): string[] => (id === null ? [] : [id]);

const isAboutPerson = (kind: IncidentEntry["kind"]): boolean =>
  kind === "commander" || kind === "operations" || kind === "communications";

const peopleOf = (row: IncidentRow): string[] =>
  [row.commander_id, row.operations_id, row.communications_id, row.opened_by].flatMap(ifGiven);

async function readEntries(db: Database, incidentId: string): Promise<IncidentEntry[]> {
  const rows = await db
    .selectFrom("incident_entries")
    .select(["id", "kind", "at", "person_id", "before", "after", "text"])
    .where("incident_id", "=", incidentId)
    .orderBy("at")
    .orderBy("id")
    .limit(maxIncidentEntries + maxClosingEntries)
    .execute();
  return rows.map(({ kind, at, person_id, ...row }) => ({
    ...row,
    kind: z.enum(incidentEntryKinds).parse(kind),
    at: at.toISOString(),
    personId: person_id,
  }));
}

/** The alerts of an incident, and those that its timeline names. Deleted ones are left out. */
async function readAlerts(db: Database, incidentId: string): Promise<IncidentAlert[]> {
  const { rows } = await sql<IncidentAlert>`
    SELECT c.id, c.title, c.stage, c.data ->> 'service' AS service, bool_or(named.is_linked) AS "isLinked"
    FROM (SELECT card_id, true AS is_linked FROM incident_alerts WHERE incident_id = ${incidentId}
      UNION SELECT coalesce(after, before)::uuid, false FROM incident_entries
        WHERE incident_id = ${incidentId} AND kind IN ('linked', 'unlinked')) named
    JOIN cards c ON c.id = named.card_id
    WHERE c.deleted_at IS NULL GROUP BY c.id ORDER BY c.id`.execute(db);
  return rows;
}

async function readReport(db: Database, incidentId: string): Promise<IncidentReport | null> {
  const row = await db
    .selectFrom("incident_reports")
    .select(["summary", "impact", "cause", "next", "version"])
    .where("incident_id", "=", incidentId)
    .executeTakeFirst();
  if (!row) return null;
  const followUps = await db
    .selectFrom("incident_follow_ups as f")
    .leftJoin("tasks as t", (join) => join.onRef("t.id", "=", "f.task_id").on("t.deleted_at", "is", null))
    .select(["f.id", "f.text", "t.id as taskId", sql<boolean>`f.made_at IS NOT NULL`.as("isMade")])
    .where("f.incident_id", "=", incidentId)
    .where("f.is_removed", "=", false)
    .orderBy("f.place")
    .execute();
  return { ...row, followUps };
}

/** Pure: an incident as everyone who may read it sees it. */
export function presentIncident(row: IncidentRow): Incident {
  return {
    id: row.id,
    typeId: row.type_id,
    number: row.number,
    title: row.title,
    severity: row.severity,
    services: row.services,
    effect: z.enum(incidentEffects).parse(row.effect),
    state: z.enum(incidentStates).parse(row.state),
    commanderId: row.commander_id,
    operationsId: row.operations_id,
    communicationsId: row.communications_id,
    openedById: row.opened_by,
    openedAt: row.opened_at.toISOString(),
    resolvedAt: row.resolved_at?.toISOString() ?? null,
  };
}
