import { z } from "zod";
import { idSchema, instantSchema } from "../identifiers.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { filledCardSchema } from "./content-schemas.ts";
import { defaultSchema, seenAtSchema } from "./default-schemas.ts";
import { arrangementShape, cardIdSchema, layoutSchema } from "./layout-schemas.ts";
import { maxPinnedCards } from "./limits.ts";

/** Specification, sections 2, 3 and 9 (dashboard). */
export const dashboardRoutes = {
  getDashboard: defineRoute({
    method: "GET",
    path: "/api/dashboard",
    summary: "Get the viewer's dashboard with its layout and content.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    status: 200,
    response: z.object({ layout: layoutSchema, contents: z.array(filledCardSchema) }),
    errors: [],
  }),
  arrangeDashboard: defineRoute({
    method: "PUT",
    path: "/api/dashboard/layout",
    summary: "Change the layout of the viewer's dashboard on all their devices.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    body: z.object({ ...arrangementShape, version: z.int().min(0) }),
    status: 200,
    response: z.object({ layout: layoutSchema }),
    errors: ["changed_meanwhile", "too_many_cards"],
  }),
  resetDashboard: defineRoute({
    method: "DELETE",
    path: "/api/dashboard/layout",
    summary: "Reset the viewer's dashboard to the default.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    status: 200,
    response: z.object({ layout: layoutSchema }),
    errors: [],
  }),
  listDashboardDefaults: defineRoute({
    method: "GET",
    path: "/api/dashboard/defaults",
    summary: "List the default dashboards, for everyone and by role.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    status: 200,
    response: z.object({ defaults: z.array(defaultSchema) }),
    errors: ["forbidden"],
  }),
  setDashboardDefault: defineRoute({
    method: "PUT",
    path: "/api/dashboard/defaults",
    summary: "Change the default dashboard of a role or of everyone, and its fixed cards.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    body: z.object({
      roleId: idSchema.nullable(),
      ...arrangementShape,
      pinnedIds: z.array(cardIdSchema).max(maxPinnedCards),
      seenAt: seenAtSchema,
    }),
    status: 200,
    response: z.object({ default: defaultSchema }),
    errors: ["changed_meanwhile", "forbidden", "role_not_found"],
  }),
  deleteDashboardDefault: defineRoute({
    method: "DELETE",
    path: "/api/dashboard/defaults/:owner",
    summary: "Reset the default dashboard of a role or of everyone to Atoll's.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: z.object({ owner: z.union([idSchema, z.literal("everybody")]) }),
    query: z.object({ seenAt: instantSchema.optional() }),
    status: 204,
    errors: ["changed_meanwhile", "forbidden"],
  }),
} as const;
