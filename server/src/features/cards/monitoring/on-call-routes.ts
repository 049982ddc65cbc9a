import { cardRoutes as routes } from "@atoll/contract/cards/routes";
import type { SliceContext } from "../../../slice.ts";
import { deleteRota, setRota } from "./change-rota.ts";
import { setEscalation } from "./escalation.ts";
import { addOverride, endOverride, setOnCall, swapShifts } from "./overrides.ts";
import { readPlan } from "./read-plan.ts";

/** The rota of a department, its overrides and the escalation of alerts. */
export function registerOnCall(context: SliceContext): void {
  const { routes: registrar } = context;

  registrar.route(routes.readOnCall, ({ params }, { viewer }) => readPlan(context, viewer, params.slug));

  registrar.route(routes.setOnCall, async ({ params, body }, { viewer, request }) => ({
    onCall: await setOnCall(context, { viewer, address: request.ip }, params.slug, body),
  }));

  registrar.route(routes.setRota, async ({ params, body }, { viewer, request }) => {
    await setRota(context, { viewer, address: request.ip }, params.slug, body);
    return undefined;
  });

  registrar.route(routes.deleteRota, async ({ params }, { viewer, request }) => {
    await deleteRota(context, { viewer, address: request.ip }, params.slug);
    return undefined;
  });

  registrar.route(routes.addOverride, async ({ params, body }, { viewer, request }) => {
    await addOverride(context, { viewer, address: request.ip }, params.slug, body);
    return undefined;
  });

  registrar.route(routes.endOverride, async ({ params }, { viewer, request }) => {
    await endOverride(context, { viewer, address: request.ip }, params.overrideId);
    return undefined;
  });

  registrar.route(routes.swapShifts, async ({ params, body }, { viewer, request }) => {
    await swapShifts(context, { viewer, address: request.ip }, params.slug, body);
    return undefined;
  });

  registrar.route(routes.setEscalation, async ({ params, body }, { viewer, request }) => {
    await setEscalation(context, { viewer, address: request.ip }, params.slug, body);
    return undefined;
  });
}
