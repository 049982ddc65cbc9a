import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { pageOf, pageQuery, searchQuery } from "../page.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { ldapSettingsSchema } from "./ldap-schemas.ts";
import {
  directoryEventSchema,
  directoryGroupSchema,
  directoryKinds,
  directoryNameSchema,
  directoryPersonSchema,
  directorySchema,
  mappingSchema,
  maxMappings,
  planSchema,
} from "./schemas.ts";

const ofDirectory = z.object({ directoryId: idSchema });
const oneDirectory = z.object({ directory: directorySchema });
/** The secret is returned only here. */
const withSecret = z.object({ directory: directorySchema, secret: z.string() });

/** Left out: the stored one. */
const ldapPassword = z.string().max(1000).optional();

/** Directories in the admin panel, for super administrators. */
export const directoryRoutes = {
  listDirectories: defineRoute({
    method: "GET",
    path: "/api/admin/directories",
    summary: "List the directories that accounts follow.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    status: 200,
    response: z.object({ directories: z.array(directorySchema) }),
    errors: ["forbidden"],
  }),
  createDirectory: defineRoute({
    method: "POST",
    path: "/api/admin/directories",
    summary:
      "Add a directory, which changes no account before it is started. The secret is returned only here.",
    access: "signed-in",
    rateLimit: { max: 30, windowSeconds: 60, by: "viewer" },
    body: z.object({
      /** Made by the browser. Repeating it, after a lost answer, replaces the secret that was not seen. */
      id: idSchema,
      name: directoryNameSchema,
      kind: z.enum(directoryKinds),
    }),
    status: 201,
    response: withSecret.extend({ secret: z.string().nullable() }),
    errors: ["forbidden", "too_many_directories", "directory_id_taken", "directory_kind_taken"],
  }),
  changeDirectory: defineRoute({
    method: "PATCH",
    path: "/api/admin/directories/:directoryId",
    summary: "Rename a directory, or switch it off or on again.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofDirectory,
    body: z.object({
      version: z.int(),
      name: directoryNameSchema.optional(),
      isOn: z.boolean().optional(),
    }),
    status: 200,
    response: oneDirectory,
    errors: [
      "forbidden",
      "directory_not_found",
      "changed_meanwhile",
      "directory_not_started",
      "saml_not_set",
    ],
  }),
  renewDirectorySecret: defineRoute({
    method: "POST",
    path: "/api/admin/directories/:directoryId/secret",
    summary: "Give a SCIM directory a new secret. The old one stops working at once.",
    access: "signed-in",
    rateLimit: { max: 30, windowSeconds: 60, by: "viewer" },
    params: ofDirectory,
    status: 200,
    response: withSecret,
    errors: ["forbidden", "directory_not_found"],
  }),
  getLdapSettings: defineRoute({
    method: "GET",
    path: "/api/admin/directories/:directoryId/ldap",
    summary: "Get how a directory is read by LDAP, without the password.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: ofDirectory,
    status: 200,
    response: z.object({
      version: z.int(),
      /** Null: nothing has been set. */
      settings: ldapSettingsSchema.nullable(),
      hasPassword: z.boolean(),
    }),
    errors: ["forbidden", "directory_not_found"],
  }),
  setLdapSettings: defineRoute({
    method: "PUT",
    path: "/api/admin/directories/:directoryId/ldap",
    summary: "Set how a directory is read by LDAP. Another server or account needs the password again.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofDirectory,
    body: z.object({ version: z.int(), settings: ldapSettingsSchema, password: ldapPassword }),
    status: 200,
    response: oneDirectory,
    errors: ["forbidden", "directory_not_found", "changed_meanwhile", "ldap_password_needed"],
  }),
  testLdap: defineRoute({
    method: "POST",
    path: "/api/admin/directories/:directoryId/ldap/test",
    summary: "Try settings: connect, sign in, and find people and groups. Nothing is saved.",
    access: "signed-in",
    rateLimit: { max: 20, windowSeconds: 60, by: "viewer" },
    heavy: "bulk",
    params: ofDirectory,
    body: z.object({ settings: ldapSettingsSchema, password: ldapPassword }),
    status: 200,
    response: z.object({
      isRight: z.boolean(),
      /** The outcome, in words for administrators. */
      text: z.string(),
    }),
    errors: ["forbidden", "directory_not_found", "ldap_password_needed"],
  }),
  runDirectory: defineRoute({
    method: "POST",
    path: "/api/admin/directories/:directoryId/runs",
    summary: "Read a directory by LDAP now, in the background.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofDirectory,
    body: z.object({
      /** The number of people who may leave, as the run that stopped for them said. */
      leavers: z.int().min(0).optional(),
    }),
    status: 200,
    response: oneDirectory,
    errors: ["forbidden", "directory_not_found", "ldap_not_set"],
  }),
  letLeave: defineRoute({
    method: "PUT",
    path: "/api/admin/directories/:directoryId/leavers",
    summary: "Let people of a SCIM directory leave who were too many at once. Their accounts are disabled.",
    access: "signed-in",
    changesRights: true,
    rateLimit: rateLimits.write,
    params: ofDirectory,
    /** Their number, as it was seen. */
    body: z.object({ leavers: z.int().min(1) }),
    status: 200,
    response: oneDirectory,
    errors: ["forbidden", "directory_not_found", "directory_not_started", "changed_meanwhile"],
  }),
  deleteDirectory: defineRoute({
    method: "DELETE",
    path: "/api/admin/directories/:directoryId",
    summary: "Remove a directory. Its accounts stay as they are and follow nothing any more.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofDirectory,
    status: 204,
    errors: ["forbidden", "directory_not_found"],
  }),
  planDirectory: defineRoute({
    method: "GET",
    path: "/api/admin/directories/:directoryId/plan",
    summary: "Show what would change if every account followed the directory now.",
    access: "signed-in",
    rateLimit: { max: 30, windowSeconds: 60, by: "viewer" },
    heavy: "bulk",
    params: ofDirectory,
    status: 200,
    response: z.object({ plan: planSchema }),
    errors: ["forbidden", "directory_not_found"],
  }),
  startDirectory: defineRoute({
    method: "PUT",
    path: "/api/admin/directories/:directoryId/start",
    summary:
      "Let accounts follow the directory from now on. The changes of its plan are made in the background.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofDirectory,
    body: z.object({ version: z.int() }),
    status: 200,
    response: oneDirectory,
    errors: ["forbidden", "directory_not_found", "changed_meanwhile", "saml_not_set"],
  }),
  listDirectoryGroups: defineRoute({
    method: "GET",
    path: "/api/admin/directories/:directoryId/groups",
    summary: "List the groups of a directory by name, one page at a time.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: ofDirectory,
    query: z.object(searchQuery({ size: 50, max: 100 })),
    status: 200,
    response: pageOf(directoryGroupSchema),
    errors: ["forbidden", "directory_not_found"],
  }),
  getMappings: defineRoute({
    method: "GET",
    path: "/api/admin/directories/:directoryId/mappings",
    summary: "Get what the groups of a directory give to their people.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: ofDirectory,
    status: 200,
    response: z.object({
      version: z.int(),
      mappings: z.array(mappingSchema.extend({ groupName: z.string().nullable() })),
    }),
    errors: ["forbidden", "directory_not_found"],
  }),
  setMappings: defineRoute({
    method: "PUT",
    path: "/api/admin/directories/:directoryId/mappings",
    summary:
      "Set which roles and departments the groups of a directory give. Once it is started, accounts follow in the background.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofDirectory,
    body: z.object({ version: z.int(), mappings: z.array(mappingSchema).max(maxMappings) }),
    bodyLimitBytes: 256 * 1024,
    status: 200,
    response: oneDirectory,
    errors: [
      "forbidden",
      "directory_not_found",
      "changed_meanwhile",
      "role_not_found",
      "department_not_found",
      "directory_group_not_found",
    ],
  }),
  listDirectoryPeople: defineRoute({
    method: "GET",
    path: "/api/admin/directories/:directoryId/people",
    summary:
      "List the people of a directory by name: all, those who left, or those whose account cannot follow.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: ofDirectory,
    query: z.object({
      only: z.enum(["all", "left", "problems"]).default("all"),
      ...pageQuery({ size: 50, max: 100 }),
    }),
    status: 200,
    response: pageOf(directoryPersonSchema),
    errors: ["forbidden", "directory_not_found"],
  }),
  confirmDirectoryPerson: defineRoute({
    method: "PUT",
    path: "/api/admin/directories/:directoryId/people/:personId/confirmation",
    summary:
      "Confirm that an administrator's account is that of a person of the directory, or their new address.",
    access: "signed-in",
    changesRights: true,
    rateLimit: rateLimits.write,
    params: ofDirectory.extend({ personId: idSchema }),
    /** As it was seen: the directory may say something else by now. */
    body: directoryPersonSchema.pick({ version: true, email: true, problem: true, userId: true }),
    status: 200,
    response: z.object({ person: directoryPersonSchema }),
    errors: [
      "forbidden",
      "directory_not_found",
      "directory_person_not_found",
      "directory_not_started",
      "changed_meanwhile",
    ],
  }),
  listDirectoryEvents: defineRoute({
    method: "GET",
    path: "/api/admin/directories/:directoryId/events",
    summary: "List what a directory changed in the last 90 days, newest first.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: ofDirectory,
    query: z.object(pageQuery({ size: 50, max: 100 })),
    status: 200,
    response: pageOf(directoryEventSchema),
    errors: ["forbidden", "directory_not_found"],
  }),
};
