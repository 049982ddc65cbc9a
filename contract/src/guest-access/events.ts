import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { guestThingKinds } from "./things.ts";

export const guestAccessEvents = {
  /** Sent to a guest: something that they see has changed. Fetch it again, unless their access to it is over. */
  "guest-thing.changed": z.object({
    kind: z.enum(guestThingKinds),
    subjectId: idSchema,
    isOver: z.boolean(),
  }),
};
