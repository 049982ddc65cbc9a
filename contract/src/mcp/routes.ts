import { z } from "zod";
import { defineRoute, rateLimits } from "../route.ts";
import { type McpToolName, mcpPath, mcpToolNames } from "./tools.ts";

const toolSchema = z.enum(mcpToolNames as [McpToolName, ...McpToolName[]]);

export const mcpRulesSchema = z.object({
  /** Programs may register themselves, so that people can connect them. */
  mayRegister: z.boolean(),
  /** The tools that no program may use. */
  blockedTools: z.array(toolSchema),
});
export type McpRules = z.infer<typeof mcpRulesSchema>;

/** The endpoint for programs that speak the Model Context Protocol, over Streamable HTTP without sessions. */
export const mcpRoutes = {
  callMcp: defineRoute({
    method: "POST",
    path: mcpPath,
    summary:
      "Answer one message of the Model Context Protocol. Its tools do what the token's scopes and its person's rights allow.",
    access: "signed-in",
    // Each tool calls routes, which are judged by themselves.
    inMaintenance: "open",
    rateLimit: rateLimits.write,
    body: z.looseObject({ jsonrpc: z.literal("2.0") }),
    bodyLimitBytes: 256 * 1024,
    status: 200,
    responseKind: "stream",
    errorKind: "bearer",
    errors: ["foreign_origin"],
  }),
  openMcpStream: defineRoute({
    method: "GET",
    path: mcpPath,
    summary: "Refused: the server sends nothing that was not asked for.",
    access: "public",
    rateLimit: rateLimits.publicRead,
    status: 204,
    errors: ["mcp_post_only"],
  }),
  endMcpSession: defineRoute({
    method: "DELETE",
    path: mcpPath,
    summary: "Refused: there are no sessions to end.",
    access: "public",
    inMaintenance: "open",
    rateLimit: rateLimits.publicRead,
    status: 204,
    errors: ["mcp_post_only"],
  }),
  getMcpRules: defineRoute({
    method: "GET",
    path: "/api/admin/mcp-rules",
    summary: "Get what administrators allow programs that speak MCP.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    status: 200,
    response: mcpRulesSchema,
    errors: ["forbidden"],
  }),
  setMcpRules: defineRoute({
    method: "PATCH",
    path: "/api/admin/mcp-rules",
    summary: "Change what programs that speak MCP may do. Only the named fields.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    body: z.object({
      mayRegister: z.boolean().optional(),
      /** Tools to allow and to block; the others stay as they are. */
      tools: z.partialRecord(toolSchema, z.enum(["allowed", "blocked"])).optional(),
    }),
    status: 200,
    response: mcpRulesSchema,
    errors: ["forbidden"],
  }),
};
