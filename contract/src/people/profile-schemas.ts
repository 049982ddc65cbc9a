import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { personSchema } from "./schemas.ts";

/** So many people are asked for at once. */
export const maxProfilesAtOnce = 100;

/** What colleagues may know of each other. */
export const profileSchema = personSchema.extend({
  departments: z.array(z.object({ id: idSchema, name: z.string(), slug: z.string() })),
  /** As IANA names it, where they have said where they are; null: their browsers know, and nobody else. */
  timeZone: z.string().nullable(),
});
export type Profile = z.infer<typeof profileSchema>;

/** Ids, separated by commas. */
export const idListSchema = z
  .string()
  .transform((text) => text.split(","))
  .pipe(z.array(idSchema).min(1).max(maxProfilesAtOnce));
