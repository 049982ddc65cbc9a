import { gitLinkRoutes } from "@atoll/contract/git-links/routes";
import type { SliceContext } from "../../slice.ts";
import { assertManages, connectionsRoom, findDepartments } from "./access.ts";
import { broadcastLinks } from "./apply-delivery.ts";
import {
  changeConnection,
  createConnection,
  deleteConnection,
  renewSecret,
  takeOverConnection,
} from "./manage-connections.ts";
import { getConnection, listConnections, listLinks } from "./present.ts";
import { findSigned, receiveDelivery } from "./receive-delivery.ts";
import { removeLink } from "./write-links.ts";

/** Registers the routes of repository connections and links. Each write checks access in its own transaction. */
export function registerGitLinks(context: SliceContext): void {
  const { routes, db, realtime } = context;
  const tell = () => realtime.send(connectionsRoom, "git-connections.changed", {});

  routes.route(gitLinkRoutes.listGitConnections, ({ query }, { viewer }) =>
    listConnections(context, viewer, query),
  );

  routes.route(gitLinkRoutes.listGitDepartments, async ({ query }, { viewer }) => {
    assertManages(viewer);
    return { departments: await findDepartments(db, viewer, query) };
  });

  routes.route(gitLinkRoutes.createGitConnection, async ({ body }, { viewer, request }) => {
    const secret = await createConnection(db, { ...viewer, address: request.ip }, body);
    tell();
    return { connection: await getConnection(context, viewer, body.id), secret };
  });

  routes.route(gitLinkRoutes.changeGitConnection, async ({ params, body }, { viewer, request }) => {
    await changeConnection(db, { ...viewer, address: request.ip }, params.connectionId, body);
    tell();
    return { connection: await getConnection(context, viewer, params.connectionId) };
  });

  routes.route(gitLinkRoutes.renewGitSecret, async ({ params }, { viewer, request }) => {
    const secret = await renewSecret(db, { ...viewer, address: request.ip }, params.connectionId);
    tell();
    return { connection: await getConnection(context, viewer, params.connectionId), secret };
  });

  routes.route(gitLinkRoutes.takeOverGitConnection, async ({ params, body }, { viewer, request }) => {
    const changer = { ...viewer, address: request.ip };
    const secret = await takeOverConnection(db, changer, params.connectionId, body.version);
    tell();
    return { connection: await getConnection(context, viewer, params.connectionId), secret };
  });

  routes.route(gitLinkRoutes.deleteGitConnection, async ({ params }, { viewer, request }) => {
    const touched = await deleteConnection(db, { ...viewer, address: request.ip }, params.connectionId);
    tell();
    await broadcastLinks(context, touched);
    return undefined;
  });

  routes.route(gitLinkRoutes.listGitLinks, ({ query }, { viewer }) => listLinks(db, viewer, query));

  routes.route(gitLinkRoutes.removeGitLink, async ({ params }, { viewer }) => {
    await broadcastLinks(context, [await removeLink(db, viewer, params.linkId)]);
    return undefined;
  });

  routes.route(gitLinkRoutes.receiveGitHook, async ({ params }, { request, countFor }) => {
    const connection = await findSigned(context, params.connectionId, request);
    countFor(connection.id);
    await receiveDelivery(context, connection, request);
    return undefined;
  });
}
