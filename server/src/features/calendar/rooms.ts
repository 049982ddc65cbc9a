import { canManageCalendars, type EventViewer } from "@atoll/contract/calendar/policy";
import { sql } from "kysely";
import type { Audiences } from "../../platform/changes/broadcast.ts";
import type { Database } from "../../tables.ts";
import { ownRoom } from "../people/public.ts";

const departmentRoom = (departmentId: string) => `calendar-of-department:${departmentId}`;
/** SQL: the attendee `a` is no guest. Guests hear of their events one by one, from the database (decision 179). */
export const isOfColleague = sql<boolean>`NOT EXISTS (SELECT FROM guest_access g
  WHERE g.subject_id = a.event_id AND g.subject_kind = 'event' AND g.guest_id = a.user_id LIMIT 1)`;
const allDepartmentsRoom = "calendar-of-all-departments";

/** Returns the rooms of a viewer's events: the same set as `isSeen`, with their own room. */
export function calendarRooms(viewer: EventViewer): string[] {
  return [
    ...viewer.departments.map(({ id }) => departmentRoom(id)),
    ...(canManageCalendars(viewer) ? [allDepartmentsRoom] : []),
  ];
}

/** Returns the rooms of all people who see each of these events, keyed by event ID. */
export async function roomsOfEach(db: Database, eventIds: readonly string[]): Promise<Audiences> {
  const { rows } = await sql<{ id: string; department_id: string | null; people: string[] }>`
    SELECT e.id, e.department_id, array(SELECT e.organiser_id UNION
      SELECT a.user_id FROM event_attendees a WHERE a.event_id = e.id AND ${isOfColleague}) AS people
    FROM events e WHERE e.id = ANY(${eventIds}::uuid[])`.execute(db);
  return new Map(
    rows.map(({ id, department_id, people }) => {
      const ofDepartment = department_id === null ? [] : [departmentRoom(department_id), allDepartmentsRoom];
      return [id, [...people.map(ownRoom), ...ofDepartment]];
    }),
  );
}

/** Returns the rooms of all people who see any of these events now. Includes deleted events. */
export async function roomsOf(db: Database, eventIds: readonly string[]): Promise<string[]> {
  if (eventIds.length === 0) return [];
  const isOne = (column: string) => sql<boolean>`${sql.ref(column)} = ANY(${eventIds}::uuid[])`;
  const [events, attendees] = await Promise.all([
    db.selectFrom("events").select(["organiser_id", "department_id"]).distinct().where(isOne("id")).execute(),
    db
      .selectFrom("event_attendees as a")
      .select("a.user_id")
      .distinct()
      .where(isOne("a.event_id"))
      .where(isOfColleague)
      .execute(),
  ]);
  const people = [...events.map((event) => event.organiser_id), ...attendees.map((one) => one.user_id)];
  const departments = events.flatMap(({ department_id: id }) => id ?? []);
  const rooms = [...people.map(ownRoom), ...departments.map(departmentRoom)];
  return [...new Set(departments.length > 0 ? [...rooms, allDepartmentsRoom] : rooms)];
}
