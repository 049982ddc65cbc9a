import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { defineRoute, rateLimits } from "../route.ts";

/** Apart from the other routes of sections: every page loads it. */
export const ownSectionRoutes = {
  listOwnSections: defineRoute({
    method: "GET",
    path: "/api/own-sections",
    summary: "The sections that administrators added to the viewer's departments, for navigation.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    status: 200,
    response: z.object({
      sections: z.array(
        z.object({ departmentId: idSchema, path: z.string(), name: z.string(), icon: z.string() }),
      ),
    }),
    errors: [],
  }),
  listReadableSections: defineRoute({
    method: "GET",
    path: "/api/readable-sections",
    summary: "The sections of departments that the viewer may read, by name.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    status: 200,
    response: z.object({
      sections: z.array(
        z.object({
          id: idSchema,
          name: z.string(),
          departmentSlug: z.string(),
          departmentName: z.string(),
          slug: z.string(),
        }),
      ),
    }),
    errors: [],
  }),
};
