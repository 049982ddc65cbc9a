import { z } from "zod";
import { idSchema, instantSchema } from "../identifiers.ts";
import { timeZoneSchema } from "../time-zone.ts";
import { icsLossReasons, icsSkipReasons, maxIcsBytes } from "./ics-limits.ts";
import { eventZoneSchema } from "./schemas.ts";

/** A file of another calendar, as its bytes: only they say how it is encoded. */
const icsFileSchema = z
  .base64()
  .min(4, "The file is empty")
  .max(Math.ceil(maxIcsBytes / 3) * 4, "A calendar file can have at most 700 kB");

export const icsImportShape = {
  file: icsFileSchema,
  /** One of the viewer's own calendars; null: the one that everybody has. */
  calendarId: idSchema.nullable().default(null),
  /** Where times lie that name no zone. */
  zone: eventZoneSchema.pipe(timeZoneSchema),
  /** The zones chosen for names that are unknown. The dry run asks for them. */
  zones: z.record(z.string().max(200), eventZoneSchema.pipe(timeZoneSchema)).default({}),
  /** Whole days as holidays, which take nobody's time. */
  asHolidays: z.boolean().default(false),
};

export const calendarImportSchema = z.object({
  /** Made by the browser for one import: by it, it is done once, and undone as any change of events is. */
  changeId: idSchema,
  ...icsImportShape,
});

/** The result of an import, planned or done. */
export const icsImportSchema = z.object({
  /** The calendar's own name, or none. */
  name: z.string(),
  created: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  skipped: z.int(),
  /** The first of them, in the order of the file. */
  events: z.array(
    z.object({
      title: z.string(),
      start: z.string(),
      end: z.string(),
      allDay: z.boolean(),
      zone: z.string(),
      rule: z.string().nullable(),
      outcome: z.enum(["created", "changed", "unchanged"]),
    }),
  ),
  skips: z.array(z.object({ title: z.string(), line: z.int().nullable(), reason: z.enum(icsSkipReasons) })),
  /** Differences between the imported events and the file: for each kind, the count and the first places. */
  losses: z.array(
    z.object({
      reason: z.enum(icsLossReasons),
      count: z.int(),
      places: z.array(z.object({ title: z.string(), line: z.int().nullable() })),
    }),
  ),
  /** Names of zones that somebody has to say the meaning of, with how many events wait for it. */
  unknownZones: z.array(z.object({ name: z.string(), events: z.int() })),
});
export type IcsImport = z.infer<typeof icsImportSchema>;

/** The viewer's own feed; the address is known only when it is made. */
export const feedStateSchema = z.object({
  createdAt: instantSchema,
  /** When a program last asked for it. */
  readAt: instantSchema.nullable(),
});
