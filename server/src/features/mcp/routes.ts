import { Readable } from "node:stream";
import { mcpRoutes } from "@atoll/contract/mcp/routes";
import { AppError } from "../../platform/app-error.ts";
import { ownAddress } from "../../platform/http/own-address.ts";
import { createOriginCheck } from "../../platform/http/own-origin.ts";
import type { SliceContext } from "../../slice.ts";
import { assertAdministrator } from "../identity/public.ts";
import { answerMessage } from "./answer-message.ts";
import { readMcpRules, setMcpRules } from "./rules.ts";

/** The headers that the protocol looks at. */
const protocolHeaders = ["content-type", "mcp-protocol-version"] as const;

/** The statuses that the protocol answers with. */
const statuses = [200, 202, 400, 406, 415] as const;

/** Registers the endpoint for programs that speak MCP, and its rules. */
export function registerMcp(context: SliceContext): void {
  const { routes, db, publicUrl } = context;
  const isOwnOrigin = createOriginCheck(publicUrl);

  routes.route(mcpRoutes.callMcp, async ({ body }, { viewer, request, disconnected }) => {
    // Pages of other sites have no business here. One that gets past this, by DNS rebinding, still has no token.
    if (!isOwnOrigin(request.raw)) throw new AppError("foreign_origin");
    const { blockedTools } = await readMcpRules(db);
    const answer = await answerMessage(context, {
      body,
      headers: {
        // Answers are always JSON, also for a program that only named another type.
        accept: "application/json, text/event-stream",
        ...Object.fromEntries(
          protocolHeaders.flatMap((name) => {
            const value = request.headers[name];
            return typeof value === "string" ? [[name, value]] : [];
          }),
        ),
      },
      viewer,
      address: request.ip,
      origin: ownAddress(request, publicUrl),
      blockedTools,
      signal: disconnected(),
    });
    return {
      status: statuses.find((status) => status === answer.status) ?? 400,
      headers: { "content-type": answer.headers.get("content-type") ?? "application/json" },
      content: Readable.from([await answer.text()]),
    };
  });

  for (const route of [mcpRoutes.openMcpStream, mcpRoutes.endMcpSession])
    routes.route(route, async () => {
      throw new AppError("mcp_post_only");
    });

  routes.route(mcpRoutes.getMcpRules, async (_input, { viewer }) => {
    assertAdministrator(viewer);
    return readMcpRules(db);
  });

  routes.route(mcpRoutes.setMcpRules, async ({ body }, { viewer, request }) => {
    assertAdministrator(viewer);
    return setMcpRules(db, { ...viewer, address: request.ip }, body);
  });
}
