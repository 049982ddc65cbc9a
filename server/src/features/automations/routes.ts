import { automationRoutes } from "@atoll/contract/automations/routes";
import type { SliceContext } from "../../slice.ts";
import { assertManages, automationsRoom, findPlaces } from "./access.ts";
import { readPattern } from "./cron.ts";
import {
  changeAutomation,
  createAutomation,
  deleteAutomation,
  takeOverAutomation,
} from "./manage-automations.ts";
import { getAutomation, listAutomations, listRuns } from "./present.ts";
import { tryAutomation } from "./try-automation.ts";

/** Registers the routes of automations. Each write checks access in its own transaction. */
export function registerAutomations(context: SliceContext): void {
  const { routes, db, realtime } = context;
  const broadcast = () => realtime.send(automationsRoom, "automations.changed", {});

  routes.route(automationRoutes.listAutomations, ({ query }, { viewer }) =>
    listAutomations(context, viewer, query),
  );

  routes.route(automationRoutes.listAutomationPlaces, async ({ query }, { viewer }) => {
    assertManages(viewer);
    return { places: await findPlaces(db, viewer, query.search) };
  });

  routes.route(automationRoutes.readPattern, async ({ query }, { viewer }) => {
    assertManages(viewer);
    return readPattern(query);
  });

  routes.route(automationRoutes.createAutomation, async ({ body }, { viewer, request }) => {
    await createAutomation(db, { ...viewer, address: request.ip }, body);
    broadcast();
    return { automation: await getAutomation(context, viewer, body.id) };
  });

  routes.route(automationRoutes.changeAutomation, async ({ params, body }, { viewer, request }) => {
    await changeAutomation(db, { ...viewer, address: request.ip }, params.automationId, body);
    broadcast();
    return { automation: await getAutomation(context, viewer, params.automationId) };
  });

  routes.route(automationRoutes.takeOverAutomation, async ({ params, body }, { viewer, request }) => {
    await takeOverAutomation(db, { ...viewer, address: request.ip }, params.automationId, body.version);
    broadcast();
    return { automation: await getAutomation(context, viewer, params.automationId) };
  });

  routes.route(automationRoutes.deleteAutomation, async ({ params }, { viewer, request }) => {
    await deleteAutomation(db, { ...viewer, address: request.ip }, params.automationId);
    broadcast();
    return undefined;
  });

  routes.route(automationRoutes.listAutomationRuns, ({ params, query }, { viewer }) =>
    listRuns(db, viewer, params.automationId, query),
  );

  routes.route(automationRoutes.tryAutomation, ({ params }, { viewer }) =>
    tryAutomation(context, viewer, params.automationId),
  );
}
