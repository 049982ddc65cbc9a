import { z } from "zod";
import { maxUrgentDays } from "./quadrants.ts";

/** Within how many days a task is due that a person's matrix calls urgent. */
export const urgentDaysSchema = z.object({ urgentDays: z.int().min(0).max(maxUrgentDays) });
