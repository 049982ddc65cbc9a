import { z } from "zod";
import { idSchema, instantSchema } from "../identifiers.ts";
import { personSchema } from "../people/schemas.ts";
import { arrangementShape, cardIdSchema } from "./layout-schemas.ts";

/** The initial dashboard of a role or of everyone, and which of its cards are fixed. */
export const defaultSchema = z.object({
  roleId: idSchema.nullable(),
  roleName: z.string().nullable(),
  ...arrangementShape,
  pinnedIds: z.array(cardIdSchema),
  updatedAt: instantSchema,
  updatedBy: personSchema.nullable(),
});
export type DashboardDefault = z.infer<typeof defaultSchema>;

/** The `updatedAt` of the default that the caller saw, null for none: refused where it has since been changed. */
export const seenAtSchema = instantSchema.nullable().optional();
