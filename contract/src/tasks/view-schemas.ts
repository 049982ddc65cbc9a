import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { nameSchema } from "../names.ts";
import { storableTextSchema } from "../text.ts";
import { taskViewNameMaxLength, taskViewQueryMaxLength } from "./limits.ts";

/** A saved way to look at tasks. The id is the browser's, so that one that is sent again is one view. */
export const taskViewSchema = z.object({
  id: idSchema,
  name: nameSchema(taskViewNameMaxLength),
  /** What the page's address says of filters, order and groups. What it does not know any more it passes over. */
  query: storableTextSchema.max(taskViewQueryMaxLength),
});
export type TaskView = z.infer<typeof taskViewSchema>;

export const taskViewChangeSchema = taskViewSchema
  .pick({ name: true, query: true })
  .partial()
  .refine(({ name, query }) => name !== undefined || query !== undefined, "There is nothing to change");
