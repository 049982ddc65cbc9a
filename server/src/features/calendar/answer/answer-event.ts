import type { eventAnswerSchema } from "@atoll/contract/calendar/changes";
import { sql } from "kysely";
import type { z } from "zod";
import { AppError } from "../../../platform/app-error.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { ChangeSources } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { broadcastChange } from "../broadcast-change.ts";
import { accessOccurrence } from "../find-event.ts";
import { notifyAnswered } from "../notifications/notify-people.ts";
import { type HeldEvent, holdEvent } from "../write/hold-event.ts";

/**
 * Stores the viewer's answer to an event, or to one occurrence of it. An answer to the whole event leaves those to
 * single occurrences.
 * @throws {AppError} `event_not_found`, `occurrence_not_found`, `not_invited`.
 */
export async function answerEvent(
  sources: ChangeSources,
  viewer: RequestViewer,
  eventId: string,
  { rsvp, note, occurrence }: z.output<typeof eventAnswerSchema>,
): Promise<void> {
  await transact(sources.db, async (tx) => {
    const event = await holdInvited(tx, viewer, eventId);
    const answer = { rsvp, note, response_at: sql<Date>`now()` };
    if (occurrence === null) {
      await tx
        .updateTable("event_attendees")
        .set(answer)
        .where("event_id", "=", eventId)
        .where("user_id", "=", viewer.id)
        .execute();
    } else {
      await accessOccurrence(tx, viewer.id, eventId, occurrence);
      await tx
        .insertInto("event_answers")
        .values({ event_id: eventId, occurrence, user_id: viewer.id, ...answer })
        .onConflict((conflict) => conflict.columns(["event_id", "occurrence", "user_id"]).doUpdateSet(answer))
        .execute();
    }
    const { organiser_id: organiserId } = event;
    if (organiserId !== viewer.id)
      await notifyAnswered(tx, { eventId, actorId: viewer.id, organiserId, rsvp, occurrence });
  });
  await broadcastChange(sources, { eventIds: [eventId], before: [] });
}

/**
 * Locks an event that the viewer is invited to, and returns it.
 * @throws {AppError} `event_not_found`, `not_invited`.
 */
export async function holdInvited(tx: Database, viewer: RequestViewer, eventId: string): Promise<HeldEvent> {
  const event = await holdEvent(tx, viewer, eventId);
  const row = await tx
    .selectFrom("event_attendees")
    .select("user_id")
    .where("event_id", "=", eventId)
    .where("user_id", "=", viewer.id)
    .executeTakeFirst();
  if (!row) throw new AppError("not_invited");
  return event;
}
