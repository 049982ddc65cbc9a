import { z } from "zod";
import { taskSchema } from "./schemas.ts";

/** What a panel or card of tasks shows: the first of them, and how many there are. Specification, section 2 (Dashboard). */
export const taskCardSchema = z.object({
  type: z.literal("tasks"),
  tasks: z.array(taskSchema),
  total: z.int(),
});
