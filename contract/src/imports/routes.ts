import { z } from "zod";
import { channelNameSchema } from "../chat/channel-schemas.ts";
import { idSchema } from "../identifiers.ts";
import { pageOf, pageQuery } from "../page.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { taskStatuses } from "../tasks/limits.ts";
import { storableTextSchema } from "../text/storable-text.ts";
import { importPartBytes, maxImportFileBytes } from "./limits.ts";
import {
  importLineSchema,
  importMatches,
  importOutcomes,
  importPersonSchema,
  importPlaceSchema,
  importSchema,
  importSources,
  importWorks,
} from "./schemas.ts";

const ofImport = z.object({ importId: idSchema });
const oneImport = z.object({ import: importSchema });
const keySchema = storableTextSchema.min(1).max(200);

/** Imports from other products. */
export const importsRoutes = {
  listImports: defineRoute({
    method: "GET",
    path: "/api/data-imports",
    summary: "List imports, the newest first.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    query: z.object(pageQuery({ size: 20, max: 100 })),
    status: 200,
    response: pageOf(importSchema),
    errors: ["forbidden"],
  }),
  startImport: defineRoute({
    method: "POST",
    path: "/api/data-imports",
    summary: "Start an import, whose file is then uploaded part by part.",
    access: "signed-in",
    rateLimit: { max: 20, windowSeconds: 60, by: "viewer" },
    body: z.object({
      id: idSchema,
      source: z.enum(importSources),
      name: storableTextSchema.trim().min(1, "Name is required").max(200, "Use at most 200 characters"),
      sizeBytes: z.int().min(1).max(maxImportFileBytes, "A file can have at most 50 GB"),
    }),
    status: 201,
    response: oneImport,
    errors: ["forbidden", "import_id_taken"],
  }),
  getImport: defineRoute({
    method: "GET",
    path: "/api/data-imports/:importId",
    summary: "Get an import with its progress.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: ofImport,
    status: 200,
    response: oneImport,
    errors: ["forbidden", "import_not_found"],
  }),
  uploadImportPart: defineRoute({
    method: "POST",
    path: "/api/data-imports/:importId/parts/:start",
    summary:
      "Upload the part of a file that begins at a byte. Parts come in order; a repeated one changes nothing. The last one starts the reading.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    heavy: "bulk",
    params: z.object({ importId: idSchema, start: z.coerce.number().pipe(z.int().min(0)) }),
    bodyKind: "raw",
    bodyLimitBytes: importPartBytes,
    status: 200,
    response: oneImport,
    errors: ["forbidden", "import_not_found", "import_part_wrong", "import_state", "storage_full"],
  }),
  listImportPeople: defineRoute({
    method: "GET",
    path: "/api/data-imports/:importId/people",
    summary: "List the people of the source with their matches.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: ofImport,
    query: z.object({ matchedBy: z.enum(importMatches).optional(), ...pageQuery({ size: 50, max: 100 }) }),
    status: 200,
    response: pageOf(importPersonSchema),
    errors: ["forbidden", "import_not_found"],
  }),
  chooseImportPerson: defineRoute({
    method: "PUT",
    path: "/api/data-imports/:importId/people",
    summary:
      "Choose who a person of the source is in Atoll, or confirm a proposal. Null makes them a former colleague. Only for the person who uploaded the file.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofImport,
    body: z.object({ key: keySchema, personId: idSchema.nullable() }),
    status: 200,
    response: z.object({ person: importPersonSchema }),
    errors: ["forbidden", "import_not_found", "import_state", "person_not_found"],
  }),
  listImportPlaces: defineRoute({
    method: "GET",
    path: "/api/data-imports/:importId/places",
    summary:
      "List the channels, chats, boards, lists and spaces of the source, what becomes of them, and how many records were made.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: ofImport,
    query: z.object(pageQuery({ size: 50, max: 100 })),
    status: 200,
    response: pageOf(importPlaceSchema),
    errors: ["forbidden", "import_not_found"],
  }),
  chooseImportPlace: defineRoute({
    method: "PUT",
    path: "/api/data-imports/:importId/places",
    summary:
      "Choose whether a channel of the source becomes a new one, is merged into the one of its name, or is left out; which status the tasks of a list get; which department those of a board go to; who reads the pages of a space, and which article they go below.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofImport,
    body: z.object({
      key: keySchema,
      outcome: z.enum(importOutcomes),
      newName: channelNameSchema.optional(),
      status: z.enum(taskStatuses).optional(),
      departmentId: idSchema.nullable().optional(),
      isOpen: z.boolean().optional(),
      articleId: idSchema.nullable().optional(),
    }),
    status: 200,
    response: z.object({ place: importPlaceSchema }),
    errors: [
      "forbidden",
      "import_not_found",
      "import_state",
      "import_merge_wrong",
      "channel_name_taken",
      "department_not_found",
      "article_not_found",
    ],
  }),
  setImportWork: defineRoute({
    method: "PUT",
    path: "/api/data-imports/:importId/work",
    summary: "Start a dry run, the run or the undo of an import, or pause and resume it.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofImport,
    body: z.object({ work: z.enum(importWorks) }),
    status: 200,
    response: oneImport,
    errors: ["forbidden", "import_not_found", "import_state", "import_running", "import_built_on"],
  }),
  discardImportFile: defineRoute({
    method: "DELETE",
    path: "/api/data-imports/:importId/file",
    summary: "Delete the uploaded file of an import that is not running. What was imported stays.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofImport,
    status: 200,
    response: oneImport,
    errors: ["forbidden", "import_not_found", "import_state"],
  }),
  listImportLines: defineRoute({
    method: "GET",
    path: "/api/data-imports/:importId/lines",
    summary: "List what an import left out or changed, and why.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: ofImport,
    query: z.object(pageQuery({ size: 50, max: 100 })),
    status: 200,
    response: pageOf(importLineSchema),
    errors: ["forbidden", "import_not_found"],
  }),
  exportImportReport: defineRoute({
    method: "GET",
    path: "/api/data-imports/:importId/report",
    summary:
      "Get the report of an import as CSV: the counts of each channel, list or space against the source, and every line.",
    access: "signed-in",
    rateLimit: { max: 20, windowSeconds: 60, by: "viewer" },
    heavy: "bulk",
    params: ofImport,
    status: 200,
    response: z.object({ csv: z.string() }),
    errors: ["forbidden", "import_not_found"],
  }),
};
