import { eventRoutes } from "@atoll/contract/calendar/routes";
import { undoChange } from "../../platform/changes/undo-change.ts";
import { compareNames } from "../../platform/database/by-name.ts";
import type { SliceContext } from "../../slice.ts";
import type { RequestViewer } from "../identity/public.ts";
import { accessTask } from "../tasks/public.ts";
import { answerEvent } from "./answer/answer-event.ts";
import { accessProposal, deleteProposal, proposeTime } from "./answer/propose-time.ts";
import { remindOfEvent, saveCalendarSettings } from "./choose-reminders.ts";
import { accessEvent, findSeen } from "./find-event.ts";
import { listEvents } from "./list/list-events.ts";
import { listTaskEvents, searchEvents } from "./list/search-events.ts";
import { broadcastCalendars, deleteCalendar, putCalendar, readCalendars } from "./own-calendars.ts";
import { presentEvents, presentOccurrence } from "./present.ts";
import { openEvent } from "./present-open.ts";
import type { EventRow, OccurrenceRow } from "./queries.ts";
import { changeEvent } from "./write/change-event.ts";
import { createEvent } from "./write/create-event.ts";
import { deleteEvent } from "./write/delete-event.ts";
import { eventChanges } from "./write/event-changes.ts";
import { expandInvitees } from "./write/invite.ts";

/** Registers the routes of events, attendees and personal calendars. Specification, section 7 (events). */
export function registerCalendar(context: SliceContext): void {
  const { routes, db, people } = context;
  const open = async (viewer: RequestViewer, eventId: string, occurrence?: string | null) => ({
    event: await openEvent(context, viewer, eventId, occurrence ?? undefined),
  });
  /** Returns the event after a change, or null if the viewer no longer sees it. */
  const afterChange = async (viewer: RequestViewer, eventId: string) => {
    const row = await findSeen(db, viewer, eventId);
    return row ? open(viewer, eventId) : { event: null };
  };
  const present = async (
    viewer: RequestViewer,
    rows: readonly OccurrenceRow[],
    events: ReadonlyMap<string, EventRow>,
  ) => ({
    events: await presentEvents(people, viewer, [...events.values()]),
    items: rows.flatMap((row) => {
      const event = events.get(row.event_id);
      return event ? [presentOccurrence(row, event)] : [];
    }),
  });

  routes.route(eventRoutes.listEvents, async ({ query }, { viewer }) => {
    const { rows, events, nextCursor } = await listEvents(db, viewer, query);
    return { ...(await present(viewer, rows, events)), nextCursor };
  });

  const presentPairs = async (
    viewer: RequestViewer,
    { rows, events, nextCursor }: Awaited<ReturnType<typeof searchEvents>>,
  ) => {
    const { items, events: presented } = await present(viewer, rows, events);
    const byId = new Map(presented.map((event) => [event.id, event]));
    return {
      items: items.flatMap((occurrence) => {
        const event = byId.get(occurrence.eventId);
        return event ? [{ event, occurrence }] : [];
      }),
      nextCursor,
    };
  };

  routes.route(eventRoutes.searchEvents, async ({ query }, { viewer }) =>
    presentPairs(viewer, await searchEvents(db, viewer, query)),
  );

  routes.route(eventRoutes.listTaskEvents, async ({ params, query }, { viewer }) => {
    await accessTask(db, viewer, params.taskId);
    return presentPairs(viewer, await listTaskEvents(db, viewer, params.taskId, query));
  });

  routes.route(eventRoutes.listInvitees, async ({ query }, { viewer }) => {
    const invited = await expandInvitees(db, viewer, { ...query, personIds: [] });
    const known = await people.of(invited.map(({ id }) => id));
    const found = invited.flatMap(({ id }) => known.get(id) ?? []);
    return { people: found.toSorted((a, b) => compareNames(a.name, b.name)) };
  });

  routes.route(eventRoutes.createEvent, async ({ body }, { viewer }) => {
    await createEvent(context, viewer, body);
    return open(viewer, body.id);
  });

  routes.route(eventRoutes.getEvent, ({ params, query }, { viewer }) =>
    open(viewer, params.eventId, query.occurrence),
  );

  routes.route(eventRoutes.changeEvent, async ({ params, body }, { viewer }) =>
    afterChange(viewer, await changeEvent(context, viewer, params.eventId, body)),
  );

  routes.route(eventRoutes.deleteEvent, async ({ params, body }, { viewer }) => {
    await deleteEvent(context, viewer, params.eventId, body);
    return undefined;
  });

  routes.route(eventRoutes.undoEventChange, async ({ params }, { viewer }) => {
    await undoChange(eventChanges, context, viewer, params.changeId);
    return undefined;
  });

  routes.route(eventRoutes.answerEvent, async ({ params, body }, { viewer }) => {
    await answerEvent(context, viewer, params.eventId, body);
    return open(viewer, params.eventId, body.occurrence);
  });

  routes.route(eventRoutes.remindOfEvent, async ({ params, body }, { viewer }) => {
    await remindOfEvent(context, viewer, params.eventId, body.reminders);
    return open(viewer, params.eventId);
  });

  routes.route(eventRoutes.proposeTime, async ({ params, body }, { viewer }) => {
    await proposeTime(context, viewer, params.eventId, body);
    return open(viewer, params.eventId, body.occurrence);
  });

  routes.route(eventRoutes.acceptProposal, async ({ params, body }, { viewer }) => {
    await accessEvent(db, viewer, params.eventId);
    const {
      occurrence,
      starts: start,
      ends: end,
      zone,
      all_day: allDay,
    } = await accessProposal(context, params);
    const change = {
      ...body,
      scope: occurrence === null ? ("all" as const) : ("this" as const),
      occurrence,
      set: { times: { allDay, start, end, zone } },
      invite: { personIds: [], departmentIds: [], channelIds: [] },
      uninvite: [],
      asSeries: false,
    };
    return afterChange(viewer, await changeEvent(context, viewer, params.eventId, change));
  });

  routes.route(eventRoutes.deleteProposal, async ({ params }, { viewer }) => {
    await accessEvent(db, viewer, params.eventId);
    await deleteProposal(context, viewer, params);
    return undefined;
  });

  routes.route(eventRoutes.getCalendars, (_input, { viewer }) => readCalendars(db, viewer.id));

  routes.route(eventRoutes.putCalendar, async ({ params, body }, { viewer }) => ({
    calendar: await putCalendar(context, viewer.id, { id: params.calendarId, ...body }),
  }));

  routes.route(eventRoutes.deleteCalendar, async ({ params }, { viewer }) => {
    await deleteCalendar(context, viewer.id, params.calendarId);
    return undefined;
  });

  routes.route(eventRoutes.saveCalendarSettings, async ({ body }, { viewer }) => {
    await saveCalendarSettings(db, viewer.id, body);
    await broadcastCalendars(context, viewer.id);
    return { settings: body };
  });
}
