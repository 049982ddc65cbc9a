import { z } from "zod";
import { idSchema, instantSchema } from "../identifiers.ts";
import { pageOf, pageQuery } from "../page.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { auditActorSchema, auditEntrySchema } from "./schemas.ts";

/** Characters. */
const maxAuditSearch = 200;

const filters = z.object({
  /** Every word of it begins one of the actor's name, the act, the subject's name or the address. */
  search: z.string().max(maxAuditSearch).optional(),
  actorId: idSchema.optional(),
  action: z.string().max(100).optional(),
  /** The id of what it was done to. */
  subjectId: z.string().max(100).optional(),
  /** The first instant that counts. */
  from: instantSchema.optional(),
  /** The first instant that does not count any more. */
  to: instantSchema.optional(),
});

/** The audit log, for who holds `audit:read`. */
export const auditRoutes = {
  listEntries: defineRoute({
    method: "GET",
    path: "/api/admin/audit",
    summary: "List audit log entries, newest first, one page at a time.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    query: filters.extend(pageQuery({ size: 50, max: 200 })),
    status: 200,
    response: pageOf(auditEntrySchema),
    errors: ["forbidden"],
  }),
  listActors: defineRoute({
    method: "GET",
    path: "/api/admin/audit/actors",
    summary: "List at most 20 people with entries in the audit log, including deleted ones.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    query: z.object({
      /** Every word of it stands in the name; empty: the first by the alphabet. */
      search: z.string().max(maxAuditSearch).default(""),
    }),
    status: 200,
    response: z.object({ actors: z.array(auditActorSchema) }),
    errors: ["forbidden"],
  }),
  exportEntries: defineRoute({
    method: "GET",
    path: "/api/admin/audit/export",
    summary: "Export the audit log as CSV, newest first, at most 50,000 entries.",
    access: "signed-in",
    rateLimit: { max: 6, windowSeconds: 60, by: "viewer" },
    heavy: "bulk",
    query: filters,
    status: 200,
    response: z.object({ csv: z.string(), isWhole: z.boolean() }),
    errors: ["forbidden"],
  }),
  verifyEntries: defineRoute({
    method: "GET",
    path: "/api/admin/audit/verification",
    summary: "Verify the hash chain, and return the first entry that does not match.",
    access: "signed-in",
    rateLimit: { max: 6, windowSeconds: 60, by: "viewer" },
    heavy: "bulk",
    status: 200,
    response: z.object({
      count: z.number().int(),
      /** Null: every entry fits. */
      firstBroken: z.number().int().nullable(),
    }),
    errors: ["forbidden"],
  }),
};
