import { canChangeEvent } from "@atoll/contract/calendar/policy";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { assertNotChanged } from "../../../platform/changed-meanwhile.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/access.ts";
import { columnsIn, writtenColumns } from "../event-columns.ts";
import { isSeen } from "../sight.ts";

/** The columns that changes look at, of an event that is held until the transaction ends. */
export type HeldEvent = Awaited<ReturnType<typeof holdEvent>>;

/**
 * Holds an event that the viewer sees, so that nobody changes it until the transaction ends.
 * @throws {AppError} `event_not_found`
 */
export async function holdEvent(tx: Database, viewer: RequestViewer, eventId: string) {
  const row = await selectWhole(tx)
    .where("e.id", "=", eventId)
    .where(isSeen(viewer))
    .forNoKeyUpdate("e")
    .executeTakeFirst();
  if (!row) throw new AppError("event_not_found");
  return row;
}

/**
 * The same for a change.
 * @param version as the viewer saw it.
 * @throws {AppError} `event_not_found`, `forbidden`, `changed_meanwhile`.
 */
export async function holdToChange(tx: Database, viewer: RequestViewer, eventId: string, version: number) {
  const event = await holdEvent(tx, viewer, eventId);
  if (!mayChange(viewer, event)) throw new AppError("forbidden");
  assertNotChanged(event, version);
  return event;
}

export function mayChange(
  viewer: RequestViewer,
  event: Pick<HeldEvent, "organiser_id" | "department_id" | "visibility">,
): boolean {
  return canChangeEvent(viewer, {
    organiserId: event.organiser_id,
    departmentId: event.department_id,
    visibility: event.visibility,
  });
}

/** Events with all that people write; what is derived, and may be without bounds, apart. */
export function selectWhole(db: Database) {
  return db
    .selectFrom("events as e")
    .select(["e.id", ...columnsIn("e", writtenColumns), "e.sequence", "e.version", "e.deleted_at"]);
}

/** What every change of an event sets. */
export const changed = {
  version: sql<number>`version + 1`,
  updated_at: sql<Date>`now()`,
};
