import { z } from "zod";
import { instantSchema } from "../identifiers.ts";
import { type NotificationKind, notificationKindNames } from "../notification-kinds.ts";
import { timeZoneSchema } from "../time-zone.ts";

const timeSchema = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "Write a time as 18:30");
/** From a time of its weekday until another one, which is of the next day when it is no later. */
const spanSchema = z.object({ from: timeSchema, until: timeSchema });

/** When a person wants to be left alone, by the clock on the wall where they are. */
export const quietHoursSchema = z.object({
  /** As IANA names it. */
  timeZone: timeZoneSchema,
  /** From Monday on; null: no quiet hours begin on that day. */
  days: z.array(spanSchema.nullable()).length(7),
});
export type QuietHours = z.infer<typeof quietHoursSchema>;

const waysSchema = z
  .object({ inbox: z.boolean(), push: z.boolean(), sound: z.boolean(), mail: z.boolean() })
  .partial();

/** The channels of kinds that differ from the default. Kinds that a later version no longer knows are dropped. */
const kindWaysSchema = z.partialRecord(z.enum(notificationKindNames), waysSchema);
export type KindWays = Partial<Record<NotificationKind, z.infer<typeof waysSchema>>>;

/** A person's settings, the same on all of their devices. Specification, sections 2 and 3 (notification settings). */
export const notificationSettingsSchema = z.object({
  /** Off: nothing rings. What happens is in the inbox all the same. */
  enabled: z.boolean(),
  chat: z.boolean(),
  tasks: z.boolean(),
  announcements: z.boolean(),
  calendar: z.boolean(),
  sound: z.boolean(),
  desktop: z.boolean(),
  mobile: z.boolean(),
  kinds: kindWaysSchema,
  quietHours: quietHoursSchema.nullable(),
  /** Null: not. */
  doNotDisturbUntil: instantSchema.nullable(),
  /** Whether what is urgent rings in quiet hours and while nothing is to disturb. */
  letsUrgentThrough: z.boolean(),
});
export type NotificationSettings = z.infer<typeof notificationSettingsSchema>;
