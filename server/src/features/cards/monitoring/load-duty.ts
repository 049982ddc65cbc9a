import type { Overview } from "@atoll/contract/cards/overview-schemas";
import { instantIn } from "@atoll/contract/zones";
import { type RawBuilder, sql } from "kysely";
import type { SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { keepMembers, type PlannedShift, shiftAt, type TurnOverride, type TurnRota, turned } from "./rota.ts";

/** The rota and overrides of a department, as they are stored. */
export interface Duty {
  rota: TurnRota | undefined;
  /** In the order in which they replace each other. Those that have ended are left out. */
  overrides: readonly TurnOverride[];
  /** The same with those of people who are not available now: they may be again by then. */
  allOverrides: readonly TurnOverride[];
  /** Members of the rota who have left the department, or whose account is disabled. */
  gone: readonly string[];
}

/** SQL: this person can be on call for this department: a member with an account that can be used. */
export const isAvailable = (
  person: RawBuilder<unknown>,
  department: RawBuilder<unknown>,
): RawBuilder<boolean> =>
  sql<boolean>`EXISTS (SELECT FROM user_departments ud JOIN accounts a ON a.id = ud.user_id
    WHERE ud.user_id = ${person} AND ud.department_id = ${department} AND a.disabled_at IS NULL AND NOT a.is_bot LIMIT 1)`;

/** Whether a person can be on call for a department now. */
export async function canBeOnCall(db: Database, departmentId: string, personId: string): Promise<boolean> {
  const { rows } = await sql<{ is_available: boolean }>`
    SELECT ${isAvailable(sql`${personId}::uuid`, sql`${departmentId}::uuid`)} AS is_available`.execute(db);
  return rows[0]?.is_available === true;
}

/** Reads who is on call for a department. Members who are no longer available have no turn. */
export async function loadDuty(db: Database, departmentId: string, now = new Date()): Promise<Duty> {
  const { rows: members } = await sql<{
    length_days: number;
    hand_over: string;
    zone: string;
    starts_on: string;
    anchor_on: string;
    turn_from: Date | null;
    person_id: string | null;
    is_available: boolean;
  }>`SELECT r.length_days, r.hand_over, r.zone, r.starts_on::text AS starts_on, r.anchor_on::text AS anchor_on, r.turn_from,
        m.person_id, ${isAvailable(sql.ref("m.person_id"), sql.ref("r.department_id"))} AS is_available
      FROM on_call_rotas r LEFT JOIN on_call_members m ON m.department_id = r.department_id
      WHERE r.department_id = ${departmentId} ORDER BY m.place < r.first_place, m.place`.execute(db);
  const { rows: stored } = await sql<{
    id: string;
    person_id: string;
    starts_at: Date;
    ends_at: Date;
    is_available: boolean;
  }>`SELECT o.id, o.person_id, o.starts_at, o.ends_at,
        ${isAvailable(sql.ref("o.person_id"), sql.ref("o.department_id"))} AS is_available
      FROM on_call_overrides o WHERE o.department_id = ${departmentId} AND o.ends_at > ${now}
      ORDER BY o.created_at, o.id`.execute(db);
  const [first] = members;
  const all = members.flatMap(({ person_id }) => person_id ?? []);
  const gone = members.flatMap(({ person_id, is_available }) =>
    person_id === null || is_available ? [] : [person_id],
  );
  const rota = first && {
    members: all,
    lengthDays: first.length_days,
    handOver: first.hand_over,
    zone: first.zone,
    anchorOn: first.anchor_on,
    turnFrom: first.turn_from ?? undefined,
    startsAt: instantIn(first.zone, first.starts_on, first.hand_over),
  };
  const allOverrides = stored.map(({ id, person_id, starts_at, ends_at }) => ({
    overrideId: id,
    personId: person_id,
    startsAt: starts_at,
    endsAt: ends_at,
  }));
  return {
    rota: rota && keepMembers(rota, (id) => !gone.includes(id), now),
    overrides: allOverrides.filter((_, index) => stored[index]?.is_available),
    allOverrides,
    gone,
  };
}

/** The member who is on call for a department now, and their shift. */
async function dutyAt(
  db: Database,
  departmentId: string,
  now = new Date(),
): Promise<PlannedShift | undefined> {
  const { rota, overrides } = await loadDuty(db, departmentId, now);
  return shiftAt(rota, overrides, now);
}

/** The member who is on call, and after them the others of the rota in turn. Empty when nobody is on call. */
export function inTurn({ rota, overrides }: Duty, now: Date): string[] {
  const shift = shiftAt(rota, overrides, now);
  return shift ? [...new Set([shift.personId, ...(rota ? turned(rota, now).members : [])])] : [];
}

/** The member who is on call now, as the overview of a department shows it. */
export async function readOnCall(
  { db, people }: Pick<SliceContext, "db" | "people">,
  departmentId: string,
): Promise<Overview["onCall"]> {
  const shift = await dutyAt(db, departmentId);
  const person = shift && (await people.of([shift.personId])).get(shift.personId);
  return person ? { person, until: shift.endsAt.toISOString() } : null;
}

/** Waits for the turn to change who is on call for a department, until the transaction ends. */
export async function lockDuty(tx: Database, departmentId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('atoll on call'), hashtext(${departmentId}))`.execute(tx);
}
