import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { maxPeopleAtOnce } from "./limits.ts";

/** Bulk changes to accounts. */
export const peopleAdministrationRoutes = {
  changePeople: defineRoute({
    method: "PATCH",
    path: "/api/admin/users",
    summary: "Add or remove roles and departments of several people, or disable or enable them.",
    access: "signed-in",
    changesRights: true,
    rateLimit: rateLimits.write,
    body: z.object({
      userIds: z.array(idSchema).min(1).max(maxPeopleAtOnce),
      addRoleIds: z.array(idSchema).max(50).default([]),
      /** A user with no roles left becomes pending. */
      removeRoleIds: z.array(idSchema).max(50).default([]),
      addDepartmentIds: z.array(idSchema).max(100).default([]),
      removeDepartmentIds: z.array(idSchema).max(100).default([]),
      /** Left out: as it is. */
      isDisabled: z.boolean().optional(),
    }),
    status: 200,
    response: z.object({
      /** The outcome for each person, in the order of the request. A refusal does not stop the others. */
      outcomes: z.array(
        z.object({
          userId: idSchema,
          /** Empty for somebody who is not there any more. */
          name: z.string(),
          fate: z.enum(["changed", "unchanged", "refused"]),
          /** Why they were refused, in words for people; else empty. */
          reason: z.string(),
        }),
      ),
    }),
    errors: ["forbidden", "role_not_found", "department_not_found"],
  }),
};
