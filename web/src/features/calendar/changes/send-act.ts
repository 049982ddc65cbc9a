import { eventRoutes } from "@atoll/contract/calendar/routes";
import { call } from "../../../lib/server/api-client.ts";
import { oneEach, type SignedIn } from "../../../lib/signed-in.ts";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { lookAtCalendar, lookAtRanges } from "../data/look-again.ts";
import type { Meant, PendingCalendarChange } from "./calendar-act.ts";

/** The versions that the person's own changes made of events: the next of them builds on it. */
const ownVersions = oneEach(() => new Map<string, number>());

/** Sends a change, and looks at the calendar again before the change counts as settled. */
export async function sendAct(
  signedIn: SignedIn,
  id: string,
  { about, change }: PendingCalendarChange,
): Promise<void> {
  const [eventId = ""] = about;
  const params = { eventId };
  const own = ownVersions(signedIn);
  const newest = ({ version }: Meant) => Math.max(version, own.get(eventId) ?? 0);
  switch (change.act) {
    case "create":
      await call(eventRoutes.createEvent, { body: { id, ...change.event } });
      own.set(id, 1);
      break;
    case "change": {
      const body = { changeId: id, ...change.change, version: newest(change.change) };
      const { event } = await call(eventRoutes.changeEvent, { params, body });
      if (event?.id === eventId) own.set(eventId, event.version);
      break;
    }
    case "delete": {
      const body = { changeId: id, ...change.meant, version: newest(change.meant) };
      await call(eventRoutes.deleteEvent, { params, body });
      // Not at the event itself: its sheet is about to close.
      return lookAtRanges(signedIn);
    }
    case "answer":
      await call(eventRoutes.answerEvent, { params, body: change.answer });
      break;
    case "remind":
      await call(eventRoutes.remindOfEvent, { params, body: { reminders: change.reminders } });
  }
  await lookAtCalendar(signedIn);
}

export async function undoAct(
  signedIn: SignedIn,
  changeId: string,
  { about, change }: PendingCalendarChange,
): Promise<void> {
  const [eventId = ""] = about;
  if (change.act === "create") {
    const body = { changeId: uuidv7(), version: 1 };
    await call(eventRoutes.deleteEvent, { params: { eventId }, body });
  } else await call(eventRoutes.undoEventChange, { params: { changeId } });
  ownVersions(signedIn).delete(eventId);
  await lookAtCalendar(signedIn);
}
