import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { nameSchema } from "../names.ts";
import { storableTextSchema } from "../text.ts";
import { taskViewNameMaxLength, taskViewQueryMaxLength } from "./limits.ts";

/** A saved way to look at tasks. The id is the browser's, so that one that is sent again is one view. */
export const taskViewSchema = z.object({
  id: idSchema,
  name: nameSchema(taskViewNameMaxLength),
  /** The filters, order and groups, as in the page's address. The page ignores values it no longer knows. */
  query: storableTextSchema.max(taskViewQueryMaxLength),
});
export type TaskView = z.infer<typeof taskViewSchema>;

export const taskViewChangeSchema = taskViewSchema
  .pick({ name: true, query: true })
  .partial()
  .refine(({ name, query }) => name !== undefined || query !== undefined, "There is nothing to change");
