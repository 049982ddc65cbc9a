import type { Selectable } from "kysely";
import type { CalendarTables } from "./tables.ts";

type EventColumn = keyof CalendarTables["events"];

/** Whose an event is, where it stands and who sees it. */
export const placeColumns = [
  "organiser_id",
  "calendar_id",
  "department_id",
  "kind",
  "visibility",
  "shows_as",
  "guests_see_guests",
  "task_id",
] as const satisfies readonly EventColumn[];

/** When it is, as its people planned it. */
export const timeColumns = [
  "all_day",
  "starts",
  "ends",
  "zone",
  "rule",
  "added",
  "removed",
] as const satisfies readonly EventColumn[];

export type TimeColumns = Pick<Selectable<CalendarTables["events"]>, (typeof timeColumns)[number]>;

/** Everything that people write of an event: what a change may change. */
export const writtenColumns = [
  ...placeColumns,
  ...timeColumns,
  "title",
  "description",
  "location",
  "link",
  "ics_uid",
] as const satisfies readonly EventColumn[];

/** Columns as a statement names those of a table that it calls something else. */
export function columnsIn<Alias extends string, Column extends string>(
  alias: Alias,
  columns: readonly Column[],
): `${Alias}.${Column}`[] {
  return columns.map((column): `${Alias}.${Column}` => `${alias}.${column}`);
}
