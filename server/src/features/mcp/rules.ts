import type { McpRules, mcpRoutes } from "@atoll/contract/mcp/routes";
import { type McpToolName, mcpToolNames } from "@atoll/contract/mcp/tools";
import type { RouteInput } from "@atoll/contract/route";
import { recordAct } from "../../platform/audit.ts";
import type { Changer } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { assertAdministrator, changeAlone } from "../identity/public.ts";

/** Returns what administrators allow programs that speak MCP. */
export async function readMcpRules(db: Database): Promise<McpRules> {
  const row = await db
    .selectFrom("mcp_rules")
    .select(["may_register", "blocked_tools"])
    .executeTakeFirstOrThrow();
  return {
    mayRegister: row.may_register,
    // A tool may have been removed since.
    blockedTools: mcpToolNames.filter((name) => row.blocked_tools.includes(name)),
  };
}

/**
 * Changes the rules, one administrator at a time.
 * @throws {AppError} `forbidden`.
 */
export function setMcpRules(
  db: Database,
  viewer: Changer,
  { mayRegister, tools = {} }: RouteInput<typeof mcpRoutes.setMcpRules>["body"],
): Promise<McpRules> {
  return changeAlone(db, viewer, async (tx, current) => {
    assertAdministrator(current);
    const before = await readMcpRules(tx);
    const isBlocked = (name: McpToolName) =>
      tools[name] === undefined ? before.blockedTools.includes(name) : tools[name] === "blocked";
    const after: McpRules = {
      mayRegister: mayRegister ?? before.mayRegister,
      blockedTools: mcpToolNames.filter(isBlocked),
    };
    if (JSON.stringify(before) === JSON.stringify(after)) return after;
    await tx
      .updateTable("mcp_rules")
      .set({ may_register: after.mayRegister, blocked_tools: after.blockedTools })
      .execute();
    await recordAct(tx, {
      action: "mcp-rules.changed",
      actor: viewer,
      address: viewer.address,
      before: { ...before },
      after: { ...after },
    });
    return after;
  });
}
