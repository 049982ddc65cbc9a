import { hookRoutes as routes } from "@atoll/contract/cards/hook-routes";
import type { SliceContext } from "../../../slice.ts";
import { accessSections } from "../access.ts";
import { departmentOf } from "../lists/overview.ts";
import { readDelivery } from "./delivery-figures.ts";
import { createHook, deleteHook, listHooks } from "./manage-hooks.ts";
import { listDeliveries, receiveDelivery, replayDelivery } from "./receive-delivery.ts";

/** Webhooks that other systems call, and the figures that follow from what they report. */
export function registerHooks(context: SliceContext): void {
  const { routes: registrar, db } = context;

  registrar.route(routes.listHooks, async ({ params }, { viewer }) => ({
    hooks: await listHooks(context, viewer, params.typeId),
  }));

  registrar.route(routes.createHook, ({ params, body }, { viewer, request }) =>
    createHook(context, { viewer, address: request.ip }, params.typeId, body),
  );

  registrar.route(routes.deleteHook, async ({ params }, { viewer, request }) => {
    await deleteHook(context, { viewer, address: request.ip }, params.hookId);
    return undefined;
  });

  registrar.route(routes.listDeliveries, ({ params, query }, { viewer }) =>
    listDeliveries(db, viewer, params.hookId, query),
  );

  registrar.route(routes.replayDelivery, async ({ params }, { viewer }) => {
    await replayDelivery(context, viewer, params);
    return undefined;
  });

  registrar.route(routes.receiveHook, async ({ params }, { request }) => {
    await receiveDelivery(context, params.hookId, request);
    return undefined;
  });

  registrar.route(routes.readDelivery, async ({ params }, { viewer }) => {
    await accessSections(db, viewer, params.slug);
    return readDelivery(db, departmentOf(viewer, params.slug));
  });
}
