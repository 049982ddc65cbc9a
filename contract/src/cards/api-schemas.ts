import { z } from "zod";
import { idSchema, instantSchema } from "../identifiers.ts";
import { personSchema } from "../people/schemas.ts";
import { storableTextSchema } from "../text/storable-text.ts";
import { maxTrialBody, maxTrialText, maxTrialValues } from "./limits.ts";

/** A difference between two versions of an operation or a table. */
export const shapeChangeSchema = z.object({
  /** A request breaks callers, an answer breaks readers. */
  direction: z.enum(["request", "answer", "column"]),
  words: z.string(),
  breaks: z.boolean(),
});
export type ShapeChange = z.infer<typeof shapeChangeSchema>;

export const thingChangeSchema = z.object({
  /** Identifies it in its file: "POST /invoices". */
  key: z.string(),
  title: z.string(),
  kind: z.enum(["added", "changed", "gone"]),
  /** Empty for what was added or is gone. */
  changes: z.array(shapeChangeSchema),
});
export type ThingChange = z.infer<typeof thingChangeSchema>;

/** A file as it was imported. */
export const apiVersionSchema = z.object({
  id: idSchema,
  /** The service or the database that it is about. */
  source: z.string(),
  /** The version that the file names; empty when it names none. */
  version: z.string(),
  at: instantSchema,
  person: personSchema.nullable(),
  count: z.int(),
});
export type ApiVersion = z.infer<typeof apiVersionSchema>;

/** A server of an OpenAPI file. */
export const apiServerSchema = z.object({
  id: idSchema,
  source: z.string(),
  url: z.string(),
  name: z.string(),
  /** Members may send requests to it. */
  isAllowed: z.boolean(),
  /** Never called from Atoll. */
  isProduction: z.boolean(),
});
export type ApiServer = z.infer<typeof apiServerSchema>;

/** The values that an operation takes, by "query page" or "body amount". */
export const operationSchema = z.object({
  method: z.string(),
  path: z.string(),
  source: z.string(),
  request: z.record(z.string(), z.object({ type: z.string(), isRequired: z.boolean() })),
});
export type Operation = z.infer<typeof operationSchema>;

const nameSchema = z.string().min(1).max(200);
const namedTexts = z
  .array(z.object({ name: nameSchema, value: storableTextSchema.max(maxTrialText) }))
  .max(maxTrialValues)
  .default([]);

/** A request of a member. Headers such as Authorization are sent on, and neither stored nor logged. */
export const trialSchema = z.object({
  serverId: idSchema,
  path: namedTexts,
  query: namedTexts,
  headers: namedTexts,
  body: z.string().max(maxTrialBody, `Use at most ${maxTrialBody} characters`).default(""),
});
export type Trial = z.output<typeof trialSchema>;

export const trialAnswerSchema = z.object({
  status: z.int(),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  body: z.string(),
  /** Bytes that were read, and whether they are all of the answer. */
  bytes: z.int(),
  isWhole: z.boolean(),
  durationMs: z.int(),
});
export type TrialAnswer = z.infer<typeof trialAnswerSchema>;
