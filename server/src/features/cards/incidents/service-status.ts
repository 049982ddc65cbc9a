import { isDeepStrictEqual } from "node:util";
import { type IncidentEffect, incidentEffects, incidentStates } from "@atoll/contract/cards/incident-schemas";
import { observedDays } from "@atoll/contract/cards/limits";
import { sectionOptionsSchema } from "@atoll/contract/cards/section-schemas";
import type { ServiceStatus, StatusServices, StatusUpdate } from "@atoll/contract/cards/status-schemas";
import type { Page } from "@atoll/contract/page";
import { addDays, dayIn, instantIn } from "@atoll/contract/zones";
import { sql } from "kysely";
import { z } from "zod";
import { assertAsSeen } from "../../../platform/assert-not-changed.ts";
import { recordAct } from "../../../platform/audit.ts";
import { fetchPage, isBehind, placeInTime } from "../../../platform/page.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { changeAs, type RequestViewer } from "../../identity/public.ts";
import { everybodysRoom } from "../../people/public.ts";
import { assertMayManage, lockType } from "../public.ts";
import { wrong } from "./incident-parts.ts";

/** Services, and incidents of 90 days, that the page reads at most. */
const maxServices = 200;
const maxSpans = 5_000;

/** SQL: sections whose services the page shows; those of archived sections are left out. */
const shownServices = sql`(SELECT ss.type_id, ss.service FROM status_services ss
  JOIN card_types ct ON ct.id = ss.type_id WHERE ct.archived_at IS NULL)`;

interface Span {
  service: string;
  effect: IncidentEffect;
  from: Date;
  until: Date;
}

/**
 * Returns the state of the company's services, from the effects of incidents: now from those that are open, and for each
 * day from those that were open on it. Everyone may read it, so it names nothing but services.
 */
export async function readServiceStatus(
  db: Database,
  zone: string,
  now = new Date(),
): Promise<ServiceStatus> {
  const today = dayIn(zone, now);
  const starts = Array.from({ length: observedDays }, (_, index) =>
    instantIn(zone, addDays(today, index + 1 - observedDays)),
  );
  const { rows: services } = await sql<{ service: string }>`SELECT service FROM ${shownServices} s
    GROUP BY service ORDER BY service COLLATE "C" LIMIT ${sql.lit(maxServices)}`.execute(db);
  const { rows: spans } = await sql<Span>`
    SELECT s.service, i.effect, i.opened_at AS "from", coalesce(i.resolved_at, ${now}::timestamptz) AS until
    FROM incidents i JOIN ${shownServices} s ON s.type_id = i.type_id AND s.service = ANY(i.services)
    WHERE i.effect <> 'none' AND (i.resolved_at IS NULL OR i.resolved_at >= ${starts[0] ?? now})
    ORDER BY i.resolved_at DESC NULLS FIRST LIMIT ${sql.lit(maxSpans)}`.execute(db);
  const spansOf = Map.groupBy(spans, ({ service }) => service);
  const ends = [...starts.slice(1), now];
  return {
    days: starts.map((at) => at.toISOString()),
    services: services.map(({ service }) => {
      const own = spansOf.get(service) ?? [];
      return {
        service,
        state: worstOf(own.filter(({ until }) => until >= now)),
        days: starts.map((start, index) =>
          worstOf(own.filter(({ from, until }) => from < (ends[index] ?? now) && until >= start)),
        ),
      };
    }),
  };
}

const worstOf = (spans: readonly Span[]): IncidentEffect =>
  incidentEffects.findLast((effect) => spans.some((span) => span.effect === effect)) ?? "none";

/** The updates for everyone about services of the page, the newest first, without their authors and incidents. */
export async function listStatusUpdates(
  db: Database,
  query: { cursor?: string | undefined; limit: number },
): Promise<Page<StatusUpdate>> {
  const { rows, nextCursor } = await fetchPage(
    query,
    placeInTime,
    async (after, count) => {
      const { rows } = await sql<{
        id: string;
        at: Date;
        text: string;
        state: string;
        place: string;
        services: string[];
      }>`SELECT e.id, e.at, e.text, e.after AS state, shown.services,
          to_char(e.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS place
        FROM incident_entries e JOIN incidents i ON i.id = e.incident_id
        JOIN LATERAL (SELECT array_agg(s.service ORDER BY s.service COLLATE "C") AS services FROM ${shownServices} s
          WHERE s.type_id = i.type_id AND s.service = ANY(i.services)) shown ON shown.services IS NOT NULL
        WHERE e.kind = 'update' AND ${isBehind("e.at", "e.id", after)}
        ORDER BY e.at DESC, e.id DESC LIMIT ${count}`.execute(db);
      return rows;
    },
    ({ place, id }) => [place, id],
  );
  const items = rows.map(({ id, at, text, state, services }) => ({
    ...{ id, at: at.toISOString(), text, services },
    state: z.enum(incidentStates).parse(state),
  }));
  return { items, nextCursor };
}

/** The services of a section that the page shows. */
export async function readStatusServices(db: Database, typeId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("status_services")
    .select("service")
    .where("type_id", "=", typeId)
    .execute();
  // Not in the order of the database, which may be that of a language.
  return rows.map(({ service }) => service).toSorted();
}

/**
 * Chooses the services of a section that the page shows to everyone.
 * @throws {AppError} `section_not_found`, `forbidden`, `incident_wrong`, `changed_meanwhile`.
 */
export async function setStatusServices(
  { db, realtime }: Pick<SliceContext, "db" | "realtime">,
  { viewer: asking, address }: { viewer: RequestViewer; address: string },
  typeId: string,
  input: StatusServices,
): Promise<void> {
  const services = input.services.toSorted();
  await changeAs(db, asking, async (tx, viewer) => {
    const type = await lockType(tx, viewer, typeId);
    assertMayManage(viewer, type.department_id);
    if (sectionOptionsSchema.parse(type.options).hooks !== "alerts")
      throw wrong("services", "This section has no alerts.");
    const before = await readStatusServices(tx, typeId);
    if (isDeepStrictEqual(before, services)) return;
    assertAsSeen({ services: before }, { services: input.seen.toSorted() });
    await tx.deleteFrom("status_services").where("type_id", "=", typeId).execute();
    if (services.length > 0)
      await tx
        .insertInto("status_services")
        .values(services.map((service) => ({ type_id: typeId, service })))
        .execute();
    await recordAct(tx, {
      action: "service-status.changed",
      address,
      actor: { id: viewer.id, name: viewer.name },
      subject: { type: "department", id: type.department_id, name: type.name },
      before: { services: before },
      after: { services },
    });
  });
  broadcastStatus(realtime);
}

/** Has everyone who looks at the status page fetch it again. */
export function broadcastStatus(realtime: SliceContext["realtime"]): void {
  realtime.sendToOthers(everybodysRoom, [], "service-status.changed", {});
}

/** Those of these services of a section that the page shows. */
export async function servicesOnPage(
  db: Database,
  typeId: string,
  services: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ service: string }>`SELECT service FROM ${shownServices} s
    WHERE type_id = ${typeId} AND service = ANY(${[...services]}::text[])`.execute(db);
  return rows.map(({ service }) => service).toSorted();
}
