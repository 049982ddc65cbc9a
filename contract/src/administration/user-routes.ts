import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { newPasswordSchema } from "../identity/passwords.ts";
import { tablePageQuery } from "../page.ts";
import { defineRoute, rateLimits } from "../route.ts";
import {
  accountEmailSchema,
  accountNameSchema,
  adminTexts,
  adminUserSchema,
  explanationStepSchema,
  newEmployeeSchema,
  userSorts,
} from "./schemas.ts";

const userParams = z.object({ userId: idSchema });
const versionSchema = z.number().int();

/** Accounts in the admin panel, and why they may see what they see. */
export const userAdministrationRoutes = {
  getSummary: defineRoute({
    method: "GET",
    path: "/api/admin/summary",
    summary: "Count users, active roles (without pending), departments and accounts pending approval.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    status: 200,
    response: z.object({
      userCount: z.number().int(),
      activeRoleCount: z.number().int(),
      departmentCount: z.number().int(),
      /** Accounts that wait for approval. */
      pendingCount: z.number().int(),
    }),
    errors: ["forbidden"],
  }),
  listUsers: defineRoute({
    method: "GET",
    path: "/api/admin/users",
    summary: "List accounts, with search, filters and sorting, one page at a time.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    query: z.object({
      /** A part of the name or the email, in any case. */
      search: z
        .string()
        .trim()
        .max(100)
        .regex(/^\P{Cc}*$/u, adminTexts.unprintable)
        .default(""),
      roleId: idSchema.optional(),
      departmentId: idSchema.optional(),
      status: z.enum(["active", "disabled", "pending"]).optional(),
      sort: z.enum(userSorts).default("name"),
      direction: z.enum(["ascending", "descending"]).default("ascending"),
      ...tablePageQuery({ size: 20, max: 100 }),
    }),
    status: 200,
    response: z.object({
      users: z.array(adminUserSchema),
      total: z.number().int(),
      page: z.number().int(),
    }),
    errors: ["forbidden"],
  }),
  getUser: defineRoute({
    method: "GET",
    path: "/api/admin/users/:userId",
    summary: "Get an account.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: userParams,
    status: 200,
    response: z.object({ user: adminUserSchema }),
    errors: ["forbidden", "user_not_found"],
  }),
  createUser: defineRoute({
    method: "POST",
    path: "/api/admin/users",
    summary: "Create an employee with account, profile, roles and departments, all or nothing.",
    access: "signed-in",
    changesRights: true,
    rateLimit: rateLimits.write,
    body: newEmployeeSchema,
    status: 201,
    response: z.object({ user: adminUserSchema }),
    errors: [
      "forbidden",
      "email_taken",
      "name_looks_taken",
      "role_not_found",
      "department_not_found",
      "password_too_common",
    ],
  }),
  updateUser: defineRoute({
    method: "PATCH",
    path: "/api/admin/users/:userId",
    summary: "Change a person's name, email, roles or departments.",
    access: "signed-in",
    changesRights: true,
    rateLimit: rateLimits.write,
    params: userParams,
    body: z.object({
      /** The version that was looked at; when it is not the newest any more, nothing is changed. */
      version: versionSchema,
      name: accountNameSchema.optional(),
      email: accountEmailSchema.optional(),
      /** All roles from now on. None leaves the person pending. */
      roleIds: z.array(idSchema).max(50).optional(),
      /** All departments from now on. */
      departmentIds: z.array(idSchema).max(100).optional(),
    }),
    status: 200,
    response: z.object({ user: adminUserSchema }),
    errors: [
      "forbidden",
      "user_not_found",
      "changed_meanwhile",
      "email_taken",
      "name_looks_taken",
      "role_not_found",
      "department_not_found",
      "last_super_admin",
      "managed_by_directory",
    ],
  }),
  deleteUser: defineRoute({
    method: "DELETE",
    path: "/api/admin/users/:userId",
    summary: "Delete an account. What the person wrote stays, marked as by a former colleague.",
    access: "signed-in",
    changesRights: true,
    rateLimit: rateLimits.write,
    params: userParams,
    body: z.object({
      /** The person who takes over what the account owns: its channels, open tasks and so on. */
      handOverTo: idSchema.optional(),
    }),
    status: 204,
    errors: ["forbidden", "user_not_found", "own_account", "last_super_admin", "managed_by_directory"],
  }),
  countOwned: defineRoute({
    method: "GET",
    path: "/api/admin/users/:userId/owned",
    summary: "Count the things of a person that would need a new owner.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: userParams,
    status: 200,
    response: z.object({ owned: z.array(z.object({ kind: z.string(), count: z.number().int() })) }),
    errors: ["forbidden", "user_not_found"],
  }),
  disableUser: defineRoute({
    method: "PUT",
    path: "/api/admin/users/:userId/disablement",
    summary: "Disable an account: it can no longer sign in, and its sessions end.",
    access: "signed-in",
    changesRights: true,
    inMaintenance: "open",
    rateLimit: rateLimits.write,
    params: userParams,
    status: 200,
    response: z.object({ user: adminUserSchema }),
    errors: ["forbidden", "user_not_found", "own_account", "last_super_admin"],
  }),
  enableUser: defineRoute({
    method: "DELETE",
    path: "/api/admin/users/:userId/disablement",
    summary: "Enable a disabled account.",
    access: "signed-in",
    changesRights: true,
    rateLimit: rateLimits.write,
    params: userParams,
    status: 200,
    response: z.object({ user: adminUserSchema }),
    errors: ["forbidden", "user_not_found", "managed_by_directory"],
  }),
  setUserPassword: defineRoute({
    method: "PUT",
    path: "/api/admin/users/:userId/password",
    summary: "Set a new password for a person and end all their sessions.",
    access: "signed-in",
    changesRights: true,
    inMaintenance: "open",
    rateLimit: rateLimits.write,
    params: userParams,
    body: z.object({ password: newPasswordSchema }),
    status: 204,
    errors: ["forbidden", "user_not_found", "own_account", "password_too_common"],
  }),
  endUserSessions: defineRoute({
    method: "DELETE",
    path: "/api/admin/users/:userId/sessions",
    summary: "End all sessions of a person.",
    access: "signed-in",
    changesRights: true,
    inMaintenance: "open",
    rateLimit: rateLimits.write,
    params: userParams,
    status: 204,
    errors: ["forbidden", "user_not_found"],
  }),
  resetUserSecondFactor: defineRoute({
    method: "DELETE",
    path: "/api/admin/users/:userId/second-factor",
    summary: "Remove the authenticator app of a person who has lost it.",
    access: "signed-in",
    changesRights: true,
    inMaintenance: "open",
    rateLimit: rateLimits.write,
    params: userParams,
    status: 204,
    errors: ["forbidden", "user_not_found", "own_account"],
  }),
  explainAccess: defineRoute({
    method: "GET",
    path: "/api/admin/users/:userId/explanation",
    summary: "Explain why a person can or cannot open a page or use a permission.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: userParams,
    query: z
      .object({
        /** A path of the workspace, such as /backend/schema. */
        path: z.string().startsWith("/").max(300).optional(),
        /** A permission as resource:action. */
        permission: z
          .string()
          .regex(/^[a-z_-]+:[a-z_-]+$/, "A permission reads resource:action")
          .max(200)
          .optional(),
      })
      .refine(({ path, permission }) => (path === undefined) !== (permission === undefined), {
        path: ["path"],
        message: "Choose a page or a permission",
      }),
    status: 200,
    response: z.object({ isAllowed: z.boolean(), steps: z.array(explanationStepSchema) }),
    errors: ["forbidden", "user_not_found"],
  }),
};
