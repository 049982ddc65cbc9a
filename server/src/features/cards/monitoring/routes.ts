import { monitoringRoutes as routes } from "@atoll/contract/cards/monitoring-routes";
import { AppError } from "../../../platform/app-error.ts";
import type { SliceContext } from "../../../slice.ts";
import { accessType } from "../public.ts";
import { broadcastSections } from "../rooms.ts";
import { endSilences } from "./on-call-alerts.ts";
import { createSilence, endSilence, listSilences } from "./silences.ts";
import { readUptime } from "./uptime.ts";

/** Silences of alerts, and when services were up. */
export function registerMonitoring(context: SliceContext): void {
  const { routes: registrar, db } = context;

  registrar.route(routes.listSilences, async ({ params }, { viewer }) => {
    const type = await accessType(db, viewer, params.typeId);
    return { silences: await listSilences(context, type.id) };
  });

  registrar.route(routes.createSilence, async ({ params, body }, { viewer }) => {
    await createSilence(db, viewer, params.typeId, body);
    const type = await accessType(db, viewer, params.typeId);
    await broadcastSections(context, type.department_id);
    const silence = (await listSilences(context, type.id)).find(({ id }) => id === body.id);
    // Sent again after it has ended.
    if (!silence) throw new AppError("card_silence_id_taken");
    return { silence };
  });

  registrar.route(routes.endSilence, async ({ params }, { viewer }) => {
    await endSilence(db, viewer, params.silenceId);
    await endSilences(context);
    return undefined;
  });

  registrar.route(routes.readUptime, async ({ params, query }, { viewer }) => {
    const type = await accessType(db, viewer, params.typeId);
    return readUptime(db, type.id, query);
  });
}
