import { companyRoutes } from "@atoll/contract/workspace/company-routes";
import { workspaceEvents } from "@atoll/contract/workspace/events";
import { healthRoutes } from "@atoll/contract/workspace/health-routes";
import { workspaceRoutes } from "@atoll/contract/workspace/routes";
import { uuidv7 } from "uuidv7";
import { admittedNames, everyListener } from "../actors.ts";
import { everyone, signedIn } from "../expectations.ts";
import { defineSlice, type Listener } from "../slice.ts";
import type { World } from "../world.ts";
import { only, superAdmins } from "./administration-targets.ts";

const administrators = ["admin", ...superAdmins] as const;
const versionNow = async ({ db }: World) =>
  (await db.selectFrom("company").select("version").executeTakeFirstOrThrow()).version;

const connected: Listener[] = [...admittedNames, "demoted"];

export const workspaceSlice = defineSlice({
  name: "workspace",
  routes: { ...workspaceRoutes, ...companyRoutes, ...healthRoutes },
  eventNames: workspaceEvents,
  furnish: async () => ({}),
  rows: {
    getWorkspace: { "as it is": { request: () => ({}), expect: everyone("ok") } },
    getManifest: { "as it is": { request: () => ({}), expect: everyone("ok") } },
    getSetUp: { "as it is": { request: () => ({}), expect: only(administrators) } },
    updateCompany: {
      "as it is already": {
        // Concurrent changes to the company would conflict, so each reads the current version.
        request: async ({ world }) => ({ body: { version: await versionNow(world) } }),
        expect: only(administrators),
      },
      "seen before somebody else's change": {
        request: () => ({ body: { version: 0, name: "Company" } }),
        expect: only(administrators, "changed_meanwhile"),
      },
      "with a logo that is nobody's": {
        request: async ({ world }) => ({ body: { version: await versionNow(world), logoId: uuidv7() } }),
        expect: only(administrators, "attachment_not_found"),
      },
      "with no colour": {
        request: () => ({ body: { version: 1, colour: "blue" } }),
        expect: signedIn("invalid_request"),
      },
    },
    skipSetUpStep: {
      "a step": {
        request: () => ({ params: { step: "people" as const }, body: { isSkipped: true } }),
        expect: only(administrators),
      },
    },
    getHealth: { "as it is": { request: () => ({}), expect: everyone("ok") } },
  },
  events: {
    "company.changed": {
      change: async ({ world }) => {
        await world.db
          .updateTable("company")
          .set({ name: `Company ${uuidv7()}` })
          .execute();
      },
      receivers: everyListener,
    },
    // Stops the server: run last.
    "server.draining": { change: ({ world }) => world.server.app.close(), receivers: connected },
  },
});
