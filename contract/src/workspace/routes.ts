import { defineRoute, rateLimits } from "../route.ts";
import { workspaceSchema } from "./workspace-schemas.ts";

export const workspaceRoutes = {
  getWorkspace: defineRoute({
    method: "GET",
    path: "/api/workspace",
    summary: "The names and the looks that every page shows, the landing and sign-in pages, too.",
    access: "public",
    rateLimit: rateLimits.publicRead,
    status: 200,
    response: workspaceSchema,
    errors: [],
  }),
};
