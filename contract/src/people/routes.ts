import { z } from "zod";
import { defineRoute, rateLimits } from "../route.ts";
import { personSchema } from "./schemas.ts";

export const peopleRoutes = {
  searchPeople: defineRoute({
    method: "GET",
    path: "/api/people",
    summary: "Find colleagues by a part of their name.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    query: z.object({
      name: z.string().trim().max(100).default(""),
      limit: z.coerce.number().int().min(1).max(50).default(10),
    }),
    status: 200,
    response: z.object({ people: z.array(personSchema) }),
    errors: [],
  }),
};
