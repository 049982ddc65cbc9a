import { operationEvents } from "@atoll/contract/operation/events";
import { operationRoutes } from "@atoll/contract/operation/routes";
import { sql } from "kysely";
import { everyListener } from "../actors.ts";
import { signedIn } from "../expectations.ts";
import { defineSlice } from "../slice.ts";
import type { World } from "../world.ts";
import { only, superAdmins } from "./administration-targets.ts";

const dayMs = 24 * 3_600_000;
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();
/** One that keeps nobody from writing, whatever is made of its times. */
const distant = {
  text: "The disks are replaced.",
  startsAt: inDays(30),
  endsAt: inDays(31),
  isReadOnly: false,
};
const versionNow = async ({ db }: World) =>
  (await db.selectFrom("maintenance").select("version").executeTakeFirstOrThrow()).version;

export const operationSlice = defineSlice({
  name: "operation",
  routes: operationRoutes,
  eventNames: operationEvents,
  furnish: async () => ({}),
  rows: {
    getHealth: { "as it is": { request: () => ({}), expect: only(superAdmins) } },
    chooseLogLevel: {
      "for a while": {
        request: () => ({ body: { level: "error" as const, minutes: 15 } }),
        expect: only(superAdmins),
      },
      "for too short": {
        request: () => ({ body: { level: "error" as const, minutes: 1 } }),
        expect: signedIn("invalid_request"),
      },
    },
    resetLogLevel: { "as it is": { request: () => ({}), expect: only(superAdmins) } },
    getMaintenance: { "as it is": { request: () => ({}), expect: signedIn("ok") } },
    announceMaintenance: {
      "in a month": {
        request: async ({ world }) => ({ body: { ...distant, version: await versionNow(world) } }),
        expect: only(superAdmins),
        isOneAtATime: true,
      },
      "seen before somebody else's change": {
        request: () => ({ body: { ...distant, version: 0 } }),
        expect: only(superAdmins, "changed_meanwhile"),
      },
      "without a text": {
        request: () => ({ body: { ...distant, text: " ", version: 1 } }),
        expect: signedIn("invalid_request"),
      },
    },
    endMaintenance: { "as it is": { request: () => ({}), expect: only(superAdmins) } },
  },
  events: {
    "maintenance.changed": {
      change: async ({ world }) => {
        await sql`UPDATE maintenance SET version = version + 1`.execute(world.db);
      },
      receivers: everyListener,
    },
  },
});
