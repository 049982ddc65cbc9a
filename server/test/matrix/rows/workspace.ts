import { workspaceEvents } from "@atoll/contract/workspace/events";
import { workspaceRoutes } from "@atoll/contract/workspace/routes";
import { admittedNames } from "../actors.ts";
import { everyone } from "../expectations.ts";
import { defineSlice, type Listener } from "../slice.ts";

const connected: Listener[] = [...admittedNames, "demoted"];

export const workspaceSlice = defineSlice({
  name: "workspace",
  routes: workspaceRoutes,
  eventNames: workspaceEvents,
  furnish: async () => ({}),
  rows: {
    getWorkspace: { "as it is": { request: () => ({}), expect: everyone("ok") } },
    getHealth: { "as it is": { request: () => ({}), expect: everyone("ok") } },
  },
  events: {
    // Stops the server: run last.
    "server.draining": { change: ({ world }) => world.server.app.close(), receivers: connected },
  },
});
