import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { idListSchema, namedDepartmentSchema, profileSchema } from "./profile-schemas.ts";
import { anybodySchema, personSchema } from "./schemas.ts";

export const peopleRoutes = {
  searchPeople: defineRoute({
    method: "GET",
    path: "/api/people",
    summary: "Find colleagues by part of their name.",
    access: "signed-in",
    forGuests: true,
    rateLimit: rateLimits.read,
    query: z.object({
      name: z.string().trim().max(100).default(""),
      limit: z.coerce.number().int().min(1).max(50).default(10),
      /** Finds bots, too, which can be added to channels. */
      bots: z.enum(["true", "false"]).default("false"),
    }),
    status: 200,
    response: z.object({ people: z.array(personSchema) }),
    errors: [],
  }),
  findAnybody: defineRoute({
    method: "GET",
    path: "/api/admin/people",
    summary:
      "Find people by part of their name, also those whose account is disabled and former colleagues. For super administrators.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    query: z.object({
      name: z.string().trim().max(100).default(""),
      limit: z.coerce.number().int().min(1).max(50).default(10),
    }),
    status: 200,
    response: z.object({ people: z.array(anybodySchema) }),
    errors: ["forbidden"],
  }),
  searchDepartments: defineRoute({
    method: "GET",
    path: "/api/departments",
    summary: "Find departments by words of their names, or get the names for IDs.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    query: z.object({
      name: z.string().trim().max(100).default(""),
      /** At most 100, separated by commas: none but these. */
      ids: idListSchema.optional(),
      limit: z.coerce.number().int().min(1).max(100).default(10),
    }),
    status: 200,
    response: z.object({ departments: z.array(namedDepartmentSchema) }),
    errors: [],
  }),
  listProfiles: defineRoute({
    method: "GET",
    path: "/api/people/profiles",
    summary: "Get the profiles of several people. People who do not exist or cannot sign in are left out.",
    access: "signed-in",
    forGuests: true,
    rateLimit: rateLimits.read,
    query: z.object({
      /** At most 100, separated by commas. */
      ids: idListSchema,
    }),
    status: 200,
    response: z.object({ profiles: z.array(profileSchema) }),
    errors: [],
  }),
  getProfile: defineRoute({
    method: "GET",
    path: "/api/people/:personId",
    summary: "Get a person's profile. For a former colleague, only the name.",
    access: "signed-in",
    forGuests: true,
    rateLimit: rateLimits.read,
    params: z.object({ personId: idSchema }),
    status: 200,
    response: z.object({ profile: profileSchema }),
    errors: ["person_not_found"],
  }),
};
