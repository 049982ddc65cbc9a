import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { pageOf, pageQuery } from "../page.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { timeZoneSchema } from "../time-zone.ts";
import { serviceStatusSchema, statusServicesSchema, statusUpdateSchema } from "./status-schemas.ts";

const ofType = z.object({ typeId: idSchema });
const services = z.object({
  services: z.array(z.string()),
  /** Whether the viewer may change them. */
  mayChange: z.boolean(),
});

/** The status page of the company. It shows nothing of departments but names of services, states and updates. */
export const statusRoutes = {
  readServiceStatus: defineRoute({
    method: "GET",
    path: "/api/service-status",
    summary: "Get the state of the company's services now and on the last 90 days, in a time zone.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    heavy: "pages",
    query: z.object({ zone: timeZoneSchema.default("UTC") }),
    status: 200,
    response: serviceStatusSchema,
    errors: [],
  }),
  listStatusUpdates: defineRoute({
    method: "GET",
    path: "/api/service-status/updates",
    summary: "List the updates for everyone about these services, the newest first.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    query: z.object(pageQuery({ size: 20, max: 100 })),
    status: 200,
    response: pageOf(statusUpdateSchema),
    errors: [],
  }),
  readStatusServices: defineRoute({
    method: "GET",
    path: "/api/card-types/:typeId/status-services",
    summary: "Get the services of a section that the status page shows.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: ofType,
    status: 200,
    response: services,
    errors: ["section_not_found"],
  }),
  setStatusServices: defineRoute({
    method: "PUT",
    path: "/api/card-types/:typeId/status-services",
    summary:
      "Choose the services that the status page shows. For members who also hold the permission for the cards.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofType,
    body: statusServicesSchema,
    status: 200,
    response: services,
    errors: ["section_not_found", "forbidden", "incident_wrong", "changed_meanwhile"],
  }),
};
