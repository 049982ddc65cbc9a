import { defineRoute, rateLimits } from "../route.ts";
import { workspaceSchema } from "./workspace-schemas.ts";

export const workspaceRoutes = {
  getWorkspace: defineRoute({
    method: "GET",
    path: "/api/workspace",
    summary: "Get the names and branding that every page shows, including the landing and sign-in pages.",
    access: "public",
    rateLimit: rateLimits.publicRead,
    status: 200,
    response: workspaceSchema,
    errors: [],
  }),
};
