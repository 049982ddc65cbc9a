import { mcpRoutes } from "@atoll/contract/mcp/routes";
import type { McpToolName } from "@atoll/contract/mcp/tools";
import { uuidv7 } from "uuidv7";
import { everyone, signedIn } from "../expectations.ts";
import { defineSlice } from "../slice.ts";
import { admins, only } from "./administration-targets.ts";

const ping = { jsonrpc: "2.0" as const, id: 1, method: "ping" };

/** Calls a tool. What it returns holds no secret that its person may not see. */
const toolCall = (name: McpToolName, input: Record<string, unknown>) => ({
  request: () => ({
    body: { jsonrpc: "2.0" as const, id: 1, method: "tools/call", params: { name, arguments: input } },
  }),
  expect: signedIn("ok"),
});

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
      "a search": toolCall("search", { query: "hush", limit: 20 }),
      "the person's tasks": toolCall("list_my_tasks", {}),
      "the person's calendar": toolCall("list_my_calendar", {
        ...{ from: "2026-01-01T00:00:00Z", until: "2026-02-01T00:00:00Z" },
      }),
      "the person's channels": toolCall("list_channels", {}),
      people: toolCall("find_people", { name: "a" }),
      "a task that is not there": toolCall("read", { kind: "task", id: uuidv7() }),
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
