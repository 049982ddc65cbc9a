import { identityRoutes } from "@atoll/contract/identity/routes";
import type { FastifyRequest } from "fastify";
import { AppError } from "../../../platform/app-error.ts";
import type { SliceContext } from "../../../slice.ts";
import { presentSessionSummary } from "../present.ts";
import { selectSessions } from "../queries.ts";
import type { RequestViewer } from "../request-viewer.ts";
import { endAllSessions, endSession, type Owner } from "./end-sessions.ts";

/** Registers the routes for listing the viewer's own sessions, and for ending this one, another one or all. */
export function registerSessions({ routes, db, longestSessionDays }: SliceContext): void {
  routes.route(identityRoutes.listSessions, async (_input, { viewer }) => {
    const rows = await selectSessions(db, viewer);
    return { sessions: rows.map((row) => presentSessionSummary(row, viewer.sessionId, longestSessionDays)) };
  });

  routes.route(identityRoutes.endSession, async (_input, { viewer, request, forgetCache }) => {
    await endSession(db, ownerOf(viewer, request), viewer.sessionId);
    forgetCache();
    return undefined;
  });

  routes.route(identityRoutes.endSessions, async (_input, { viewer, request, forgetCache }) => {
    await endAllSessions(db, ownerOf(viewer, request));
    forgetCache();
    return undefined;
  });

  routes.route(identityRoutes.endOneSession, async ({ params }, { viewer, request }) => {
    const ended = await endSession(db, ownerOf(viewer, request), params.sessionId);
    if (!ended) throw new AppError("session_not_found");
    return undefined;
  });
}

function ownerOf({ id, name }: RequestViewer, { ip }: FastifyRequest): Owner {
  return { id, name, address: ip };
}
