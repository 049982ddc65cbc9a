import { z } from "zod";
import { idSchema } from "../identifiers.ts";

/** Enough of a colleague to show their name and face anywhere. */
export const personSchema = z.object({
  id: idSchema,
  name: z.string(),
  email: z.string(),
  avatar: z.string().nullable(),
  /** Their account was deleted; what they wrote stays under their name, and they have no email any more. */
  isFormer: z.boolean(),
  /** A program that writes, such as an incoming webhook. Left out for people. */
  isProgram: z.literal(true).optional(),
  /** From outside the company, and in some channels only. Left out for colleagues. */
  isGuest: z.literal(true).optional(),
});

export type Person = z.infer<typeof personSchema>;

/** Anybody who has or had an account, for the administration. */
export const anybodySchema = personSchema.extend({
  /** They cannot sign in. */
  isDisabled: z.boolean(),
});
