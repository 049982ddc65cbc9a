import { z } from "zod";
import { attachmentSchema } from "../files/schemas.ts";
import { idSchema, instantSchema } from "../identifiers.ts";
import { personSchema } from "../people/schemas.ts";

export const personExportStates = ["waiting", "running", "ready", "failed", "cancelled"] as const;
export type PersonExportState = (typeof personExportStates)[number];

/** Why an export failed: its files are too large, the storage is full, or something else, which is in the log. */
export const personExportFailures = ["too_large", "storage_full", "broken"] as const;
export type PersonExportFailure = (typeof personExportFailures)[number];

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
