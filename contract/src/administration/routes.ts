import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { permissionPairSchema } from "../identity/schemas.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { departmentAdministrationRoutes } from "./department-routes.ts";
import { importAdministrationRoutes } from "./import-routes.ts";
import { maxPeopleAtOnce } from "./limits.ts";
import { adminRoleSchema, descriptionSchema, roleNameSchema } from "./schemas.ts";
import { userAdministrationRoutes } from "./user-routes.ts";

const roleParams = z.object({ roleId: idSchema });
const versionSchema = z.number().int();

/** Roles and their permissions. */
const roleAdministrationRoutes = {
  listRoles: defineRoute({
    method: "GET",
    path: "/api/admin/roles",
    summary: "List the roles with their permissions.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    query: z.object({ departmentId: idSchema.optional() }),
    status: 200,
    response: z.object({ roles: z.array(adminRoleSchema) }),
    errors: ["forbidden"],
  }),
  createRole: defineRoute({
    method: "POST",
    path: "/api/admin/roles",
    summary: "Create a role for the company or for a department.",
    access: "signed-in",
    changesRights: true,
    rateLimit: rateLimits.write,
    body: z.object({
      name: roleNameSchema,
      description: descriptionSchema.default(""),
      departmentId: idSchema.nullable().default(null),
    }),
    status: 201,
    response: z.object({ role: adminRoleSchema }),
    errors: ["forbidden", "role_name_taken", "name_looks_taken", "department_not_found"],
  }),
  updateRole: defineRoute({
    method: "PATCH",
    path: "/api/admin/roles/:roleId",
    summary: "Change a role's name or description, or whether it requires two-factor authentication.",
    access: "signed-in",
    changesRights: true,
    rateLimit: rateLimits.write,
    params: roleParams,
    body: z.object({
      version: versionSchema,
      name: roleNameSchema.optional(),
      description: descriptionSchema.optional(),
      requiresSecondFactor: z.boolean().optional(),
      requiresPasskey: z.boolean().optional(),
    }),
    status: 200,
    response: z.object({ role: adminRoleSchema }),
    errors: [
      "passkey_untried",
      "forbidden",
      "role_not_found",
      "role_name_taken",
      "name_looks_taken",
      "built_in_role",
      "changed_meanwhile",
    ],
  }),
  setRolePermissions: defineRoute({
    method: "PUT",
    path: "/api/admin/roles/:roleId/permissions",
    summary: "Replace the permissions of a role. Those of super_admin, admin and pending are fixed.",
    access: "signed-in",
    changesRights: true,
    rateLimit: rateLimits.write,
    params: roleParams,
    body: z.object({ version: versionSchema, permissions: z.array(permissionPairSchema).max(200) }),
    status: 200,
    response: z.object({ role: adminRoleSchema }),
    errors: ["forbidden", "role_not_found", "built_in_role", "changed_meanwhile"],
  }),
  deleteRole: defineRoute({
    method: "DELETE",
    path: "/api/admin/roles/:roleId",
    summary: "Delete a role that nobody has.",
    access: "signed-in",
    changesRights: true,
    rateLimit: rateLimits.write,
    params: roleParams,
    status: 204,
    errors: ["forbidden", "role_not_found", "built_in_role", "role_in_use"],
  }),
};

/** Bulk changes to accounts. */
const peopleAdministrationRoutes = {
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

/** The admin panel. Every route answers `forbidden` to who may not; specification, sections 2, 5, 6 and 8. */
export const administrationRoutes = {
  ...userAdministrationRoutes,
  ...peopleAdministrationRoutes,
  ...importAdministrationRoutes,
  ...roleAdministrationRoutes,
  ...departmentAdministrationRoutes,
};
