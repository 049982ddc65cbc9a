import type { EventAnswer, EventChange } from "@atoll/contract/calendar/changes";
import type { EventScope, Reminder } from "@atoll/contract/calendar/limits";
import { eventRoutes } from "@atoll/contract/calendar/routes";
import type { CalendarEvent, EventOccurrence, NewEvent } from "@atoll/contract/calendar/schemas";
import { call, errorMessage } from "../../../lib/api-client.ts";
import type { SignedIn } from "../../../lib/signed-in.ts";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { notify } from "../../../ui/toast/toast.tsx";
import type { WallSpan } from "../time/wall.ts";
import { instantOfWall } from "../time/wall.ts";
import { timesOf } from "./items.ts";
import { asMoved, holdMoved } from "./moved.ts";
import { type CalendarRange, calendarKey, rangesKey } from "./use-calendar.ts";

const offeredMs = 10_000;

/** What one changes is looked at again at once; what others do comes by itself. */
export function lookAtCalendar({ queryClient }: SignedIn): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: calendarKey });
}

/** The same, but for events that are open: one of them is gone, and is about to be closed. */
function lookAtRanges({ queryClient }: SignedIn): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: rangesKey });
}

/** Says what was changed, and offers for ten seconds to take it back. */
export function offerUndo(
  signedIn: SignedIn,
  message: string,
  changeId: string,
  onUndone?: () => void,
): void {
  const undo = () => {
    call(eventRoutes.undoEventChange, { params: { changeId } }).then(
      () => {
        notify.info("Change undone");
        onUndone?.();
        void lookAtCalendar(signedIn);
      },
      (error: unknown) => notify.error(errorMessage(error, "Failed to undo")),
    );
  };
  notify.success(message, { action: { label: "Undo", onClick: undo }, timeoutMs: offeredMs });
}

export async function createEvent(signedIn: SignedIn, body: NewEvent): Promise<void> {
  await call(eventRoutes.createEvent, { body });
  await lookAtCalendar(signedIn);
}

type Meant = Pick<EventChange, "scope" | "occurrence" | "version">;

/** Which times of it are meant. Of an event that comes once, all. */
export function meant(event: CalendarEvent, occurrence: string, scope: EventScope): Meant {
  const isSome = event.isSeries && scope !== "all";
  return {
    scope: event.isSeries ? scope : "all",
    occurrence: event.isSeries || isSome ? occurrence : null,
    version: event.version,
  };
}

export async function changeEvent(
  signedIn: SignedIn,
  eventId: string,
  change: Omit<EventChange, "changeId">,
  said: string,
): Promise<number | undefined> {
  const changeId = uuidv7();
  const { event } = await call(eventRoutes.changeEvent, {
    params: { eventId },
    body: { changeId, ...change },
  });
  offerUndo(signedIn, said, changeId);
  void lookAtCalendar(signedIn);
  return event?.version;
}

export async function deleteEvent(signedIn: SignedIn, event: CalendarEvent, of: Meant): Promise<void> {
  const changeId = uuidv7();
  await call(eventRoutes.deleteEvent, { params: { eventId: event.id }, body: { changeId, ...of } });
  offerUndo(signedIn, `${event.title} deleted`, changeId);
  void lookAtRanges(signedIn);
}

/** The last move of each event, and the version that it made. */
const moving = new Map<string, Promise<number | undefined>>();

export async function moveEvent(
  signedIn: SignedIn,
  event: CalendarEvent,
  occurrence: EventOccurrence,
  span: WallSpan,
  scope: EventScope,
): Promise<void> {
  const { putBack, letGo } = showMoved(signedIn, event, occurrence, span);
  try {
    const times = timesOf(span, event.allDay, event.zone);
    const of = meant(event, occurrence.occurrence, scope);
    const said = `${occurrence.title ?? event.title} moved`;
    // Moved again before the answer: over what the move before made of it.
    const before = await moving.get(event.id)?.catch(() => undefined);
    const version = Math.max(event.version, before ?? 0);
    const move = changeEvent(signedIn, event.id, { ...of, version, set: { times } }, said);
    moving.set(event.id, move);
    await move;
  } catch (error) {
    putBack();
    throw error;
  } finally {
    letGo();
  }
}

/** Where it was dropped it stays, while the server is told. */
function showMoved(
  { queryClient }: SignedIn,
  event: CalendarEvent,
  { occurrence }: EventOccurrence,
  span: WallSpan,
): { putBack: () => void; letGo: () => void } {
  const filter = { queryKey: rangesKey };
  const before = queryClient.getQueriesData<CalendarRange>(filter);
  const { start, end } = timesOf(span, event.allDay, event.zone);
  const letGo = holdMoved(
    { eventId: event.id, occurrence },
    {
      start,
      end,
      startsAt: instantOfWall(span.from).toISOString(),
      endsAt: instantOfWall(span.to).toISOString(),
    },
  );
  queryClient.setQueriesData<CalendarRange>(
    filter,
    (range) => range && { ...range, occurrences: range.occurrences.map(asMoved) },
  );
  const putBack = () => {
    for (const [key, range] of before) queryClient.setQueryData(key, range);
  };
  return { putBack, letGo };
}

export async function answerEvent(signedIn: SignedIn, eventId: string, body: EventAnswer): Promise<void> {
  await call(eventRoutes.answerEvent, { params: { eventId }, body });
  await lookAtCalendar(signedIn);
}

/** @param reminders null: as the person chose for all. */
export async function remindOf(
  signedIn: SignedIn,
  eventId: string,
  reminders: Reminder[] | null,
): Promise<void> {
  await call(eventRoutes.remindOfEvent, { params: { eventId }, body: { reminders } });
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
  offerUndo(signedIn, `${event.title} moved`, changeId);
  await lookAtCalendar(signedIn);
}

export async function deleteProposal(signedIn: SignedIn, eventId: string, proposalId: string): Promise<void> {
  await call(eventRoutes.deleteProposal, { params: { eventId, proposalId } });
  await lookAtCalendar(signedIn);
}
