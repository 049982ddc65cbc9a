import type { EventAnswer, EventChange } from "@atoll/contract/calendar/changes";
import { eventRoutes } from "@atoll/contract/calendar/routes";
import type { NewEvent, OpenEvent } from "@atoll/contract/calendar/schemas";
import type { Route, RouteCall } from "@atoll/contract/route";
import type { Insertable } from "kysely";
import { uuidv7 } from "uuidv7";
import { keepTimes } from "../src/features/calendar/write/keep-times.ts";
import type { Database, Tables } from "../src/tables.ts";
import { createPerson } from "./factories.ts";
import type { SignedIn, TestServer } from "./harness.ts";
import { openSocket } from "./socket.ts";

/** A signed-in person with everything that tests of the calendar do all the time. */
export type Planner = Awaited<ReturnType<typeof createPlanner>>;

export async function createPlanners(
  server: TestServer,
  wanted: Readonly<Record<string, { roles?: string[]; departments?: string[] }>>,
): Promise<Planner[]> {
  return Promise.all(
    Object.entries(wanted).map(async ([name, more]) =>
      createPlanner(server, await server.signIn(await createPerson(server.db, { name, ...more }))),
    ),
  );
}

/** The default event of tests: an hour on a day in March. */
const anHour = {
  title: "An event",
  start: "2027-03-10T10:00",
  end: "2027-03-10T11:00",
  zone: "Europe/Lisbon",
};

function createPlanner(server: TestServer, signedIn: SignedIn) {
  const { client, user } = signedIn;
  const of = (eventId: string) => ({ params: { eventId } });
  return {
    ...signedIn,
    id: user.id,
    listen: () => openSocket(server.url, signedIn.session.accessToken),
    create: async (wanted: Partial<NewEvent> = {}): Promise<OpenEvent> =>
      (await client.call(eventRoutes.createEvent, { body: { id: uuidv7(), ...anHour, ...wanted } })).event,
    open: async (eventId: string, occurrence?: string): Promise<OpenEvent> =>
      (await client.call(eventRoutes.getEvent, { ...of(eventId), query: { occurrence } })).event,
    change: async (
      event: { id: string; version: number },
      change: Omit<EventChange, "changeId" | "version">,
      changeId = uuidv7(),
    ): Promise<OpenEvent | null> =>
      (
        await client.call(eventRoutes.changeEvent, {
          ...of(event.id),
          body: { changeId, version: event.version, ...change },
        })
      ).event,
    remove: async (
      event: { id: string; version: number },
      part: { scope?: "this" | "following" | "all"; occurrence?: string } = {},
      changeId = uuidv7(),
    ): Promise<string> => {
      const body = { changeId, version: event.version, ...part };
      await client.call(eventRoutes.deleteEvent, { ...of(event.id), body });
      return changeId;
    },
    undo: (changeId: string) => client.call(eventRoutes.undoEventChange, { params: { changeId } }),
    answer: async (eventId: string, answer: EventAnswer): Promise<OpenEvent> =>
      (await client.call(eventRoutes.answerEvent, { ...of(eventId), body: answer })).event,
    /** Returns the refusal: the code, and the marked fields. */
    refused: async <R extends Route>(route: R, input: RouteCall<R>): Promise<string> => {
      const { error } = (await client.refused(route, input)).body;
      const fields = error.fields?.map(({ path }) => path).join() ?? "";
      return fields ? `${error.code}: ${fields}` : error.code;
    },
    /** Returns the events in a range, as "title start" in the order of the list. */
    list: async (from: string, until: string, more: { zone?: string; departmentId?: string } = {}) => {
      const query = { from: `${from}T00:00:00.000Z`, until: `${until}T00:00:00.000Z`, ...more };
      const { items, events } = await client.call(eventRoutes.listEvents, { query });
      const titles = new Map(events.map(({ id, title, isBusyOnly }) => [id, isBusyOnly ? "(busy)" : title]));
      return items.map(
        ({ eventId, title, startsAt }) => `${title ?? titles.get(eventId)} ${startsAt.slice(0, 16)}`,
      );
    },
  };
}

/** An event as a row, with its times: an hour on a day of March. */
export async function createEventRow(
  db: Database,
  organiserId: string,
  more: Partial<Insertable<Tables["events"]>> = {},
  invitedIds: readonly string[] = [],
): Promise<string> {
  const id = uuidv7();
  await db
    .insertInto("events")
    .values({
      ...{ id, organiser_id: organiserId, title: "An event", description: "", location: "", link: "" },
      ...{ kind: "meeting", visibility: "normal", shows_as: "busy", guests_see_guests: true, all_day: false },
      ...{ starts: "2027-03-10T10:00", ends: "2027-03-10T11:00", zone: "UTC", rule: null },
      ...{ calendar_id: null, department_id: null, task_id: null, sent_hash: Buffer.alloc(0) },
      ...more,
    })
    .execute();
  const attendees = [
    { event_id: id, user_id: organiserId, rsvp: "accepted" as const, added_by: organiserId },
    ...invitedIds
      .filter((userId) => userId !== organiserId)
      .map((userId) => ({ event_id: id, user_id: userId, added_by: organiserId })),
  ];
  await db.insertInto("event_attendees").values(attendees).execute();
  await keepTimes(db, organiserId, id);
  return id;
}
