import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { permissionPairSchema } from "../identity/schemas.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { adminRoleSchema, descriptionSchema, roleNameSchema } from "./schemas.ts";

const roleParams = z.object({ roleId: idSchema });
const versionSchema = z.number().int();

/** Roles and their permissions. */
export const roleAdministrationRoutes = {
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
    }),
    status: 200,
    response: z.object({ role: adminRoleSchema }),
    errors: [
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
