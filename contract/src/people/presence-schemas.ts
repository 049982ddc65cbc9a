import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { presenceStatuses } from "./presence.ts";

export const presenceStatusSchema = z.enum(presenceStatuses);

export const presenceSchema = z.object({
  userId: idSchema,
  /** Null: not here. */
  status: presenceStatusSchema.nullable(),
});
export type Presence = z.infer<typeof presenceSchema>;
