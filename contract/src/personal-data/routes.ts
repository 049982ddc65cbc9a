import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { newPersonExportSchema, personExportSchema } from "./schemas.ts";

/** Exports of the data of one person. See docs/decisions/161-personal-data-by-table.md. */
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
};
