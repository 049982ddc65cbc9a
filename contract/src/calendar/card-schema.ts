import { z } from "zod";
import { eventSchema, occurrenceSchema } from "./schemas.ts";

/** The content of an events panel or card: the first events of its range. Specification, section 2 (Dashboard). */
export const eventCardSchema = z.object({
  type: z.literal("events"),
  items: z.array(z.object({ event: eventSchema, occurrence: occurrenceSchema })),
});
export type CardEvent = z.infer<typeof eventCardSchema>["items"][number];
