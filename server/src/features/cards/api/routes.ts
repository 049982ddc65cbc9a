import { apiRoutes as routes } from "@atoll/contract/cards/api-routes";
import { createGuardedRequest } from "../../../platform/outbound/guarded-request.ts";
import type { SliceContext } from "../../../slice.ts";
import { compareVersions, listVersions } from "../imports/versions.ts";
import { accessType } from "../public.ts";
import { broadcastSections } from "../rooms.ts";
import { changeServer, listServers } from "./servers.ts";
import { tryOperation } from "./try-operation.ts";

const trialMs = 15_000;

/** Versions of imported files, and requests to the servers that they name. */
export function registerApis(context: SliceContext): void {
  const { routes: registrar, db } = context;
  const tools = {
    db,
    request: createGuardedRequest(context.outbound),
    trialMs: context.patience?.trialMs ?? trialMs,
  };

  registrar.route(routes.listVersions, async ({ params }, { viewer }) => {
    const type = await accessType(db, viewer, params.typeId);
    return { versions: await listVersions(context, type.id) };
  });

  registrar.route(routes.compareVersions, async ({ params, query }, { viewer }) => {
    const type = await accessType(db, viewer, params.typeId);
    return compareVersions(db, type.id, query);
  });

  registrar.route(routes.listServers, async ({ params }, { viewer }) => {
    const type = await accessType(db, viewer, params.typeId);
    return { servers: await listServers(db, type.id) };
  });

  registrar.route(routes.changeServer, async ({ params, body }, { viewer, request }) => {
    const asking = { viewer, address: request.ip };
    const { server, departmentId } = await changeServer(db, asking, params.serverId, body);
    await broadcastSections(context, departmentId);
    return { server };
  });

  registrar.route(routes.tryOperation, ({ params, body }, { viewer, request }) =>
    tryOperation(tools, { viewer, address: request.ip }, params.cardId, body),
  );
}
