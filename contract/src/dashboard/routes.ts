import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { filledCardSchema } from "./content-schemas.ts";
import { defaultSchema } from "./default-schemas.ts";
import { arrangementShape, cardIdSchema, layoutSchema } from "./layout-schemas.ts";
import { maxPinnedCards } from "./limits.ts";

/** Specification, sections 2, 3 and 9 (dashboard). */
export const dashboardRoutes = {
  getDashboard: defineRoute({
    method: "GET",
    path: "/api/dashboard",
    summary: "The viewer's dashboard: how it is arranged, and everything that stands on it.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    status: 200,
    response: z.object({ layout: layoutSchema, contents: z.array(filledCardSchema) }),
    errors: [],
  }),
  arrangeDashboard: defineRoute({
    method: "PUT",
    path: "/api/dashboard/layout",
    summary: "Arrange the viewer's dashboard, on all of their devices.",
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
    summary: "Forget how the viewer arranged their dashboard: it is the default again.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    status: 200,
    response: z.object({ layout: layoutSchema }),
    errors: [],
  }),
  listDashboardDefaults: defineRoute({
    method: "GET",
    path: "/api/dashboard/defaults",
    summary: "What dashboards begin with, for everybody and by role.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    status: 200,
    response: z.object({ defaults: z.array(defaultSchema) }),
    errors: ["forbidden"],
  }),
  setDashboardDefault: defineRoute({
    method: "PUT",
    path: "/api/dashboard/defaults",
    summary: "Say what dashboards of a role, or of everybody, begin with, and which cards stay on them.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    body: z.object({
      roleId: idSchema.nullable(),
      ...arrangementShape,
      pinnedIds: z.array(cardIdSchema).max(maxPinnedCards),
    }),
    status: 200,
    response: z.object({ default: defaultSchema }),
    errors: ["forbidden", "role_not_found"],
  }),
  deleteDashboardDefault: defineRoute({
    method: "DELETE",
    path: "/api/dashboard/defaults/:owner",
    summary: "Let dashboards of a role, or of everybody, begin as Atoll's own.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: z.object({ owner: z.union([idSchema, z.literal("everybody")]) }),
    status: 204,
    errors: ["forbidden"],
  }),
} as const;
