import { z } from "zod";
import { idSchema, instantSchema } from "../identifiers.ts";
import { personSchema } from "../people/schemas.ts";
import { nameSchema } from "../text/names.ts";
import { storableTextSchema } from "../text/storable-text.ts";
import { visible } from "../text/visible-text.ts";
import {
  maxRevealReason,
  maxSensitiveTitle,
  maxSensitiveValue,
  minRevealReason,
  sensitiveKeys,
} from "./limits.ts";

export const sensitiveKeySchema = z.enum(sensitiveKeys);

const valueSchema = storableTextSchema
  .min(1, "Enter the value")
  .max(maxSensitiveValue, `Use at most ${maxSensitiveValue} characters`);

/** Why somebody looks. The owner and the audit log are given it. */
export const revealReasonSchema = storableTextSchema
  .trim()
  .refine(...visible("Say why you need it", minRevealReason))
  .max(maxRevealReason, `Use at most ${maxRevealReason} characters`);

export const newSensitiveCardSchema = z.object({
  /** Made by the browser. The same card sent again is one card. */
  id: idSchema,
  key: sensitiveKeySchema,
  title: nameSchema(maxSensitiveTitle, "Title is required"),
  value: valueSchema,
  ownerId: idSchema,
  needsTwo: z.boolean().default(false),
});

export const sensitiveCardChangeSchema = z.object({
  /** The version that the change was made from. */
  version: z.int().min(1),
  title: nameSchema(maxSensitiveTitle, "Title is required").optional(),
  /** Replaces the value, which is shown to nobody by this. */
  value: valueSchema.optional(),
  ownerId: idSchema.optional(),
  needsTwo: z.boolean().optional(),
});

/** The viewer's own request to see a card that needs two people. */
const ownRequestSchema = z.object({
  id: idSchema,
  /** Null until a second person approved it. */
  approvedBy: personSchema.nullable(),
  expiresAt: instantSchema,
});

/** A request of somebody else, which the viewer may approve. */
const openRequestSchema = z.object({
  id: idSchema,
  person: personSchema,
  reason: z.string(),
  at: instantSchema,
});

const lookMarkSchema = z.object({ person: personSchema, at: instantSchema });

/** A card without its value, which only a reveal answers. */
export const sensitiveCardSchema = z.object({
  id: idSchema,
  key: sensitiveKeySchema,
  title: z.string(),
  owner: personSchema,
  needsTwo: z.boolean(),
  /** The owner inherited it, and another person who sees it has not confirmed them yet. */
  isInherited: z.boolean(),
  version: z.int(),
  /** When the value was last set, and by which person. */
  rotated: lookMarkSchema,
  lastLook: lookMarkSchema.nullable(),
  ownRequest: ownRequestSchema.nullable(),
  openRequests: z.array(openRequestSchema),
});
export type SensitiveCard = z.infer<typeof sensitiveCardSchema>;

/** An entry of the access log. */
export const sensitiveLookSchema = z.object({
  id: idSchema,
  kind: z.enum(["reveal", "copy"]),
  person: personSchema,
  card: z.object({ id: idSchema, key: sensitiveKeySchema, title: z.string() }),
  reason: z.string(),
  approvedBy: personSchema.nullable(),
  at: instantSchema,
});
export type SensitiveLook = z.infer<typeof sensitiveLookSchema>;
