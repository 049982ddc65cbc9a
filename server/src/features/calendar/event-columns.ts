import type { Selectable } from "kysely";
import type { Tables } from "../../tables.ts";

type EventColumn = keyof Tables["events"];

/** Columns that say who owns an event, which calendar it is in and who sees it. */
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

/** Columns with the planned times of an event. */
export const timeColumns = [
  "all_day",
  "starts",
  "ends",
  "zone",
  "rule",
  "added",
  "removed",
] as const satisfies readonly EventColumn[];

export type TimeColumns = Pick<Selectable<Tables["events"]>, (typeof timeColumns)[number]>;

/** All columns that people write, and that a change may change. */
export const writtenColumns = [
  ...placeColumns,
  ...timeColumns,
  "title",
  "description",
  "location",
  "link",
  "ics_uid",
] as const satisfies readonly EventColumn[];

/** Returns columns qualified with the alias that a statement gives their table. */
export function columnsIn<Alias extends string, Column extends string>(
  alias: Alias,
  columns: readonly Column[],
): `${Alias}.${Column}`[] {
  return columns.map((column): `${Alias}.${Column}` => `${alias}.${column}`);
}
