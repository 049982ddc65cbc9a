import { sql } from "kysely";
import { ofCompany, secretOnly } from "../../platform/kinds/personal-data.ts";
import type { Slice } from "../../slice.ts";
import { registerConnections } from "./oauth/routes.ts";
import { sweepConnectionsJob } from "./oauth/sweep.ts";
import { registerMcp } from "./routes.ts";

/** The Model Context Protocol: programs search, read and write with the rights of the person who connected them. */
export const mcp: Slice = {
  name: "mcp",
  routes: [registerMcp, registerConnections],
  jobs: [sweepConnectionsJob],
  personalData: {
    program_connections: {
      title: "Connected programs",
      erase: "account",
      where: (personId) => sql<boolean>`t.id IN (SELECT s.id FROM sessions s WHERE s.user_id = ${personId})`,
      columns: ["name", "redirect_host", "used_at", "used_address"],
    },
    oauth_clients: ofCompany,
    oauth_codes: secretOnly,
    oauth_tokens: secretOnly,
    mcp_rules: ofCompany,
  },
};
