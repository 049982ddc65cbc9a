import { maxOnCallChoices, plannedDays } from "@atoll/contract/cards/limits";
import type { OnCallPlan } from "@atoll/contract/cards/on-call-schemas";
import { departmentsWithView } from "@atoll/contract/cards/policy";
import { sql } from "kysely";
import type { SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { selectMembers } from "../lists/overview.ts";
import { departmentOf } from "../public.ts";
import { isTypeReadableBy } from "../readable.ts";
import { readEscalation, readSeverities } from "./escalation.ts";
import { loadDuty } from "./load-duty.ts";
import { daysLater, planShifts } from "./rota.ts";

/**
 * Reads everything about who is on call for a department of the viewer's.
 * @throws {AppError} `section_not_found`
 */
export async function readPlan(
  { db, people }: Pick<SliceContext, "db" | "people">,
  viewer: RequestViewer,
  slug: string,
  now = new Date(),
): Promise<OnCallPlan> {
  const departmentId = departmentOf(viewer, slug);
  const [duty, rota, overrides, escalation, severities, memberIds] = await Promise.all([
    loadDuty(db, departmentId, now),
    readRota(db, departmentId),
    readOverrides(db, departmentId, now),
    readEscalation(db, departmentId),
    readSeverities(db, viewer, departmentId),
    listMembers(db, departmentId),
  ]);
  const mayChange = departmentsWithView(viewer).includes(departmentId);
  // Its severity is one of a section that a member may not be able to read.
  const shown = mayChange || severities.length > 0 ? escalation : undefined;
  const shifts = planShifts(duty.rota, duty.overrides, now, daysLater(now, plannedDays));
  const named = [
    ...(rota?.memberIds ?? []),
    ...overrides.flatMap(({ personId, createdById }) => [personId, createdById ?? []].flat()),
    ...(shown?.steps.flatMap(({ personId }) => personId ?? []) ?? []),
  ];
  const known = await people.of([...memberIds, ...named]);
  const others = new Set(named.filter((id) => !memberIds.includes(id)));
  return {
    mayChange,
    severities,
    withoutAlerts:
      severities.length > 0 ? await listWithoutAlerts(db, departmentId, [...memberIds, ...named]) : [],
    members: memberIds.flatMap((id) => known.get(id) ?? []),
    others: [...others].flatMap((id) => known.get(id) ?? []),
    rota,
    shifts: shifts.map(({ startsAt, endsAt, ...shift }) => ({
      ...shift,
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
    })),
    overrides,
    escalation: shown ?? null,
  };
}

/** Those of these people who may not read all alerts of a department. */
async function listWithoutAlerts(
  db: Database,
  departmentId: string,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`SELECT DISTINCT person.id FROM unnest(${[...ids]}::uuid[]) AS person (id)
    JOIN card_types ct ON ct.department_id = ${departmentId} AND ct.options ->> 'hooks' = 'alerts'
      AND ct.archived_at IS NULL AND ct.is_restricted
    WHERE NOT ${isTypeReadableBy(sql.ref("person.id"))} ORDER BY person.id`.execute(db);
  return rows.map(({ id }) => id);
}

async function readRota(db: Database, departmentId: string): Promise<OnCallPlan["rota"]> {
  const row = await db
    .selectFrom("on_call_rotas")
    .select(["length_days", "weekday", "hand_over", "zone", "version"])
    .select(sql<string>`starts_on::text`.as("starts_on"))
    .where("department_id", "=", departmentId)
    .executeTakeFirst();
  if (!row) return null;
  const members = await db
    .selectFrom("on_call_members")
    .select("person_id")
    .where("department_id", "=", departmentId)
    .orderBy("place")
    .execute();
  return {
    memberIds: members.map(({ person_id }) => person_id),
    lengthDays: row.length_days,
    weekday: row.weekday,
    handOver: row.hand_over,
    zone: row.zone,
    startsOn: row.starts_on,
    version: row.version,
  };
}

/** The overrides that have not ended, the first to start first. */
async function readOverrides(
  db: Database,
  departmentId: string,
  now: Date,
): Promise<OnCallPlan["overrides"]> {
  const rows = await db
    .selectFrom("on_call_overrides")
    .select(["id", "person_id", "starts_at", "ends_at", "created_by", "created_at"])
    .where("department_id", "=", departmentId)
    .where("ends_at", ">", now)
    .orderBy("starts_at")
    .orderBy("id")
    .execute();
  return rows.map(({ id, person_id, starts_at, ends_at, created_by, created_at }) => ({
    id,
    personId: person_id,
    startsAt: starts_at.toISOString(),
    endsAt: ends_at.toISOString(),
    createdById: created_by,
    createdAt: created_at.toISOString(),
  }));
}

/** The members of a department who can be on call, by name. */
async function listMembers(db: Database, departmentId: string): Promise<string[]> {
  const rows = await selectMembers(db, departmentId)
    .where("a.is_bot", "=", false)
    .limit(maxOnCallChoices)
    .execute();
  return rows.map(({ id }) => id);
}
