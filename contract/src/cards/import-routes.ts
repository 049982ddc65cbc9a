import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { thingChangeSchema } from "./api-schemas.ts";
import { maxImportBytes, maxImportText } from "./limits.ts";

const ofType = z.object({ typeId: idSchema });

/** Changes that an import makes, or would make. */
export const importResultSchema = z.object({
  created: z.int(),
  changed: z.int(),
  /** Things that the file no longer has: they go to the last stage. */
  gone: z.int(),
  same: z.int(),
  /** Changes that break callers of an API or readers of its answers, and columns that are gone. */
  breaking: z.array(z.object({ title: z.string(), words: z.string() })),
  /** Differences from the last import, and who they break. */
  changes: z.array(thingChangeSchema),
  /** Parts of the file that were left out. */
  notes: z.array(z.string()),
});
export type ImportResult = z.infer<typeof importResultSchema>;

export const diagramTableSchema = z.object({
  cardId: idSchema,
  name: z.string(),
  group: z.string(),
  columns: z.array(
    z.object({
      name: z.string(),
      type: z.string(),
      isKey: z.boolean(),
      isPersonal: z.boolean(),
      refersTo: z.string().nullable(),
    }),
  ),
});
export type DiagramTable = z.infer<typeof diagramTableSchema>;

/** Cards made of files: operations of OpenAPI, tables of PostgreSQL. */
export const importRoutes = {
  importFile: defineRoute({
    method: "POST",
    path: "/api/card-types/:typeId/import",
    summary: "Import an OpenAPI file or PostgreSQL DDL. A dry run only returns the changes.",
    access: "signed-in",
    rateLimit: { max: 20, windowSeconds: 60, by: "viewer" },
    heavy: "bulk",
    params: ofType,
    body: z.object({
      changeId: idSchema,
      /** The service or the database that the file is about: one of the section's choice. */
      group: z.string().min(1).max(60),
      text: z.string().min(1).max(maxImportText, "Import at most 5 MB"),
      isDryRun: z.boolean(),
    }),
    bodyLimitBytes: maxImportBytes,
    status: 200,
    response: importResultSchema,
    errors: ["section_not_found", "card_import_wrong", "change_id_taken", "card_not_found"],
  }),
  readDiagram: defineRoute({
    method: "GET",
    path: "/api/card-types/:typeId/diagram",
    summary: "Get the tables of a section with their columns and references, for a diagram.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    heavy: "pages",
    params: ofType,
    status: 200,
    response: z.object({ tables: z.array(diagramTableSchema), isWhole: z.boolean() }),
    errors: ["section_not_found"],
  }),
};
