import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { maxAttendeesAtOnce } from "./limits.ts";
import { openEventSchema, remindersSchema } from "./schemas.ts";

/** Ids in an address, apart by commas. */
export const idTextSchema = z
  .string()
  .max(4000)
  .default("")
  .transform((text) => text.split(",").filter((part) => part !== ""))
  .pipe(z.array(idSchema).max(maxAttendeesAtOnce));

/** The event after a change. For "this and following", the new series. Null if the viewer can no longer see it. */
export const changedEventSchema = z.object({ event: openEventSchema.nullable() });

export const answeredSchema = z.object({ event: openEventSchema });

/** Null: as the viewer chose for all. */
export const eventRemindersSchema = z.object({ reminders: remindersSchema.nullable() });
