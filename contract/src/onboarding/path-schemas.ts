import { z } from "zod";
import { idSchema, instantSchema, namedSchema } from "../identifiers.ts";
import { personSchema } from "../people/schemas.ts";
import { atMost } from "../text/at-most.ts";
import { storableTextSchema } from "../text/storable-text.ts";
import { visible } from "../text/visible-text.ts";
import {
  firstPathDay,
  itemDoers,
  itemMeets,
  itemNoteMaxLength,
  itemTitleMaxLength,
  lastPathDay,
  maxPathItems,
  maxStages,
  pathItemKinds,
  pathNameMaxLength,
  pathStates,
  pathSummaryMaxLength,
} from "./limits.ts";

const nameSchema = storableTextSchema
  .trim()
  .refine(...visible("A path needs a name"))
  .refine(...atMost("A name", pathNameMaxLength));
const summarySchema = storableTextSchema.trim().refine(...atMost("A summary", pathSummaryMaxLength));
const itemTitleSchema = storableTextSchema.trim().refine(...atMost("A title", itemTitleMaxLength));
const noteSchema = storableTextSchema.trim().refine(...atMost("A note", itemNoteMaxLength));
const dayNumberSchema = z.int().min(firstPathDay).max(lastPathDay);
const chosenSchema = z
  .array(idSchema)
  .max(200)
  .transform((ids) => [...new Set(ids)].sort());

/** A part of a path, from one day to the next part. */
export const pathStageSchema = z.object({
  name: itemTitleSchema.refine(...visible("A part needs a name")),
  note: noteSchema.default(""),
  day: dayNumberSchema,
});
export type PathStage = z.infer<typeof pathStageSchema>;

/** One thing to do on a path. */
export const pathItemSchema = z
  .object({
    id: idSchema,
    kind: z.enum(pathItemKinds),
    /** Pages and people have names of their own. */
    title: itemTitleSchema.default(""),
    note: noteSchema.default(""),
    day: dayNumberSchema,
    doer: z.enum(itemDoers).default("newcomer"),
    /** The page to read, or the procedure to confirm. */
    articleId: idSchema.nullable().default(null),
    /** The person to meet. Null for the buddy or manager. */
    personId: idSchema.nullable().default(null),
    meets: z.enum(itemMeets).nullable().default(null),
    /** For a meeting, in the new colleague's local time. */
    time: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "This is not a time")
      .default("10:00"),
    minutes: z.int().min(5).max(480).default(30),
  })
  .superRefine((item, context) => {
    const lacks = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message });
    if ((item.kind === "read" || item.kind === "sop") && item.articleId === null)
      lacks("articleId", "Choose a page");
    if (item.kind === "meet" && item.personId === null && item.meets === null)
      lacks("personId", "Choose a person");
    if (["task", "event", "text"].includes(item.kind) && item.title === "")
      lacks("title", "A title is required");
    if (item.doer === "manager" && item.kind !== "task" && item.kind !== "text")
      lacks("doer", "A manager has tasks and texts only");
  });
export type PathItem = z.infer<typeof pathItemSchema>;

const content = {
  name: nameSchema,
  summary: summarySchema.default(""),
  departmentIds: chosenSchema.default([]),
  roleIds: chosenSchema.default([]),
  /** Leads everybody who starts on it, until somebody else is chosen. */
  ownerId: idSchema,
  stages: z
    .array(pathStageSchema)
    .max(maxStages)
    .refine(
      (all) => new Set(all.map(({ day }) => day)).size === all.length,
      "Two parts start on the same day",
    )
    .default([]),
  items: z
    .array(pathItemSchema)
    .max(maxPathItems)
    .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, "Each item is there once")
    .default([]),
};

/** A new path. The id is the browser's, so that sending it again makes one path. */
export const newPathSchema = z.object({ id: idSchema, ...content });
export type NewPath = z.input<typeof newPathSchema>;

/** The whole content of a path; refused when somebody else has saved it since `version`. */
export const pathChangeSchema = z.object({ ...content, version: z.int().min(1) });
export type PathChange = z.input<typeof pathChangeSchema>;

/** A path in a list. */
export const listedPathSchema = z.object({
  id: idSchema,
  name: z.string(),
  summary: z.string(),
  state: z.enum(pathStates),
  departments: z.array(namedSchema),
  roles: z.array(namedSchema),
  owner: personSchema,
  itemCount: z.int(),
  /** The day of the last item. */
  lastDay: z.int(),
  /** How many people are on it now. */
  running: z.int(),
  version: z.int(),
  updatedAt: instantSchema,
});
export type ListedPath = z.infer<typeof listedPathSchema>;

/** A path with all that is on it. */
export const pathSchema = listedPathSchema.extend({
  stages: z.array(pathStageSchema),
  items: z.array(pathItemSchema),
});
export type OnboardingPath = z.infer<typeof pathSchema>;
