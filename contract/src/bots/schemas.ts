import { z } from "zod";
import { idSchema, instantSchema } from "../identifiers.ts";
import { personSchema } from "../people/schemas.ts";
import { nameSchema } from "../text/names.ts";

/** A company can have this many bots. */
export const maxBots = 500;

const botNameLength = 60;
export const botDescriptionLength = 300;

const descriptionSchema = z
  .string()
  .trim()
  .max(botDescriptionLength, `Use at most ${botDescriptionLength} characters`);

/** A bot: an account without sign-in, with which a program acts in its own name. */
export const botSchema = z.object({
  id: idSchema,
  name: z.string(),
  description: z.string(),
  /** The person who makes its tokens, and whose permissions it never exceeds. Null once they have left. */
  owner: personSchema.nullable(),
  /** Its owner has left or cannot sign in: it does nothing until it has another owner. */
  isStopped: z.boolean(),
  createdAt: instantSchema,
  /** Its access tokens that work. */
  tokenCount: z.int(),
  /** The channels that it is in. */
  channelCount: z.int(),
  version: z.int(),
});
export type Bot = z.infer<typeof botSchema>;

export const newBotSchema = z.object({
  /** Made by the browser. Repeating it creates no second bot. */
  id: idSchema,
  name: nameSchema(botNameLength),
  description: descriptionSchema.default(""),
});

export const botChangeSchema = z.object({
  version: z.int(),
  name: nameSchema(botNameLength).optional(),
  description: descriptionSchema.optional(),
});
