import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { pageOf, pageQuery } from "../page.ts";
import { personSchema } from "../people/schemas.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { adminDepartmentSchema, departmentNameSchema, descriptionSchema } from "./schemas.ts";

const departmentParams = z.object({ departmentId: idSchema });
const memberParams = z.object({ departmentId: idSchema, userId: idSchema });
const versionSchema = z.number().int();

/** Departments and their members. */
export const departmentAdministrationRoutes = {
  listDepartments: defineRoute({
    method: "GET",
    path: "/api/admin/departments",
    summary: "List the departments with the number of their members.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    status: 200,
    response: z.object({ departments: z.array(adminDepartmentSchema) }),
    errors: ["forbidden"],
  }),
  createDepartment: defineRoute({
    method: "POST",
    path: "/api/admin/departments",
    summary: "Create a department.",
    access: "signed-in",
    changesRights: true,
    rateLimit: rateLimits.write,
    body: z.object({ name: departmentNameSchema, description: descriptionSchema.default("") }),
    status: 201,
    response: z.object({ department: adminDepartmentSchema }),
    errors: ["forbidden", "department_name_taken", "name_looks_taken"],
  }),
  updateDepartment: defineRoute({
    method: "PATCH",
    path: "/api/admin/departments/:departmentId",
    summary: "Change a department's name or description.",
    access: "signed-in",
    changesRights: true,
    rateLimit: rateLimits.write,
    params: departmentParams,
    body: z.object({
      version: versionSchema,
      name: departmentNameSchema.optional(),
      description: descriptionSchema.optional(),
    }),
    status: 200,
    response: z.object({ department: adminDepartmentSchema }),
    errors: [
      "forbidden",
      "department_not_found",
      "department_name_taken",
      "name_looks_taken",
      "changed_meanwhile",
    ],
  }),
  getDepartmentContents: defineRoute({
    method: "GET",
    path: "/api/admin/departments/:departmentId/contents",
    summary: "Count the people, roles and things of each kind in a department, leaving out kinds with none.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: departmentParams,
    status: 200,
    response: z.object({ contents: z.array(z.object({ kind: z.string(), count: z.number().int() })) }),
    errors: ["forbidden", "department_not_found"],
  }),
  removeDepartment: defineRoute({
    method: "DELETE",
    path: "/api/admin/departments/:departmentId",
    summary: "Delete an empty department.",
    access: "signed-in",
    changesRights: true,
    rateLimit: rateLimits.write,
    params: departmentParams,
    status: 204,
    errors: ["forbidden", "department_not_found", "department_not_empty"],
  }),
  mergeDepartment: defineRoute({
    method: "POST",
    path: "/api/admin/departments/:departmentId/merger",
    summary:
      "Merge a department into another one: move everything in it, and delete it. For super administrators.",
    access: "signed-in",
    changesRights: true,
    rateLimit: rateLimits.write,
    params: departmentParams,
    body: z.object({ intoId: idSchema }),
    status: 200,
    /** The one that it became part of. */
    response: z.object({ department: adminDepartmentSchema }),
    errors: ["forbidden", "department_not_found"],
  }),
  listDepartmentMembers: defineRoute({
    method: "GET",
    path: "/api/admin/departments/:departmentId/members",
    summary: "List a department's members by name, one page at a time.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: departmentParams,
    query: z.object(pageQuery({ size: 50, max: 100 })),
    status: 200,
    response: pageOf(personSchema),
    errors: ["forbidden", "department_not_found"],
  }),
  addDepartmentMember: defineRoute({
    method: "PUT",
    path: "/api/admin/departments/:departmentId/members/:userId",
    summary: "Add a person to a department.",
    access: "signed-in",
    changesRights: true,
    rateLimit: rateLimits.write,
    params: memberParams,
    status: 204,
    errors: ["forbidden", "department_not_found", "user_not_found"],
  }),
  removeDepartmentMember: defineRoute({
    method: "DELETE",
    path: "/api/admin/departments/:departmentId/members/:userId",
    summary: "Remove a person from a department.",
    access: "signed-in",
    changesRights: true,
    inMaintenance: "open",
    rateLimit: rateLimits.write,
    params: memberParams,
    status: 204,
    errors: ["forbidden", "department_not_found", "user_not_found"],
  }),
};
