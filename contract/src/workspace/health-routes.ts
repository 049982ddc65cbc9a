import { z } from "zod";
import { defineRoute, rateLimits } from "../route.ts";

/** Of the process itself. Apart from what every page asks for, whose first load would carry it. */
export const healthRoutes = {
  getHealth: defineRoute({
    method: "GET",
    path: "/api/health",
    summary: "Whether this process serves requests and reaches its database.",
    access: "public",
    rateLimit: rateLimits.publicRead,
    status: 200,
    response: z.object({ status: z.literal("ready") }),
    errors: [],
  }),
};
