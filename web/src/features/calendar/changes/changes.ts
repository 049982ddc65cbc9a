import type { EventAnswer, EventChange } from "@atoll/contract/calendar/changes";
import type { EventScope, Reminder } from "@atoll/contract/calendar/limits";
import { eventRoutes } from "@atoll/contract/calendar/routes";
import type { CalendarEvent, EventOccurrence, NewEvent } from "@atoll/contract/calendar/schemas";
import type { Settled } from "../../../capabilities/changes/change-queue.ts";
import { offerUndo } from "../../../capabilities/changes/offer-undo.ts";
import { call } from "../../../lib/server/api-client.ts";
import type { SignedIn } from "../../../lib/signed-in.ts";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import type { ToastAction } from "../../../ui/toast/toast-message.ts";
import { timesOf } from "../data/items.ts";
import { lookAtCalendar } from "../data/look-again.ts";
import type { WallSpan } from "../time/wall.ts";
import type { CalendarAct, Meant } from "./calendar-act.ts";
import { calendarChanges } from "./calendar-changes.ts";

type Named = Pick<CalendarEvent, "id" | "title">;

/** Shows a change at once and sends it; rejects with the reason when it is refused. */
function run(
  signedIn: SignedIn,
  { id, title }: Named,
  change: CalendarAct,
  said = "",
  changeId?: string,
  also?: ToastAction,
): Promise<Settled> {
  const pending = { about: [id], title: `“${title}”`, said, change };
  return calendarChanges.queueOf(signedIn).run(pending, changeId, also);
}

/**
 * @param said the text of the toast, shown with Undo. Without it there is no toast.
 * @param also another action of the toast.
 */
export function createEvent(
  signedIn: SignedIn,
  { id, ...event }: NewEvent,
  said?: string,
  also?: ToastAction,
): Promise<Settled> {
  return run(signedIn, { id, title: event.title }, { act: "create", event }, said, id, also);
}

/** Which occurrences are meant; of an event that comes once, all. */
export function meant(event: CalendarEvent, occurrence: string, scope: EventScope): Meant {
  return {
    scope: event.isSeries ? scope : "all",
    occurrence: event.isSeries ? occurrence : null,
    version: event.version,
  };
}

export function changeEvent(
  signedIn: SignedIn,
  event: Named,
  change: Omit<EventChange, "changeId" | "version"> & Meant,
  said: string,
): Promise<Settled> {
  return run(signedIn, event, { act: "change", change }, said);
}

export function deleteEvent(signedIn: SignedIn, event: CalendarEvent, of: Meant): Promise<Settled> {
  return run(signedIn, event, { act: "delete", meant: of }, `${event.title} deleted`);
}

export function moveEvent(
  signedIn: SignedIn,
  event: CalendarEvent,
  occurrence: EventOccurrence,
  span: WallSpan,
  scope: EventScope,
): Promise<Settled> {
  const times = timesOf(span, event.allDay, event.zone);
  const change = { ...meant(event, occurrence.occurrence, scope), set: { times } };
  return changeEvent(signedIn, event, change, `${occurrence.title ?? event.title} moved`);
}

export function answerEvent(signedIn: SignedIn, event: Named, answer: EventAnswer): Promise<Settled> {
  return run(signedIn, event, { act: "answer", answer });
}

/** @param reminders null: as the person chose for all events. */
export function remindOf(signedIn: SignedIn, event: Named, reminders: Reminder[] | null): Promise<Settled> {
  return run(signedIn, event, { act: "remind", reminders });
}

/** Undoes a change that was sent on its own. */
export async function undoEventChange(signedIn: SignedIn, changeId: string): Promise<void> {
  await call(eventRoutes.undoEventChange, { params: { changeId } });
  await lookAtCalendar(signedIn);
}

export async function proposeTime(
  signedIn: SignedIn,
  event: CalendarEvent,
  occurrence: string | null,
  span: WallSpan,
  note: string,
): Promise<void> {
  const { start, end, zone } = timesOf(span, event.allDay, event.zone);
  const body = { id: uuidv7(), occurrence, start, end, zone, note };
  await call(eventRoutes.proposeTime, { params: { eventId: event.id }, body });
  await lookAtCalendar(signedIn);
}

export async function acceptProposal(
  signedIn: SignedIn,
  event: CalendarEvent,
  proposalId: string,
): Promise<void> {
  const changeId = uuidv7();
  const params = { eventId: event.id, proposalId };
  await call(eventRoutes.acceptProposal, { params, body: { changeId, version: event.version } });
  offerUndo("event", `${event.title} moved`, () => undoEventChange(signedIn, changeId));
  await lookAtCalendar(signedIn);
}

export async function deleteProposal(signedIn: SignedIn, eventId: string, proposalId: string): Promise<void> {
  await call(eventRoutes.deleteProposal, { params: { eventId, proposalId } });
  await lookAtCalendar(signedIn);
}
