import { z } from "zod";
import { idSchema, instantSchema } from "../identifiers.ts";
import { personSchema } from "../people/schemas.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { taskTitleSchema } from "../tasks/schemas.ts";
import { decimalMarks } from "../text/numbers.ts";
import { storableTextSchema } from "../text/storable-text.ts";
import { maxCardsCsv, maxChecklistItem, maxSeriesText } from "./limits.ts";
import { onCallSchema, overviewSchema } from "./overview-schemas.ts";
import { ownSectionRoutes } from "./own-section-routes.ts";

const ofDepartment = z.object({ slug: z.string().max(200) });
const ofCard = z.object({ cardId: idSchema });

export const cardImportSchema = z.object({
  /** Cards that were added, or would be. */
  created: z.int(),
  /** Rows that were left out because of a problem. */
  leftOut: z.int(),
  /** Rows with the name of a card that is in the section already, and the first of these names. */
  repeated: z.int(),
  repeatedNames: z.array(z.string()),
  /** The first problems: the row of the spreadsheet, and the reason. */
  problems: z.array(z.object({ row: z.int(), message: z.string() })),
  /** Columns that belong to no field. */
  unknown: z.array(z.string()),
  /** Names and addresses of no colleague who can read the section, or of several; their cells stay empty. */
  unknownPeople: z.array(z.string()),
  /** The first numbers that another decimal mark would read differently, with what they are read as. */
  ambiguous: z.array(z.object({ row: z.int(), column: z.string(), text: z.string(), value: z.number() })),
});
export type CardImport = z.infer<typeof cardImportSchema>;

/** A department at a glance, and what its sections offer besides fields. */
export const sectionRoutes = {
  ...ownSectionRoutes,
  readOverview: defineRoute({
    method: "GET",
    path: "/api/departments/:slug/overview",
    summary: "A department at a glance: sections, changes, people, what is coming up and what is pinned.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    heavy: "pages",
    params: ofDepartment,
    status: 200,
    response: overviewSchema,
    errors: ["section_not_found"],
  }),
  setOnCall: defineRoute({
    method: "PUT",
    path: "/api/departments/:slug/on-call",
    summary: "Choose the member who is on call, or nobody.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofDepartment,
    body: z.object({ personId: idSchema.nullable(), until: instantSchema }),
    status: 200,
    response: z.object({ onCall: onCallSchema.nullable() }),
    errors: ["section_not_found", "person_not_found"],
  }),
  saveSteps: defineRoute({
    method: "PUT",
    path: "/api/cards/:cardId/steps",
    summary: "Tick a step for the viewer alone, or take the tick back. Other steps stay as they are.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofCard,
    body: z.object({ item: storableTextSchema.min(1).max(maxChecklistItem), isDone: z.boolean() }),
    status: 200,
    response: z.object({ done: z.array(z.string()) }),
    errors: ["card_not_found", "card_field_wrong"],
  }),
  findReaders: defineRoute({
    method: "GET",
    path: "/api/card-types/:typeId/people",
    summary:
      "Find people that cards of a section can name, by words of their names. All of them can read the section.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: z.object({ typeId: idSchema }),
    query: z.object({
      name: z.string().trim().max(100).default(""),
      limit: z.coerce.number().int().min(1).max(50).default(10),
    }),
    status: 200,
    response: z.object({ people: z.array(personSchema) }),
    errors: ["section_not_found"],
  }),
  importSeries: defineRoute({
    method: "POST",
    path: "/api/card-types/:typeId/series",
    summary: "Import numbers by day as CSV: name, day, number. A day that is there already is replaced.",
    access: "signed-in",
    rateLimit: { max: 12, windowSeconds: 60, by: "viewer" },
    heavy: "bulk",
    params: z.object({ typeId: idSchema }),
    body: z.object({ changeId: idSchema, csv: storableTextSchema.min(1).max(maxSeriesText) }),
    // The characters of a file, each of up to two bytes on average, and the backslashes of its lines.
    bodyLimitBytes: 1024 * 1024,
    status: 200,
    response: z.object({ points: z.int(), unknown: z.array(z.string()) }),
    errors: ["section_not_found", "card_not_found", "series_wrong", "csv_unreadable", "change_id_taken"],
  }),
  importCards: defineRoute({
    method: "POST",
    path: "/api/card-types/:typeId/cards/csv",
    summary:
      "Add cards from CSV, or only check it. Columns are named like the fields; rows with a problem are left out.",
    access: "signed-in",
    rateLimit: { max: 12, windowSeconds: 60, by: "viewer" },
    heavy: "bulk",
    params: z.object({ typeId: idSchema }),
    body: z.object({
      changeId: idSchema,
      csv: storableTextSchema.min(1, "Choose a file, or paste its text").max(maxCardsCsv),
      isDryRun: z.boolean(),
      /** How the file writes decimals; it decides only what numbers such as "1.500" mean. */
      decimalMark: z.enum(decimalMarks).default("."),
      /** Whether rows with the name of a card that is in the section already are added as well. */
      repeats: z.enum(["add", "leave-out"]).default("add"),
    }),
    bodyLimitBytes: 1024 * 1024,
    status: 200,
    response: cardImportSchema,
    errors: ["section_not_found", "csv_unreadable", "change_id_taken"],
  }),
  createTask: defineRoute({
    method: "POST",
    path: "/api/cards/:cardId/tasks",
    summary: "Create a task for the owner of a card from its next step. The same one sent again is one task.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofCard,
    body: z.object({ id: idSchema, title: taskTitleSchema }),
    status: 200,
    response: z.object({ taskId: idSchema }),
    errors: ["card_not_found", "forbidden", "task_id_taken", "assignee_unavailable", "card_not_ready"],
  }),
};
