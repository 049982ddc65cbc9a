import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { pageOf, pageQuery } from "../page.ts";
import { defineRoute, rateLimits } from "../route.ts";
import {
  erasablePersonSchema,
  erasurePreviewSchema,
  erasureSchema,
  newErasureSchema,
  newPersonExportSchema,
  personExportSchema,
} from "./schemas.ts";

/**
 * Exports of the data of one person, and erasures of people. See docs/decisions/161-personal-data-by-table.md and
 * 164-erasure-of-a-person.md.
 */
export const personalDataRoutes = {
  listPersonExports: defineRoute({
    method: "GET",
    path: "/api/person-exports",
    summary: "List the viewer's exports of their own data and of colleagues', the newest first.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    status: 200,
    response: z.object({ exports: z.array(personExportSchema) }),
    errors: [],
  }),
  startPersonExport: defineRoute({
    method: "POST",
    path: "/api/person-exports",
    summary:
      "Export everything that a person wrote and that is about them: the viewer, or a colleague whose account the viewer may change. One at a time.",
    access: "signed-in",
    rateLimit: { max: 60, windowSeconds: 3600, by: "viewer" },
    body: newPersonExportSchema,
    status: 201,
    response: z.object({ export: personExportSchema }),
    errors: [
      "current_password_wrong",
      "sign_in_again",
      "forbidden",
      "person_not_found",
      "person_export_running",
      "person_export_id_taken",
    ],
  }),
  deletePersonExport: defineRoute({
    method: "DELETE",
    path: "/api/person-exports/:exportId",
    summary: "Cancel one of the viewer's exports that is not finished, or delete it with its file.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: z.object({ exportId: idSchema }),
    status: 204,
    errors: ["person_export_not_found"],
  }),
  listErasures: defineRoute({
    method: "GET",
    path: "/api/admin/erasures",
    summary: "List the erasures of people, the newest first. For super administrators.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    query: z.object(pageQuery({ size: 50, max: 100 })),
    status: 200,
    response: pageOf(erasureSchema),
    errors: ["forbidden"],
  }),
  findErasable: defineRoute({
    method: "GET",
    path: "/api/admin/erasures/people",
    summary:
      "Find people whose account is disabled or deleted, and who were not erased, by a part of their name.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    query: z.object({ search: z.string().trim().max(100).default("") }),
    status: 200,
    response: z.object({ people: z.array(erasablePersonSchema) }),
    errors: ["forbidden"],
  }),
  previewErasure: defineRoute({
    method: "GET",
    path: "/api/admin/erasures/people/:personId",
    summary: "Count what an erasure of a person would delete, and what stays without their name.",
    access: "signed-in",
    rateLimit: { max: 30, windowSeconds: 60, by: "viewer" },
    heavy: "bulk",
    params: z.object({ personId: idSchema }),
    status: 200,
    response: erasurePreviewSchema,
    errors: ["forbidden", "person_not_found", "person_not_erasable", "person_erased"],
  }),
  startErasure: defineRoute({
    method: "POST",
    path: "/api/admin/erasures",
    summary: "Erase a person whose account is disabled or deleted. This cannot be undone.",
    access: "signed-in",
    changesRights: true,
    rateLimit: { max: 60, windowSeconds: 3600, by: "viewer" },
    body: newErasureSchema,
    status: 201,
    response: z.object({ erasure: erasureSchema }),
    errors: [
      "current_password_wrong",
      "sign_in_again",
      "forbidden",
      "person_not_found",
      "person_not_erasable",
      "person_held",
      "person_erased",
      "erasure_name_wrong",
      "erasure_id_taken",
      "managed_by_directory",
      "last_super_admin",
    ],
  }),
  retryErasure: defineRoute({
    method: "POST",
    path: "/api/admin/erasures/:erasureId/retry",
    summary: "Go on with an erasure that has failed.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: z.object({ erasureId: idSchema }),
    status: 200,
    response: z.object({ erasure: erasureSchema }),
    errors: ["forbidden", "erasure_not_found", "person_held"],
  }),
};
