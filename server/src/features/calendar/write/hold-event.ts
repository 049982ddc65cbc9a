import { canChangeEvent } from "@atoll/contract/calendar/policy";
import { AppError } from "../../../platform/app-error.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { columnsIn, writtenColumns } from "../event-columns.ts";
import { isSeen } from "../sight.ts";

/** The columns that changes read, of a locked event. */
export type HeldEvent = Awaited<ReturnType<typeof holdEvent>>;

/**
 * Locks an event that the viewer sees until the transaction ends, and returns it.
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

/** Selects events with all fields that people write. Derived data, which may be large, is left out. */
export function selectWhole(db: Database) {
  return db
    .selectFrom("events as e")
    .select(["e.id", ...columnsIn("e", writtenColumns), "e.sequence", "e.version", "e.deleted_at"]);
}
