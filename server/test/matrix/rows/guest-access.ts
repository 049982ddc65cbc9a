import { guestAccessEvents } from "@atoll/contract/guest-access/events";
import { guestAccessRoutes } from "@atoll/contract/guest-access/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { createTaskRow } from "../../task-factory.ts";
import { type Expectation, each, signedIn } from "../expectations.ts";
import { type CaseInput, defineSlice } from "../slice.ts";
import type { World } from "../world.ts";
import { admins, only } from "./administration-targets.ts";
import { must } from "./chat-things.ts";

interface Things {
  /** The author's task, for the member to do: neither of them invites guests. */
  sharedId: string;
  /** A task of an administrator. */
  ownId: string;
  /** An event of the author, with the member and a guest. Its attendees do not see each other. */
  eventId: string;
  /** A guest of the administrator's task. */
  guestId: string;
}

type Input = CaseInput<Things>;

async function newGuest({ db }: World): Promise<string> {
  const id = uuidv7();
  await sql`WITH profile AS (INSERT INTO profiles (id, name) VALUES (${id}, ${`Guest ${id}`}) RETURNING id)
    INSERT INTO accounts (id, email, email_confirmed_at, guest_until)
      SELECT id, id || '@example.test', now(), now() + interval '9 days' FROM profile`.execute(db);
  return id;
}

const readers = ["author", "member"] as const;

/** Tasks by who reads them. */
function taskStates<Call>(call: (subjectId: string, input: Input) => Call, ofReaders: Expectation) {
  return {
    "the author's task, for the member to do": {
      request: (input: Input) => call(input.things.sharedId, input),
      expect: signedIn("subject_not_found", each(readers, ofReaders)),
    },
    "a task of an administrator": {
      request: (input: Input) => call(input.things.ownId, input),
      expect: signedIn("subject_not_found", { admin: "ok" }),
    },
    missing: {
      request: (input: Input) => call(uuidv7(), input),
      expect: signedIn("subject_not_found"),
    },
    malformed: { request: (input: Input) => call("first", input), expect: signedIn("invalid_request") },
  };
}

const task = (subjectId: string) => ({ kind: "task" as const, subjectId });

/** Colleagues are no guests, also of things that they may read. */
function notAsGuest<Call>(call: (taskId: string) => Call) {
  return {
    "a task of their own": {
      request: ({ things }: Input) => call(things.sharedId),
      expect: signedIn("task_not_found"),
      lacksOutside: true,
    } as const,
    malformed: { request: () => call("first"), expect: signedIn("invalid_request") },
  };
}

/** Colleagues are no guests of their own events, which they answer elsewhere. */
function notOfEvent<Call>(call: (eventId: string) => Call) {
  return {
    "an event of the author": {
      request: ({ things }: Input) => call(things.eventId),
      expect: signedIn("event_not_found"),
      lacksOutside: true,
    } as const,
    missing: { request: () => call(uuidv7()), expect: signedIn("event_not_found") },
    malformed: { request: () => call("first"), expect: signedIn("invalid_request") },
  };
}

export const guestAccessSlice = defineSlice<typeof guestAccessRoutes, keyof typeof guestAccessEvents, Things>(
  {
    name: "guest-access",
    routes: guestAccessRoutes,
    eventNames: guestAccessEvents,
    async furnish(world) {
      const { author, member, admin } = world.actors;
      const guestId = await newGuest(world);
      const ownId = await createTaskRow(world.db, admin.id, {
        title: world.secrets.hide("a task with a guest", ["admin"]),
      });
      await sql`INSERT INTO guest_access (subject_kind, subject_id, guest_id, may_comment)
      VALUES ('task', ${ownId}, ${guestId}, true)`.execute(world.db);
      const sharedId = await createTaskRow(world.db, author.id, { assignee_id: member.id });
      const eventId = uuidv7();
      await must(world, author, "POST", "/api/events", {
        id: eventId,
        title: world.secrets.hide("an event with a guest", ["author", "member"]),
        ...{ start: "2099-03-02T09:30", end: "2099-03-02T10:00", zone: "UTC" },
        invite: { personIds: [member.id] },
        guestsSeeGuests: false,
      });
      const hiddenId = await newGuest(world);
      await sql`INSERT INTO guest_access (subject_kind, subject_id, guest_id, may_comment)
      VALUES ('event', ${eventId}, ${hiddenId}, true)`.execute(world.db);
      return { sharedId, ownId, guestId, eventId };
    },
    rows: {
      listThingGuests: {
        ...taskStates((subjectId) => ({ params: task(subjectId) }), "ok"),
        "an event of the author, whose attendees do not see each other": {
          request: ({ things }) => ({ params: { kind: "event" as const, subjectId: things.eventId } }),
          expect: signedIn("subject_not_found", each(readers, "ok")),
        },
      },
      findGuestsToInvite: { all: { request: () => ({ query: {} }), expect: only(admins) } },
      inviteGuestToThing: {
        ...taskStates(
          (subjectId, { things }) => ({
            params: { ...task(subjectId), guestId: things.guestId },
            body: { mayComment: true },
          }),
          "forbidden",
        ),
        "somebody who is no guest": {
          request: ({ world, things }) => ({
            params: { ...task(things.ownId), guestId: world.actors.member.id },
            body: { mayComment: true },
          }),
          expect: signedIn("subject_not_found", { admin: "guest_not_found" }),
        },
      },
      removeGuestFromThing: taskStates(
        (subjectId) => ({ params: { ...task(subjectId), guestId: uuidv7() } }),
        "ok",
      ),
      listGuestKinds: { none: { request: () => ({}), expect: signedIn("ok") } },
      listGuestTasks: { none: { request: () => ({ query: {} }), expect: signedIn("ok") } },
      getGuestTask: notAsGuest((taskId) => ({ params: { taskId } })),
      listGuestEvents: { none: { request: () => ({ query: {} }), expect: signedIn("ok") } },
      getGuestEvent: notOfEvent((eventId) => ({ params: { eventId }, query: {} })),
      answerGuestEvent: notOfEvent((eventId) => ({
        params: { eventId },
        body: { rsvp: "accepted" as const },
      })),
      listGuestArticles: { none: { request: () => ({ query: {} }), expect: signedIn("ok") } },
      getGuestArticle: {
        missing: {
          request: () => ({ params: { articleId: uuidv7() } }),
          expect: signedIn("article_not_found"),
        },
        malformed: {
          request: () => ({ params: { articleId: "first" } }),
          expect: signedIn("invalid_request"),
        },
      },
      setGuestTaskStatus: notAsGuest((taskId) => ({
        params: { taskId },
        body: { changeId: uuidv7(), status: "done" as const, seenStatus: "todo" as const },
      })),
    },
    events: {
      // Only the guest hears it.
      "guest-thing.changed": {
        async change({ world, things }) {
          const path = `/api/things/task/${things.ownId}/guests/${await newGuest(world)}`;
          await must(world, world.actors.admin, "PUT", path, { mayComment: true });
        },
        receivers: [],
      },
    },
  },
);
