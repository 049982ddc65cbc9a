import { z } from "zod";
import { idSchema, instantSchema } from "../identifiers.ts";
import { atMost } from "../text/at-most.ts";
import { storableTextSchema } from "../text/storable-text.ts";
import { visible } from "../text/visible-text.ts";
import { reminderMaxLength } from "./limits.ts";

/** The one who is reminded: the owner, a colleague by a notification, or a channel by a message in the owner's name. */
const targetSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("me") }),
  z.object({ kind: z.enum(["person", "channel"]), id: idSchema }),
]);

export const newReminderSchema = z.object({
  /** Made by the browser: the same request again creates nothing more. */
  id: idSchema,
  target: targetSchema,
  text: storableTextSchema
    .trim()
    .refine(...visible("Say what the reminder is about"))
    .refine(...atMost("A reminder", reminderMaxLength)),
  at: instantSchema,
  /** The channel in which it was written, to which its notification links. */
  placeId: idSchema.nullable().default(null),
});

/** A reminder that is not sent yet. */
export const reminderSchema = z.object({
  id: idSchema,
  /** The name is that of the person or the channel. Null if the owner cannot see the channel any more. */
  target: z.object({
    kind: z.enum(["me", "person", "channel"]),
    id: idSchema.nullable(),
    name: z.string().nullable(),
  }),
  text: z.string(),
  at: instantSchema,
});
export type Reminder = z.infer<typeof reminderSchema>;
