import { mcpRoutes } from "@atoll/contract/mcp/routes";
import { everyone, signedIn } from "../expectations.ts";
import { defineSlice } from "../slice.ts";
import { admins, only } from "./administration-targets.ts";

const ping = { jsonrpc: "2.0" as const, id: 1, method: "ping" };

export const mcpSlice = defineSlice({
  name: "mcp",
  routes: mcpRoutes,
  eventNames: {},
  async furnish() {
    return {};
  },
  rows: {
    callMcp: {
      ping: { request: () => ({ body: ping }), expect: signedIn("ok") },
      "no message": {
        request: () => ({ body: { jsonrpc: "1.0" as "2.0" } }),
        expect: signedIn("invalid_request"),
      },
    },
    openMcpStream: { any: { request: () => ({}), expect: everyone("mcp_post_only") } },
    endMcpSession: { any: { request: () => ({}), expect: everyone("mcp_post_only") } },
    getMcpRules: { all: { request: () => ({}), expect: only(admins) } },
    setMcpRules: { "as they are": { request: () => ({ body: {} }), expect: only(admins) } },
  },
  events: {},
});
