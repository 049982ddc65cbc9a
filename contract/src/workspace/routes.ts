import { z } from "zod";
import { defineRoute, rateLimits } from "../route.ts";

export const workspaceSchema = z.object({
  productName: z.string(),
  companyName: z.string(),
  version: z.string(),
  /** Whether people may sign in through their company, and the company's name on that button. */
  singleSignOn: z.object({ name: z.string() }).nullable(),
  /** The largest file that may be uploaded. */
  maxFileBytes: z.number().int(),
});

export type Workspace = z.infer<typeof workspaceSchema>;

export const workspaceRoutes = {
  getWorkspace: defineRoute({
    method: "GET",
    path: "/api/workspace",
    summary: "The names that the landing and sign-in pages show.",
    access: "public",
    rateLimit: rateLimits.publicRead,
    status: 200,
    response: workspaceSchema,
    errors: [],
  }),
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
