import { calendarEvents } from "@atoll/contract/calendar/events";
import { eventRoutes as routes } from "@atoll/contract/calendar/routes";
import { uuidv7 } from "uuidv7";
import { createEventRow } from "../../planners.ts";
import { createTaskRow } from "../../task-factory.ts";
import { each, signedIn } from "../expectations.ts";
import { defineSlice } from "../slice.ts";
import { must } from "./chat-things.ts";
import {
  changers,
  createTeamEvent,
  furnishEvents,
  type Input,
  invitedStates,
  managers,
  members,
  newTeamEvent,
  of,
  states,
  type Things,
} from "./event-things.ts";
import { anybody, someone } from "./task-things.ts";

const march = { from: "2027-03-01T00:00:00.000Z", until: "2027-04-01T00:00:00.000Z" };
const times = { start: "2027-03-17T10:00", end: "2027-03-17T11:00", zone: "UTC" };
const newEvent = () => ({ id: uuidv7(), title: "Words", ...times });
const change = () => ({ changeId: uuidv7(), version: 1 });
const calendar = { name: "Running", colour: "mango" as const };
const settings = { timedReminders: [{ method: "inbox" as const, minutesBefore: 10 }], allDayReminders: [] };
const none = { occurrence: "2027-01-01T10:00" };

/** Creates a proposal by the actor for an event of the author's to which they are invited. */
async function proposed(input: Input, byId: string): Promise<{ eventId: string; proposalId: string }> {
  const { world } = input;
  const eventId = await createEventRow(world.db, world.actors.author.id, {}, [byId]);
  const proposalId = uuidv7();
  await world.db
    .insertInto("event_proposals")
    .values({
      id: proposalId,
      event_id: eventId,
      user_id: byId,
      occurrence: null,
      starts: times.start,
      ends: times.end,
      zone: "UTC",
      note: "",
      sent_hash: Buffer.alloc(0),
    })
    .execute();
  return { eventId, proposalId };
}

export const calendarSlice = defineSlice<typeof routes, keyof typeof calendarEvents, Things>({
  name: "calendar",
  routes,
  eventNames: calendarEvents,
  furnish: furnishEvents,
  rows: {
    listEvents: {
      ...anybody({ query: march }),
      "of the department": {
        request: ({ world }) => ({ query: { ...march, departmentId: world.departmentIds.Backend ?? "" } }),
        expect: signedIn("department_not_found", each([...members, ...managers], "ok")),
      },
      "of more than is shown": {
        request: () => ({ query: { ...march, until: "2029-04-01T00:00:00.000Z" } }),
        expect: signedIn("range_too_long"),
      },
    },
    searchEvents: anybody({ query: { query: "the" } }),
    listTaskEvents: {
      "of the viewer's own": {
        request: async (input) => ({
          params: { taskId: await createTaskRow(input.world.db, someone(input)) },
          query: {},
        }),
        expect: signedIn("ok"),
      },
      "of somebody else's": {
        request: async ({ world, things }) => ({
          params: { taskId: await createTaskRow(world.db, things.colleagueId) },
          query: {},
        }),
        expect: signedIn("task_not_found"),
      },
      missing: {
        request: () => ({ params: { taskId: uuidv7() }, query: {} }),
        expect: signedIn("task_not_found"),
      },
    },
    listInvitees: {
      ...anybody({ query: {} }),
      "of the department": {
        request: ({ world }) => ({ query: { departmentIds: world.departmentIds.Backend ?? "" } }),
        expect: signedIn("department_not_found", each([...members, ...managers], "ok")),
      },
      "of a channel that there is not": {
        request: () => ({ query: { channelIds: uuidv7() } }),
        expect: signedIn("channel_not_found"),
      },
    },
    createEvent: {
      "of the viewer's own": { request: () => ({ body: newEvent() }), expect: signedIn("ok") },
      "in the department's calendar": {
        request: ({ world }) => ({
          body: { ...newEvent(), departmentId: world.departmentIds.Backend ?? "" },
        }),
        expect: signedIn("department_not_found", each([...members, ...managers], "ok")),
      },
      "in somebody's calendar": {
        request: ({ things }) => ({ body: { ...newEvent(), calendarId: things.calendarId } }),
        expect: signedIn("calendar_not_found", { member: "ok" }),
      },
      "under the id of another's": {
        request: ({ things }) => ({ body: { ...newEvent(), id: things.strangeId } }),
        expect: signedIn("event_id_taken"),
      },
      "for nobody that there is": {
        request: () => ({ body: { ...newEvent(), invite: { personIds: [uuidv7()] } } }),
        expect: signedIn("attendee_unavailable"),
      },
      "that ends before it begins": {
        request: () => ({ body: { ...newEvent(), end: "2027-03-17T09:00" } }),
        expect: signedIn("times_refused"),
      },
    },
    getEvent: {
      ...states((id) => ({ ...of(id), query: {} })),
      "at a time when it is not": {
        request: ({ things }) => ({ ...of(things.teamId), query: none }),
        expect: signedIn("event_not_found", each([...members, ...managers], "occurrence_not_found")),
      },
    },
    changeEvent: {
      "of the department": {
        request: async (input) => ({
          ...of(await newTeamEvent(input)),
          body: { ...change(), set: { title: "Another" } },
        }),
        expect: changers,
      },
      "that has since been changed": {
        request: ({ things }) => ({ ...of(things.teamId), body: { changeId: uuidv7(), version: 99 } }),
        expect: signedIn("event_not_found", {
          ...each(members, "forbidden"),
          ...each(["author", ...managers], "changed_meanwhile"),
        }),
      },
      "of no series, put back to one": {
        request: ({ things }) => ({
          ...of(things.teamId),
          body: { ...change(), scope: "this", asSeries: true },
        }),
        expect: signedIn("event_not_found", {
          ...each(members, "forbidden"),
          ...each(["author", ...managers], "occurrence_not_found"),
        }),
      },
      "private and another's": {
        request: ({ things }) => ({ ...of(things.secretId), body: { ...change(), set: { title: "Mine" } } }),
        expect: signedIn("event_not_found", each([...members, ...managers], "forbidden")),
      },
    },
    deleteEvent: {
      "of the department": {
        request: async (input) => ({ ...of(await newTeamEvent(input)), body: change() }),
        expect: changers,
      },
      missing: {
        request: () => ({ ...of(uuidv7()), body: change() }),
        expect: signedIn("event_not_found"),
      },
    },
    undoEventChange: {
      missing: {
        request: () => ({ params: { changeId: uuidv7() } }),
        expect: signedIn("event_change_not_found"),
      },
      "one's own": {
        request: async (input) => {
          const { world } = input;
          const ownerId = someone(input);
          const eventId = await createEventRow(world.db, ownerId);
          const changeId = uuidv7();
          await world.db
            .insertInto("object_changes")
            .values(
              [
                { field: "created", after: "true" },
                { field: "version", after: "1" },
              ].map((one) => ({
                ...one,
                change_id: changeId,
                subject_kind: "event",
                subject_id: eventId,
                actor_id: ownerId,
                before: null,
              })),
            )
            .execute();
          return { params: { changeId } };
        },
        expect: signedIn("ok"),
      },
    },
    answerEvent: invitedStates((id) => ({ ...of(id), body: { rsvp: "tentative" as const } })),
    remindOfEvent: invitedStates((id) => ({ ...of(id), body: { reminders: settings.timedReminders } })),
    proposeTime: {
      ...invitedStates((id) => ({ ...of(id), body: { id: uuidv7(), ...times } })),
      "that cannot be": {
        request: ({ things }) => ({
          ...of(things.invitedId),
          body: { id: uuidv7(), ...times, end: "2027-03-17T09:00" },
        }),
        expect: signedIn("event_not_found", { member: "times_refused" }),
      },
    },
    acceptProposal: {
      "of one's own, to somebody else": {
        request: async (input) => ({ params: await proposed(input, someone(input)), body: change() }),
        expect: signedIn("forbidden", { author: "ok" }),
      },
      missing: {
        request: ({ things }) => ({
          params: { eventId: things.invitedId, proposalId: uuidv7() },
          body: change(),
        }),
        expect: signedIn("event_not_found", { member: "proposal_not_found" }),
      },
    },
    deleteProposal: {
      "of the viewer's own": {
        request: async (input) => ({ params: await proposed(input, someone(input)) }),
        expect: signedIn("ok"),
      },
      "somebody else's": {
        request: async (input) => ({ params: await proposed(input, input.things.colleagueId) }),
        expect: signedIn("event_not_found", { author: "ok" }),
      },
    },
    getCalendars: anybody({}),
    putCalendar: {
      new: {
        request: () => ({ params: { calendarId: uuidv7() }, body: calendar }),
        expect: signedIn("ok"),
      },
      "somebody else's": {
        request: ({ things }) => ({ params: { calendarId: things.calendarId }, body: calendar }),
        expect: signedIn("calendar_not_found", { member: "ok" }),
      },
    },
    deleteCalendar: {
      missing: {
        request: () => ({ params: { calendarId: uuidv7() } }),
        expect: signedIn("calendar_not_found"),
      },
      "one's own": {
        request: async (input) => {
          const calendarId = uuidv7();
          await input.world.db
            .insertInto("event_calendars")
            .values({ id: calendarId, owner_id: someone(input), ...calendar })
            .execute();
          return { params: { calendarId } };
        },
        expect: signedIn("ok"),
      },
    },
    saveCalendarSettings: anybody({ body: settings }),
  },
  events: {
    "event.changed": {
      async change({ world, things }) {
        const eventId = await createTeamEvent(world, things.colleagueId);
        await must(world, world.actors.author, "PATCH", `/api/events/${eventId}`, {
          ...change(),
          set: { title: "Heard" },
        });
      },
      // A person without any permission is still in the department.
      receivers: [...members, ...managers, "demoted"],
    },
    "calendars.changed": {
      change: ({ world }) => must(world, world.actors.member, "PUT", `/api/calendars/${uuidv7()}`, calendar),
      receivers: ["member"],
    },
  },
});
