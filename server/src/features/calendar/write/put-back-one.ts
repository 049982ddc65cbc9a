import { AppError } from "../../../platform/app-error.ts";
import { notifyMoved } from "../notifications/notify-people.ts";
import { attendeesOf, whenOf } from "./about.ts";
import { askAgain } from "./change-one.ts";
import type { HeldEvent } from "./hold-event.ts";
import type { Turn } from "./make-change.ts";

/**
 * Resets one occurrence of a series: it returns to the series' time and texts, and takes place again if it was
 * cancelled. Answers to another time are reset. Specification, section 4 (event: exceptions can be removed).
 * @throws {AppError} `occurrence_not_found` if the occurrence does not differ from its series.
 */
export async function putBackOne(turn: Turn, event: HeldEvent, occurrence: string): Promise<void> {
  const { tx, viewer, later } = turn;
  const gone = await tx
    .deleteFrom("event_exceptions")
    .where("event_id", "=", event.id)
    .where("occurrence", "=", occurrence)
    .returning(["kind", "override"])
    .executeTakeFirst();
  if (!gone) throw new AppError("occurrence_not_found");
  const isMoved = gone.override.start !== undefined;
  if (isMoved) await askAgain(tx, event, occurrence);
  if (!isMoved && gone.kind !== "cancel" && gone.override.location === undefined) return;
  const people = await attendeesOf(tx, event.id, viewer.id);
  later(async () =>
    notifyMoved(tx, {
      eventId: event.id,
      actorId: viewer.id,
      people,
      version: event.version + 1,
      when: await whenOf(tx, event.id, occurrence),
    }),
  );
}
