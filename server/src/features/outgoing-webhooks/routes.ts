import { outgoingWebhookRoutes } from "@atoll/contract/outgoing-webhooks/routes";
import type { SliceContext } from "../../slice.ts";
import { changeAs } from "../identity/public.ts";
import { ownRoom } from "../people/public.ts";
import { accessOutgoing, assertManagesOutgoing, findPlaces } from "./access.ts";
import { listDeliveries, replayDelivery } from "./deliveries.ts";
import {
  changeOutgoing,
  createOutgoing,
  deleteOutgoing,
  listOutgoing,
  renewSecret,
  testOutgoing,
} from "./manage-outgoing.ts";

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
    const created = await createOutgoing(db, outbound, { ...viewer, address: request.ip }, body);
    tell(viewer.id);
    return created;
  });

  routes.route(outgoingWebhookRoutes.changeOutgoingWebhook, async ({ params, body }, { viewer, request }) => {
    const changer = { ...viewer, address: request.ip };
    const webhook = await changeOutgoing(db, outbound, changer, params.webhookId, body);
    tell(viewer.id);
    return { webhook };
  });

  routes.route(outgoingWebhookRoutes.renewOutgoingSecret, async ({ params }, { viewer, request }) => {
    const renewed = await renewSecret(db, { ...viewer, address: request.ip }, params.webhookId);
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
}
