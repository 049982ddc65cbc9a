import { z } from "zod";
import { idSchema, instantSchema, namedSchema } from "../identifiers.ts";
import { longestTokenDays, type TokenScope, tokenNameLength, tokenScopes } from "./areas.ts";

const scopeSchema = z.enum(tokenScopes as [TokenScope, ...TokenScope[]]);

/** When and from which address something was last used. Null if it has not been used. */
export const lastUseSchema = z.object({ at: instantSchema, address: z.string() }).nullable();

/** A personal access token for its owner. The token itself is shown once, when it is made. */
export const personalTokenSchema = z.object({
  id: idSchema,
  name: z.string(),
  /** Its last characters, to tell it from others. */
  ending: z.string(),
  scopes: z.array(scopeSchema),
  createdAt: instantSchema,
  /** Null if it has no end. */
  endsAt: instantSchema.nullable(),
  /** Null if it has not been used. Written at most once a minute. */
  lastUse: lastUseSchema,
});
export type PersonalToken = z.infer<typeof personalTokenSchema>;

/** The same for administrators, with the person whose rights it has. */
export const ownedTokenSchema = personalTokenSchema.extend({
  owner: namedSchema,
});
export type OwnedToken = z.infer<typeof ownedTokenSchema>;

export const newTokenSchema = z.object({
  /** Made by the browser. Repeating it, after a lost answer, replaces the token that was not seen. */
  id: idSchema,
  name: z.string().trim().min(1, "Enter a name").max(tokenNameLength),
  scopes: z.array(scopeSchema).min(1, "Choose at least one area").max(tokenScopes.length),
  /** The number of days that it works. Null for no end, if an administrator allows that. */
  days: z.int().min(1).max(longestTokenDays).nullable(),
  /** Proves that it is the owner who asks. Left out by people who have none, or who signed in a moment ago with a passkey. */
  currentPassword: z.string().max(1024).optional(),
});
