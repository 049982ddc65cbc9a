import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { pageOf, pageQuery } from "../page.ts";
import { personSchema } from "../people/schemas.ts";
import { defineRoute, rateLimits } from "../route.ts";
import {
  incidentAlertsSchema,
  incidentChangeSchema,
  incidentReportSchema,
  incidentSchema,
  incidentUpdateSchema,
  newIncidentSchema,
  openIncidentSchema,
} from "./incident-schemas.ts";
import { maxIncidentsOfCard } from "./limits.ts";

const ofType = z.object({ typeId: idSchema });
const ofIncident = z.object({ incidentId: idSchema });

/** Incidents of a section with alerts. Everyone who may read the section may open and change them. */
export const incidentRoutes = {
  listIncidents: defineRoute({
    method: "GET",
    path: "/api/card-types/:typeId/incidents",
    summary: "List the incidents of a section, open or resolved, the newest first.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: ofType,
    query: z.object({ ...pageQuery({ size: 30, max: 100 }), state: z.enum(["open", "resolved"]) }),
    status: 200,
    response: pageOf(incidentSchema).extend({ people: z.array(personSchema) }),
    errors: ["section_not_found"],
  }),
  listIncidentsOfCard: defineRoute({
    method: "GET",
    path: "/api/cards/:cardId/incidents",
    summary: "List the latest incidents that an alert belongs to.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: z.object({ cardId: idSchema }),
    status: 200,
    response: z.object({ incidents: z.array(incidentSchema).max(maxIncidentsOfCard) }),
    errors: ["card_not_found"],
  }),
  openIncident: defineRoute({
    method: "POST",
    path: "/api/card-types/:typeId/incidents",
    summary: "Open an incident, from alerts or without any. It notifies the member on call.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofType,
    body: newIncidentSchema,
    status: 200,
    response: openIncidentSchema,
    errors: [
      "section_not_found",
      "card_not_found",
      "person_not_found",
      "incident_wrong",
      "incident_id_taken",
      "too_many_incidents",
    ],
  }),
  readIncident: defineRoute({
    method: "GET",
    path: "/api/incidents/:incidentId",
    summary: "Get an incident with its alerts and its timeline. Notes are comments of the kind `incident`.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: ofIncident,
    status: 200,
    response: openIncidentSchema,
    errors: ["incident_not_found"],
  }),
  changeIncident: defineRoute({
    method: "PATCH",
    path: "/api/incidents/:incidentId",
    summary: "Change fields of an incident, if they have the values that the caller saw.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofIncident,
    body: incidentChangeSchema,
    status: 200,
    response: openIncidentSchema,
    errors: [
      "incident_not_found",
      "person_not_found",
      "incident_wrong",
      "incident_full",
      "changed_meanwhile",
      "too_many_incidents",
    ],
  }),
  linkAlerts: defineRoute({
    method: "POST",
    path: "/api/incidents/:incidentId/alerts",
    summary: "Link alerts of the section to an incident, or remove them from it.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofIncident,
    body: incidentAlertsSchema,
    status: 200,
    response: openIncidentSchema,
    errors: ["incident_not_found", "card_not_found", "incident_wrong", "incident_full"],
  }),
  postUpdate: defineRoute({
    method: "POST",
    path: "/api/incidents/:incidentId/updates",
    summary: "Post an update for everyone in the company. The status page shows it without its author.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofIncident,
    body: incidentUpdateSchema,
    status: 200,
    response: openIncidentSchema,
    errors: ["incident_not_found", "incident_full", "incident_id_taken"],
  }),
  saveReport: defineRoute({
    method: "PUT",
    path: "/api/incidents/:incidentId/report",
    summary:
      "Save the report of a resolved incident: the parts that were changed, with the version that was seen.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofIncident,
    body: incidentReportSchema,
    status: 200,
    response: openIncidentSchema,
    errors: [
      "incident_not_found",
      "incident_wrong",
      "incident_full",
      "incident_id_taken",
      "changed_meanwhile",
    ],
  }),
  createFollowUpTasks: defineRoute({
    method: "POST",
    path: "/api/incidents/:incidentId/tasks",
    summary:
      "Make a task of the department of each follow-up that has none. Needs the right to create tasks.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofIncident,
    status: 200,
    response: openIncidentSchema,
    errors: ["incident_not_found", "forbidden", "incident_full", "task_id_taken"],
  }),
};
