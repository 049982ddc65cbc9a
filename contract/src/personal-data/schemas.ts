import { z } from "zod";
import { attachmentSchema } from "../files/schemas.ts";
import { idSchema, instantSchema } from "../identifiers.ts";
import { personSchema } from "../people/schemas.ts";

export const personExportStates = ["waiting", "running", "ready", "failed", "cancelled"] as const;

/** Why an export failed: its files are too large, the storage is full, it took too long, or something else, which is in the log. */
export const personExportFailures = ["too_large", "storage_full", "too_long", "broken"] as const;

/** An export of everything that a person wrote and that is about them. */
export const personExportSchema = z.object({
  id: idSchema,
  person: personSchema,
  state: z.enum(personExportStates),
  failure: z.enum(personExportFailures).nullable(),
  /** The progress, in kinds of data. */
  tablesDone: z.number(),
  tablesTotal: z.number(),
  rowCount: z.number(),
  /** Without direct messages, drafts and the like, because the person can export these themselves. */
  isWithoutPrivate: z.boolean(),
  requestedAt: instantSchema,
  /** When the file is deleted. Null while there is none. */
  expiresAt: instantSchema.nullable(),
  file: attachmentSchema.nullable(),
});
export type PersonExport = z.infer<typeof personExportSchema>;

export const newPersonExportSchema = z.object({
  id: idSchema,
  personId: idSchema,
  /** Absent for an account without a password, which signed in a moment ago. */
  currentPassword: z.string().max(200).optional(),
});

/** An export of everything that the company has in Atoll. */
export const fullExportSchema = personExportSchema.omit({ person: true, isWithoutPrivate: true }).extend({
  fileCount: z.number().int(),
  /** How many files were missing or changed. The manifest of the archive names them. */
  problemCount: z.number().int(),
});
export type FullExport = z.infer<typeof fullExportSchema>;

/**
 * The kinds of things that the people who manage them export: a channel, a section of a department, its tasks, and a page
 * of the knowledge base with the pages below it.
 */
export const exportedKinds = ["channel", "section", "tasks", "pages"] as const;
export type ExportedKind = (typeof exportedKinds)[number];

/** An export of one thing. */
export const thingExportSchema = fullExportSchema.omit({ tablesDone: true, tablesTotal: true }).extend({
  kind: z.enum(exportedKinds),
  thingId: idSchema,
  /** The name of the thing when the export was started. */
  name: z.string(),
  /** How many entries and files there will be. 0 until they are counted. */
  rowsTotal: z.number().int(),
  filesTotal: z.number().int(),
});
export type ThingExport = z.infer<typeof thingExportSchema>;

export const newThingExportSchema = z.object({
  id: idSchema,
  kind: z.enum(exportedKinds),
  thingId: idSchema,
});

export const newFullExportSchema = newPersonExportSchema.omit({ personId: true });

export const erasureStates = ["running", "failed", "done"] as const;
export type ErasureState = (typeof erasureStates)[number];

/** Why an erasure stopped: a legal hold keeps the person, or something else, which is in the log. */
export const erasureFailures = ["held", "broken"] as const;
export type ErasureFailure = (typeof erasureFailures)[number];

/** The erasure of a person, who has no name any more. */
export const erasureSchema = z.object({
  id: idSchema,
  personId: idSchema,
  /** Whether what the person wrote stays. */
  keepsTexts: z.boolean(),
  /** Null: the server has done an erasure again after a restore. */
  requestedBy: personSchema.nullable(),
  state: z.enum(erasureStates),
  failure: z.enum(erasureFailures).nullable(),
  stepsDone: z.number().int(),
  stepsTotal: z.number().int(),
  /** How many rows, files and texts were changed. */
  changeCount: z.number().int(),
  requestedAt: instantSchema,
  finishedAt: instantSchema.nullable(),
});
export type PersonErasure = z.infer<typeof erasureSchema>;

/** A person who may be erased. */
export const erasablePersonSchema = z.object({
  id: idSchema,
  name: z.string(),
  /** Null for an account that was deleted. */
  email: z.string().nullable(),
});
export type ErasablePerson = z.infer<typeof erasablePersonSchema>;

/** The outcome for rows: every erasure deletes them, they are texts of the person, or they stay without a name. */
export const erasureOutcomes = ["deleted", "written", "nameless"] as const;
export type ErasureOutcome = (typeof erasureOutcomes)[number];

export const erasurePreviewSchema = z.object({
  person: erasablePersonSchema,
  /** A legal hold keeps what the person wrote. */
  isHeld: z.boolean(),
  /** Kinds of data that the person has, in the order of areas. */
  parts: z.array(z.object({ title: z.string(), count: z.number().int(), outcome: z.enum(erasureOutcomes) })),
});
export type ErasurePreview = z.infer<typeof erasurePreviewSchema>;

export const newErasureSchema = z.object({
  id: idSchema,
  personId: idSchema,
  keepsTexts: z.boolean(),
  /** The name of the person, typed as a confirmation. */
  name: z.string().max(200),
  /** Absent for an account without a password, which signed in a moment ago. */
  currentPassword: z.string().max(200).optional(),
});
