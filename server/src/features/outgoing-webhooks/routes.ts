import { outgoingWebhookRoutes } from "@atoll/contract/outgoing-webhooks/routes";
import type { FastifyRequest } from "fastify";
import type { RequestViewer, SliceContext } from "../../slice.ts";
import { assertAdministrator, assertOwner, changeAs, describeDevice } from "../identity/public.ts";
import { ownRoom } from "../people/public.ts";
import { accessOutgoing, assertManagesOutgoing, findPlaces } from "./access.ts";
import { deleteAnyOutgoing, listAllOutgoing, stopOutgoing } from "./administer-outgoing.ts";
import { listDeliveries, replayDelivery } from "./deliveries.ts";
import {
  changeOutgoing,
  createOutgoing,
  deleteOutgoing,
  type HookOwner,
  listOutgoing,
  renewSecret,
  testOutgoing,
} from "./manage-outgoing.ts";

/** The owner of a webhook, who is told with which browser it was set up. */
const ownerOf = (viewer: RequestViewer, request: FastifyRequest): HookOwner => ({
  ...viewer,
  address: request.ip,
  device: describeDevice(request.headers["user-agent"] ?? ""),
});

/** Registers the routes of outgoing webhooks. Each write checks access in its own transaction. */
export function registerOutgoing({ routes, db, outbound, realtime }: SliceContext): void {
  const tell = (userId: string) => realtime.send(ownRoom(userId), "outgoing-webhooks.changed", {});

  routes.route(outgoingWebhookRoutes.listOutgoingWebhooks, async (_input, { viewer }) => ({
    webhooks: await listOutgoing(db, viewer),
  }));

  routes.route(outgoingWebhookRoutes.listOutgoingPlaces, async ({ query }, { viewer }) => {
    assertManagesOutgoing(viewer);
    return { places: await findPlaces(db, viewer, query.search) };
  });

  routes.route(outgoingWebhookRoutes.createOutgoingWebhook, async ({ body }, { viewer, request }) => {
    assertManagesOutgoing(viewer);
    await assertOwner(db, viewer, body.currentPassword, request.ip);
    const created = await createOutgoing(db, outbound, ownerOf(viewer, request), body);
    tell(viewer.id);
    return created;
  });

  routes.route(outgoingWebhookRoutes.changeOutgoingWebhook, async ({ params, body }, { viewer, request }) => {
    if (body.address !== undefined) {
      await accessOutgoing(db, viewer, params.webhookId);
      await assertOwner(db, viewer, body.currentPassword, request.ip);
    }
    const webhook = await changeOutgoing(db, outbound, ownerOf(viewer, request), params.webhookId, body);
    tell(viewer.id);
    return { webhook };
  });

  routes.route(outgoingWebhookRoutes.renewOutgoingSecret, async ({ params, body }, { viewer, request }) => {
    await accessOutgoing(db, viewer, params.webhookId);
    await assertOwner(db, viewer, body.currentPassword, request.ip);
    const renewed = await renewSecret(db, ownerOf(viewer, request), params.webhookId);
    tell(viewer.id);
    return renewed;
  });

  routes.route(outgoingWebhookRoutes.testOutgoingWebhook, async ({ params }, { viewer, request }) => {
    await testOutgoing(db, { ...viewer, address: request.ip }, params.webhookId);
    return undefined;
  });

  routes.route(outgoingWebhookRoutes.deleteOutgoingWebhook, async ({ params }, { viewer, request }) => {
    await deleteOutgoing(db, { ...viewer, address: request.ip }, params.webhookId);
    tell(viewer.id);
    return undefined;
  });

  routes.route(outgoingWebhookRoutes.listOutgoingDeliveries, async ({ params, query }, { viewer }) => {
    await accessOutgoing(db, viewer, params.webhookId);
    return listDeliveries(db, params.webhookId, query);
  });

  routes.route(outgoingWebhookRoutes.replayOutgoingDelivery, async ({ params }, { viewer }) => {
    await changeAs(db, viewer, async (tx, current) => {
      await accessOutgoing(tx, current, params.webhookId);
      await replayDelivery(tx, params.webhookId, params.deliveryId);
    });
    tell(viewer.id);
    return undefined;
  });

  routes.route(outgoingWebhookRoutes.listAllOutgoingWebhooks, async ({ query }, { viewer }) => {
    assertAdministrator(viewer);
    return listAllOutgoing(db, query);
  });

  routes.route(outgoingWebhookRoutes.stopOutgoingWebhook, async ({ params }, { viewer, request }) => {
    tell(await stopOutgoing(db, { ...viewer, address: request.ip }, params.webhookId));
    return undefined;
  });

  routes.route(outgoingWebhookRoutes.deleteAnyOutgoingWebhook, async ({ params }, { viewer, request }) => {
    tell(await deleteAnyOutgoing(db, { ...viewer, address: request.ip }, params.webhookId));
    return undefined;
  });
}
