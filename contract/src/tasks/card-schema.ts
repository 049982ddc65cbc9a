import { z } from "zod";
import { taskSchema } from "./schemas.ts";

/** The content of a tasks panel or card: the first tasks, and the total. Specification, section 2 (Dashboard). */
export const taskCardSchema = z.object({
  type: z.literal("tasks"),
  tasks: z.array(taskSchema),
  total: z.int(),
});
