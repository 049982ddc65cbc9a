import { guestRoutes } from "@atoll/contract/administration/guest-routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { admittedNames } from "../actors.ts";
import { signedIn } from "../expectations.ts";
import { defineSlice } from "../slice.ts";
import type { World } from "../world.ts";
import { type Input, managers, only } from "./administration-targets.ts";

const inAMonth = () => new Date(Date.now() + 30 * 24 * 3600_000).toISOString();

async function newGuest({ db, actors }: World, name = "Guest of the company"): Promise<string> {
  const id = uuidv7();
  await sql`WITH profile AS (INSERT INTO profiles (id, name) VALUES (${id}, ${name}) RETURNING id)
    INSERT INTO accounts (id, email, email_confirmed_at, guest_until, guest_invited_by)
      SELECT id, id || '@example.test', now(), now() + interval '9 days', ${actors.superAdmin.id} FROM profile`.execute(
    db,
  );
  return id;
}

/** People who manage accounts reach every guest. Nobody else here has invited one. */
function guestStates<Call>(call: (guestId: string) => Call) {
  return {
    "of the super admin": {
      request: async ({ world, spare }: Input) => call(await spare("a guest", () => newGuest(world))),
      expect: only(managers),
    },
    "a colleague": {
      request: ({ world }: Input) => call(world.actors.member.id),
      expect: only(managers, "guest_not_found"),
    },
    missing: { request: () => call(uuidv7()), expect: only(managers, "guest_not_found") },
    malformed: { request: () => call("somebody"), expect: signedIn("invalid_request") },
  };
}

export const guestSlice = defineSlice({
  name: "guests",
  routes: guestRoutes,
  eventNames: {},
  async furnish(world) {
    await newGuest(world, world.secrets.hide("the name of a guest", admittedNames));
    return {};
  },
  rows: {
    listGuests: {
      all: { request: () => ({ query: {} }), expect: only(managers) },
      ended: { request: () => ({ query: { state: "ended" as const } }), expect: only(managers) },
    },
    changeGuest: {
      ...guestStates((guestId) => ({ params: { guestId }, body: { until: inAMonth() } })),
      "into the past": {
        request: () => ({ params: { guestId: uuidv7() }, body: { until: "2020-01-01T00:00:00Z" } }),
        expect: only(managers, "guest_end_not_possible"),
      },
    },
    renameGuest: guestStates((guestId) => ({
      params: { guestId },
      // Two people never have the same name.
      body: { name: `Guest ${uuidv7()}`, seenName: "Guest of the company" },
    })),
    endGuest: guestStates((guestId) => ({ params: { guestId } })),
    promoteGuest: guestStates((guestId) => ({ params: { guestId } })),
  },
  events: {},
});
