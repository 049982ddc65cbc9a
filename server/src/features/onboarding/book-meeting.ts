import { newEventSchema } from "@atoll/contract/calendar/schemas";
import { canTickItem } from "@atoll/contract/onboarding/policy";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { AppError } from "../../platform/app-error.ts";
import { transact } from "../../platform/database/transact.ts";
import type { SliceContext } from "../../slice.ts";
import { broadcastChange, insertEvent } from "../calendar/access.ts";
import type { RequestViewer } from "../identity/access.ts";
import { lockItem } from "./access.ts";
import { minutesAfter } from "./make-items.ts";
import { partsOf } from "./policy.ts";
import { whomToMeet } from "./present.ts";

/**
 * Creates a meeting of the newcomer with the person to meet, in the viewer's calendar. An item has one meeting: a
 * second request leaves the first.
 * @throws {AppError} `onboarding_not_found`; `forbidden` for an item of somebody else, or one that is not a meeting;
 *   `attendee_unavailable`.
 */
export async function bookMeeting(
  context: SliceContext,
  viewer: RequestViewer,
  ids: { onboardingId: string; itemId: string },
  { start, zone, minutes }: { start: string; zone: string; minutes: number },
): Promise<void> {
  const eventId = await transact(context.db, async (tx) => {
    const { onboarding, item } = await lockItem(tx, viewer, ids);
    const personId = whomToMeet(onboarding, item);
    if (!canTickItem(viewer, partsOf(onboarding), item.doer) || item.kind !== "meet" || personId === null)
      throw new AppError("forbidden", { detail: "nobody to meet" });
    if (item.event_id !== null) return undefined;
    const names = await context.people.of([onboarding.person_id, personId]);
    const nameOf = (id: string) => names.get(id)?.name ?? "a colleague";
    const id = uuidv7();
    const event = newEventSchema.parse({
      id,
      title: `${nameOf(onboarding.person_id)} and ${nameOf(personId)}`.slice(0, 150),
      description: item.note,
      start,
      end: minutesAfter(start, minutes),
      zone,
      invite: { personIds: [onboarding.person_id, personId].filter((one) => one !== viewer.id) },
    });
    await insertEvent(tx, viewer, event);
    await tx
      .updateTable("onboarding_items")
      .set({
        event_id: id,
        made_at: sql`now()`,
        due_on: start.slice(0, 10),
        at_time: start.slice(11, 16),
        minutes,
      })
      .where("id", "=", item.id)
      .execute();
    return id;
  });
  if (eventId !== undefined) await broadcastChange(context, { eventIds: [eventId], before: [] });
}
