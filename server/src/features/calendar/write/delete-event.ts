import type { eventDeletionSchema } from "@atoll/contract/calendar/changes";
import { sql } from "kysely";
import type { z } from "zod";
import { AppError } from "../../../platform/app-error.ts";
import type { ChangeSources } from "../../../slice.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { accessOccurrence } from "../find-event.ts";
import { notifyCancelled } from "../notifications/notify-people.ts";
import { attendeesOf, whenOf } from "./about.ts";
import { makeChange } from "./make-change.ts";
import { cutBefore, endBefore } from "./split-event.ts";

/**
 * Deletes an event, one occurrence, or an occurrence and all that follow. The rows are kept, so that this can be
 * undone. Specification, section 4 (event).
 * @throws {AppError} `event_not_found`, `forbidden`, `changed_meanwhile`, `occurrence_not_found`, `change_id_taken`.
 */
export async function deleteEvent(
  sources: ChangeSources,
  viewer: RequestViewer,
  eventId: string,
  deletion: z.output<typeof eventDeletionSchema>,
): Promise<void> {
  await makeChange(sources, viewer, { ...deletion, eventId }, async (turn, event) => {
    const { tx } = turn;
    const isSeries = event.rule !== null || event.added.length > 0;
    const { scope, occurrence } = isSeries ? deletion : { scope: "all" as const, occurrence: null };
    if (scope !== "all" && occurrence === null) throw new AppError("occurrence_not_found");
    if (occurrence !== null) await accessOccurrence(tx, viewer.id, eventId, occurrence);
    await turn.touch(event);
    const told = scope === "all" ? null : occurrence;
    await notifyCancelled(tx, {
      eventId,
      actorId: viewer.id,
      people: (await isOver(told)) ? [] : await attendeesOf(tx, eventId, viewer.id),
      version: event.version + 1,
      title: event.title,
      when: await whenOf(tx, eventId, told),
    });
    const cut =
      scope === "following" && occurrence !== null ? await cutBefore(tx, viewer.id, event, occurrence) : null;
    if (scope === "this" && occurrence !== null) {
      await tx
        .insertInto("event_exceptions")
        .values({ event_id: eventId, occurrence, kind: "cancel", override: "{}" })
        .onConflict((conflict) =>
          conflict.columns(["event_id", "occurrence"]).doUpdateSet({ kind: "cancel", override: "{}" }),
        )
        .execute();
    } else if (cut?.head && occurrence !== null) {
      await endBefore(tx, event, cut.head, occurrence);
    } else {
      await tx
        .updateTable("events")
        .set({ deleted_at: sql<Date>`now()` })
        .where("id", "=", eventId)
        .execute();
    }

    /**
     * Returns whether an event, an occurrence, or it and all that follow are over: nobody is notified that what is past
     * is cancelled.
     */
    async function isOver(name: string | null): Promise<boolean> {
      const { rows } = await sql<{
        is: boolean | null;
      }>`SELECT max(ends_at) <= now() AS is FROM event_occurrences
        WHERE event_id = ${eventId} AND (${name}::text IS NULL OR occurrence = ${name} OR (${scope === "following"} AND occurrence > ${name}))`.execute(
        tx,
      );
      return rows[0]?.is ?? true;
    }
  });
}
