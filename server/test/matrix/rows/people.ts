import { peopleEvents } from "@atoll/contract/people/events";
import { peopleRoutes } from "@atoll/contract/people/routes";
import { uuidv7 } from "uuidv7";
import { openSocket } from "../../socket.ts";
import { everyListener } from "../actors.ts";
import { signedIn } from "../expectations.ts";
import { defineSlice } from "../slice.ts";
import { userReaders } from "../world.ts";
import { only, superAdmins } from "./administration-targets.ts";

/** Everyone with access can see who is online, as they can see colleagues. */
const letIn = signedIn("ok", { mustSetUp: "forbidden" });
const malformed = signedIn("invalid_request", { mustSetUp: "invalid_request" });

/** Colleagues are known to each other, by name and email; who cannot sign in is known to the administration. */
export const peopleSlice = defineSlice({
  name: "people",
  routes: peopleRoutes,
  eventNames: peopleEvents,
  async furnish(world) {
    const email = `${world.secrets.hide("the email of a disabled colleague", userReaders)}@example.test`;
    const { id } = await world.newPerson({ email, name: "Disabled colleague" });
    await world.db.updateTable("accounts").set({ disabled_at: new Date() }).where("id", "=", id).execute();
    return { disabledId: id };
  },
  rows: {
    searchPeople: {
      everybody: { request: () => ({ query: { limit: 50 } }), expect: signedIn("ok") },
      "a former colleague": { request: () => ({ query: { name: "removed" } }), expect: signedIn("ok") },
      "who is disabled": { request: () => ({ query: { name: "disabled" } }), expect: signedIn("ok") },
      "too many": { request: () => ({ query: { limit: 51 } }), expect: signedIn("invalid_request") },
    },
    findAnybody: {
      everybody: { request: () => ({ query: { limit: 50 } }), expect: only(superAdmins) },
      "who is disabled": { request: () => ({ query: { name: "disabled" } }), expect: only(superAdmins) },
    },
    // Department names are on the cards of their people.
    searchDepartments: {
      all: { request: () => ({ query: { limit: 100 } }), expect: signedIn("ok") },
      "called so": { request: () => ({ query: { name: "back" } }), expect: signedIn("ok") },
      "of ids": {
        request: ({ world }) => ({
          query: { ids: [...Object.values(world.departmentIds), uuidv7()].join(",") },
        }),
        expect: signedIn("ok"),
      },
      "too many": { request: () => ({ query: { limit: 101 } }), expect: signedIn("invalid_request") },
      malformed: { request: () => ({ query: { ids: "backend" } }), expect: signedIn("invalid_request") },
    },
    listProfiles: {
      everybody: {
        request: ({ world }) => ({
          query: { ids: [world.actors.author.id, world.actors.member.id].join(",") },
        }),
        expect: signedIn("ok"),
      },
      "who is disabled": {
        request: ({ things }) => ({ query: { ids: things.disabledId } }),
        expect: signedIn("ok"),
      },
      malformed: { request: () => ({ query: { ids: "author" } }), expect: signedIn("invalid_request") },
    },
    getProfile: {
      "a colleague": {
        request: ({ world }) => ({ params: { personId: world.actors.author.id } }),
        expect: signedIn("ok"),
      },
      "who is disabled": {
        request: ({ things }) => ({ params: { personId: things.disabledId } }),
        expect: signedIn("person_not_found"),
      },
      missing: { request: () => ({ params: { personId: uuidv7() } }), expect: signedIn("person_not_found") },
    },
  },
  events: {
    // Everyone with access may see their colleagues.
    "profile.changed": {
      change: async ({ world }) => {
        const { id } = await world.newPerson({ name: "Renamed colleague" });
        await world.db
          .updateTable("profiles")
          .set({ name: "Colleague renamed" })
          .where("id", "=", id)
          .execute();
      },
      receivers: everyListener,
    },
    // Only who asks is told.
    "presence.changed": {
      change: async ({ world, listeners, sockets }) => {
        const userIds = [listeners.author.id];
        for (const name of ["member", "stranger", "voiceless", "demoted"] as const)
          await sockets[name].command("presence.watch", { userIds });
        for (const name of ["mustSetUp", "mustChoose"] as const)
          await sockets[name].refused("presence.watch", { userIds });
        const socket = await openSocket(world.server.url, listeners.author.token);
        await socket.command("presence.set", { isIdle: false, status: "deep-dive" });
        await socket.command("presence.set", { isIdle: false, status: null });
        socket.close();
      },
      receivers: ["member", "stranger", "voiceless", "demoted"],
    },
  },
  commands: {
    "presence.watch": {
      anybody: { payload: ({ world }) => ({ userIds: [world.actors.author.id] }), expect: letIn },
      "who is disabled": { payload: ({ things }) => ({ userIds: [things.disabledId] }), expect: letIn },
      missing: { payload: () => ({ userIds: [uuidv7()] }), expect: letIn },
      malformed: { payload: () => ({ userIds: ["author"] }), expect: malformed },
    },
    "presence.set": {
      "one's own": { payload: () => ({ isIdle: false, status: null }), expect: letIn },
      malformed: { payload: () => ({ isIdle: false, status: "king" as never }), expect: malformed },
    },
  },
});
