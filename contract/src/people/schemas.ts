import { z } from "zod";
import { idSchema } from "../identifiers.ts";

/** Enough of a colleague to show their name and face anywhere. */
export const personSchema = z.object({
  id: idSchema,
  name: z.string(),
  email: z.string(),
  avatar: z.string().nullable(),
});

export type Person = z.infer<typeof personSchema>;
