import { z } from "zod";
import { idSchema, instantSchema } from "../identifiers.ts";
import { messageMaxLength } from "./limits.ts";

export const draftSchema = z.object({
  channelId: idSchema,
  /** The thread it is written in; null in the channel itself. */
  parentId: idSchema.nullable(),
  content: z.string().max(messageMaxLength),
  updatedAt: instantSchema,
});
export type Draft = z.infer<typeof draftSchema>;
