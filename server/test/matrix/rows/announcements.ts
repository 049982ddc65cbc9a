import { announcementEvents } from "@atoll/contract/announcements/events";
import { announcementRoutes as routes } from "@atoll/contract/announcements/routes";
import { uuidv7 } from "uuidv7";
import { each, signedIn } from "../expectations.ts";
import { defineSlice } from "../slice.ts";
import {
  createOne,
  furnishAnnouncements,
  type Input,
  members,
  newOne,
  of,
  publishers,
  publishersAlone,
  publishersOnly,
  states,
  type Things,
  writers,
} from "./announcement-things.ts";
import { admins, must } from "./chat-things.ts";

const anybody = <Request>(request: Request) => ({
  anybody: { request: () => request, expect: signedIn("ok") },
});
const ledgerSeers = ["author", ...admins] as const;
/** The read records are open to the author and administrators only, even if other people may publish. */
const ledger = <Request>(request: (announcementId: string) => Request) => ({
  "for the department": {
    request: ({ things }: Input) => request(things.teamId),
    expect: signedIn("announcement_not_found", {
      ...each([...members, "auditor"], "forbidden"),
      ...each(ledgerSeers, "ok"),
    }),
  },
  "of a draft": {
    request: ({ things }: Input) => request(things.draftId),
    expect: signedIn("announcement_not_found", {
      ...each(["departmentRole", ...admins], "announcement_not_published"),
      auditor: "forbidden",
    }),
  },
  missing: { request: (_input: Input) => request(uuidv7()), expect: signedIn("announcement_not_found") },
});
/** For publishers, of one that is out; each success takes a new one. */
const ofPublished = <Request>(request: (announcementId: string) => Request) => ({
  "for everyone": {
    request: async (input: Input) => request(await newOne(input, "everyone's")),
    expect: publishersAlone,
  },
  "for the department": {
    request: async (input: Input) => request(await newOne(input, "published")),
    expect: publishersOnly,
  },
  missing: { request: (_input: Input) => request(uuidv7()), expect: signedIn("announcement_not_found") },
});
const ofDraft = signedIn("announcement_not_found", {
  departmentRole: "forbidden",
  ...each(publishers, "ok"),
});
const writing = (rest: Parameters<typeof signedIn>[0]) => signedIn("forbidden", each(writers, rest));

export const announcementSlice = defineSlice<typeof routes, keyof typeof announcementEvents, Things>({
  name: "announcements",
  routes,
  eventNames: announcementEvents,
  furnish: furnishAnnouncements,
  rows: {
    listAnnouncements: {
      ...anybody({ query: {} }),
      "all drafts": {
        request: () => ({ query: { state: "DRAFT" as const, scope: "managed" as const } }),
        expect: signedIn("ok"),
      },
      "of a state that there is not": {
        request: () => ({ query: { state: "LOST" as never } }),
        expect: signedIn("invalid_request"),
      },
    },
    countAnnouncements: anybody({}),
    measureReach: { everyone: { request: () => ({ query: {} }), expect: writing("ok") } },
    createAnnouncement: {
      "a draft": {
        request: () => ({ body: { id: uuidv7(), title: "Words" } }),
        expect: writing("ok"),
      },
      "for a department that there is not": {
        request: () => ({ body: { id: uuidv7(), departmentIds: [uuidv7()] } }),
        expect: writing("audience_unknown"),
      },
      "under the id of another's": {
        request: ({ things }) => ({ body: { id: things.strangeId, title: "Words" } }),
        expect: writing("announcement_id_taken"),
      },
      malformed: {
        request: () => ({ body: { id: "first" } }),
        expect: signedIn("invalid_request"),
      },
    },
    getAnnouncement: {
      ...states(of),
      malformed: { request: () => of("first"), expect: signedIn("invalid_request") },
    },
    changeAnnouncement: {
      ...ofPublished((id) => ({ ...of(id), body: { textVersion: 1, content: "Other words" } })),
      "a draft of one's own": {
        request: async (input) => ({
          ...of(await newOne(input, "draft", input.world.actors.departmentRole.id)),
          body: { textVersion: 1, priority: "LOW" as const },
        }),
        expect: signedIn("announcement_not_found", each(writers, "ok")),
      },
      "that has since been changed": {
        request: ({ things }) => ({ ...of(things.draftId), body: { textVersion: 99 } }),
        expect: signedIn("announcement_not_found", each(writers, "changed_meanwhile")),
      },
      "without a title, once it is out": {
        request: ({ things }) => ({ ...of(things.teamId), body: { textVersion: 1, title: "" } }),
        expect: signedIn("announcement_not_found", {
          ...each(members, "forbidden"),
          ...each(publishers, "invalid_request"),
        }),
      },
    },
    publishAnnouncement: {
      "one that is out already": {
        request: async (input) => ({
          ...of(await newOne(input, "everyone's")),
          body: { textVersion: 1 },
        }),
        expect: publishersAlone,
      },
      "a draft of one's own": {
        request: async (input) => ({
          ...of(await newOne(input, "draft", input.world.actors.departmentRole.id)),
          body: { textVersion: 1 },
        }),
        expect: ofDraft,
      },
      "at a time that is over": {
        request: ({ things }) => ({
          ...of(things.draftId),
          body: { textVersion: 1, at: "2020-01-01T00:00:00.000Z" },
        }),
        expect: signedIn("announcement_not_found", {
          departmentRole: "forbidden",
          ...each(publishers, "invalid_request"),
        }),
      },
    },
    withdrawAnnouncement: ofPublished(of),
    archiveAnnouncement: ofPublished(of),
    deleteAnnouncement: {
      ...ofPublished(of),
      "a draft of one's own": {
        request: async (input) => of(await newOne(input, "draft", input.world.actors.departmentRole.id)),
        expect: signedIn("announcement_not_found", each(writers, "ok")),
      },
    },
    markAnnouncementRead: states(of),
    confirmAnnouncement: {
      "a must-read of the department": {
        request: ({ things }) => ({ ...of(things.teamId), body: { edition: 1 } }),
        expect: signedIn("announcement_not_found", {
          ...each(publishers, "confirmation_not_asked"),
          ...each(members, "ok"),
        }),
      },
      "in an edition that is not the newest": {
        request: ({ things }) => ({ ...of(things.teamId), body: { edition: 7 } }),
        expect: signedIn("announcement_not_found", each([...members, ...publishers], "changed_meanwhile")),
      },
    },
    getReadersSummary: ledger(of),
    listReaders: ledger((id) => ({ ...of(id), query: {} })),
    exportReaders: ledger((id) => ({ ...of(id), query: {} })),
    nudgeReaders: {
      "for the department": {
        request: async (input) => ({
          ...of(await newOne(input, "published", input.world.actors.author.id)),
          body: {},
        }),
        expect: signedIn("announcement_not_found", {
          ...each([...members, "auditor"], "forbidden"),
          ...each(ledgerSeers, "ok"),
        }),
      },
      "nobody who is to read it": {
        request: ({ things, actor }) => ({ ...of(things.teamId), body: { personIds: [actor.id] } }),
        expect: signedIn("announcement_not_found", {
          ...each([...members, "auditor"], "forbidden"),
          ...each(ledgerSeers, "nudged_already"),
        }),
      },
    },
  },
  events: {
    "announcement.changed": {
      change: ({ world, things }) =>
        must(world, world.actors.admin, "PATCH", `/api/announcements/${things.teamId}`, {
          textVersion: 1,
          title: world.secrets.hide("a new title of an announcement", [...members, ...publishers]),
        }),
      // A person without any permission is still in the department.
      receivers: [...members, ...publishers, "demoted"],
    },
    "announcement.gone": {
      async change({ world, things }) {
        const id = await createOne(world, things.colleagueId, "published");
        await must(world, world.actors.admin, "PUT", `/api/announcements/${id}/archive`);
      },
      receivers: [...members, "demoted"],
    },
    "announcement.read": {
      change: ({ world, things }) =>
        must(world, world.actors.voiceless, "PUT", `/api/announcements/${things.teamId}/confirmation`, {
          edition: 1,
        }),
      receivers: ["voiceless"],
    },
    "announcement.readers": {
      // A confirmation is told each time, a reading the first time only.
      change: ({ world, things }) =>
        must(world, world.actors.member, "PUT", `/api/announcements/${things.teamId}/confirmation`, {
          edition: 1,
        }),
      receivers: [...ledgerSeers],
    },
  },
});
