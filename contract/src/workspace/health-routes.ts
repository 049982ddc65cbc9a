import { z } from "zod";
import { defineRoute, rateLimits } from "../route.ts";

/** Routes about the process itself. In a file of its own, so that they do not add to the first load of every page. */
export const healthRoutes = {
  getHealth: defineRoute({
    method: "GET",
    path: "/api/health",
    summary: "Check whether this process serves requests and can reach its database.",
    access: "public",
    rateLimit: rateLimits.publicRead,
    status: 200,
    response: z.object({ status: z.literal("ready") }),
    errors: [],
  }),
};
