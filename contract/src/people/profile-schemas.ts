import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { personSchema } from "./schemas.ts";

/** So many people, or departments, are asked for at once. */
export const maxProfilesAtOnce = 100;

/** Enough of a department to name it. */
export const namedDepartmentSchema = z.object({ id: idSchema, name: z.string(), slug: z.string() });
export type NamedDepartment = z.infer<typeof namedDepartmentSchema>;

/** The fields that colleagues can see of each other. */
export const profileSchema = personSchema.extend({
  departments: z.array(namedDepartmentSchema),
  /** As IANA names it, where they have said where they are; null: their browsers know, and nobody else. */
  timeZone: z.string().nullable(),
});
export type Profile = z.infer<typeof profileSchema>;

/** Ids, separated by commas. */
export const idListSchema = z
  .string()
  .transform((text) => text.split(","))
  .pipe(z.array(idSchema).min(1).max(maxProfilesAtOnce));
