import type { Slice } from "../../slice.ts";
import { registerConnections } from "./oauth/routes.ts";
import { sweepConnectionsJob } from "./oauth/sweep.ts";
import { registerMcp } from "./routes.ts";

/** The Model Context Protocol: programs search, read and write with the rights of the person who connected them. */
export const mcp: Slice = {
  name: "mcp",
  routes: [registerMcp, registerConnections],
  jobs: [sweepConnectionsJob],
};
