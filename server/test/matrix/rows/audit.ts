import { auditEvents } from "@atoll/contract/audit/events";
import { auditRoutes } from "@atoll/contract/audit/routes";
import { recordAct } from "../../../src/platform/audit.ts";
import { each, signedIn } from "../expectations.ts";
import { defineSlice } from "../slice.ts";
import { auditReaders } from "../world.ts";

const readers = signedIn("forbidden", each(auditReaders, "ok"));

export const auditSlice = defineSlice({
  name: "audit",
  routes: auditRoutes,
  eventNames: auditEvents,
  async furnish({ db, actors, secrets }) {
    const hide = (what: string) => secrets.hide(`${what} of an audit entry`, auditReaders);
    const { id } = actors.member;
    await recordAct(db, {
      action: "user.updated",
      actor: { id, name: hide("the actor's name") },
      address: secrets.hideAddress("the address of an audit entry", auditReaders),
      subject: { type: "user", id, name: hide("the subject's name") },
      before: { name: hide("the fields before") },
      after: { name: hide("the fields after") },
    });
    return {};
  },
  rows: {
    listEntries: {
      all: { request: () => ({ query: { limit: 200 } }), expect: readers },
      "of a person": {
        request: ({ world }) => ({ query: { actorId: world.actors.member.id } }),
        expect: readers,
      },
      "of oneself": { request: ({ actor }) => ({ query: { actorId: actor.id } }), expect: readers },
      "by words": { request: () => ({ query: { search: "edited", limit: 200 } }), expect: readers },
      "beyond the limit": {
        request: () => ({ query: { limit: 201 } }),
        expect: signedIn("invalid_request"),
      },
    },
    listActors: {
      all: { request: () => ({ query: {} }), expect: readers },
      "by a name": { request: ({ actor }) => ({ query: { search: actor.name } }), expect: readers },
    },
    exportEntries: {
      all: { request: () => ({ query: {} }), expect: readers },
      "of an action": { request: () => ({ query: { action: "user.updated" } }), expect: readers },
      malformed: { request: () => ({ query: { actorId: "me" } }), expect: signedIn("invalid_request") },
    },
    verifyEntries: { "the whole chain": { request: () => ({}), expect: readers } },
  },
  events: {
    "audit.grown": {
      change: async ({ world }) => {
        await recordAct(world.db, { action: "user.updated", actor: undefined, address: "" });
      },
      receivers: auditReaders,
    },
  },
});
