import { incidentRoutes as routes } from "@atoll/contract/cards/incident-routes";
import { departmentsWithView } from "@atoll/contract/cards/policy";
import { statusRoutes } from "@atoll/contract/cards/status-routes";
import type { SliceContext } from "../../../slice.ts";
import { accessType, accessTypeOfCard, type TypeRow } from "../public.ts";
import type { CardViewer } from "../readable.ts";
import { changeIncident, linkAlerts, postUpdate } from "./change-incident.ts";
import { openIncident } from "./open-incident.ts";
import { listIncidents, listIncidentsOfCard, readIncident } from "./read-incidents.ts";
import { createFollowUpTasks, saveReport } from "./save-report.ts";
import {
  listStatusUpdates,
  readServiceStatus,
  readStatusServices,
  setStatusServices,
} from "./service-status.ts";

/** Incidents of sections with alerts. */
export function registerIncidents(context: SliceContext): void {
  const { routes: registrar, db } = context;

  registrar.route(routes.listIncidents, async ({ params, query }, { viewer }) => {
    const type = await accessType(db, viewer, params.typeId);
    return listIncidents(context, type.id, query);
  });

  registrar.route(routes.listIncidentsOfCard, async ({ params }, { viewer }) => {
    await accessTypeOfCard(db, viewer, params.cardId);
    return { incidents: await listIncidentsOfCard(db, params.cardId) };
  });

  registrar.route(routes.openIncident, async ({ params, body }, { viewer }) => {
    await openIncident(context, viewer, params.typeId, body);
    return readIncident(context, viewer, body.id);
  });

  registrar.route(routes.readIncident, ({ params }, { viewer }) =>
    readIncident(context, viewer, params.incidentId),
  );

  registrar.route(routes.changeIncident, async ({ params, body }, { viewer }) => {
    await changeIncident(context, viewer, params.incidentId, body);
    return readIncident(context, viewer, params.incidentId);
  });

  registrar.route(routes.linkAlerts, async ({ params, body }, { viewer }) => {
    await linkAlerts(context, viewer, params.incidentId, body);
    return readIncident(context, viewer, params.incidentId);
  });

  registrar.route(routes.postUpdate, async ({ params, body }, { viewer }) => {
    await postUpdate(context, viewer, params.incidentId, body);
    return readIncident(context, viewer, params.incidentId);
  });

  registrar.route(routes.saveReport, async ({ params, body }, { viewer }) => {
    await saveReport(context, viewer, params.incidentId, body);
    return readIncident(context, viewer, params.incidentId);
  });

  registrar.route(routes.createFollowUpTasks, async ({ params }, { viewer }) => {
    await createFollowUpTasks(context, viewer, params.incidentId);
    return readIncident(context, viewer, params.incidentId);
  });

  registrar.route(statusRoutes.readServiceStatus, ({ query }) => readServiceStatus(db, query.zone));

  registrar.route(statusRoutes.listStatusUpdates, ({ query }) => listStatusUpdates(db, query));

  registrar.route(statusRoutes.readStatusServices, async ({ params }, { viewer }) =>
    presentServices(await accessType(db, viewer, params.typeId), viewer),
  );

  registrar.route(statusRoutes.setStatusServices, async ({ params, body }, { viewer, request }) => {
    await setStatusServices(context, { viewer, address: request.ip }, params.typeId, body);
    return presentServices(await accessType(db, viewer, params.typeId), viewer);
  });

  async function presentServices(type: TypeRow, viewer: CardViewer) {
    return {
      services: await readStatusServices(db, type.id),
      mayChange: departmentsWithView(viewer).includes(type.department_id),
    };
  }
}
