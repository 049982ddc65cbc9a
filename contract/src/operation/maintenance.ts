import { z } from "zod";
import { instantSchema } from "../identifiers.ts";
import type { Route } from "../route.ts";

export const maxMaintenanceText = 300;
/** A maintenance cannot be longer, so that a forgotten one ends. */
export const maxMaintenanceDays = 7;
/** A maintenance cannot start later than this. */
export const maxMaintenanceNoticeDays = 60;

const announcedSchema = z.object({
  /** For everyone: what happens, and what it means for them. */
  text: z.string().trim().min(1).max(maxMaintenanceText),
  startsAt: instantSchema,
  endsAt: instantSchema,
  /** Only super administrators write while it lasts. */
  isReadOnly: z.boolean(),
});

export const maintenanceSchema = z.object({
  /** Names what a change was made from. */
  version: z.number().int(),
  /** Null: none is announced, or the last one is over. */
  announced: announcedSchema.extend({ isRunning: z.boolean() }).nullable(),
});
export type Maintenance = z.infer<typeof maintenanceSchema>;
export type AnnouncedMaintenance = NonNullable<Maintenance["announced"]>;

export const maintenanceChangeSchema = announcedSchema.extend({
  version: maintenanceSchema.shape.version,
  /** Null: at once. */
  startsAt: instantSchema.nullable(),
});

/**
 * Returns whether a request to a route writes, and is therefore refused to others while only super administrators
 * write.
 */
export function isHeldInMaintenance(
  route: Pick<Route, "method" | "reads" | "inMaintenance" | "isOpenDuringSetup" | "isOpenBeforeNewPassword">,
  body?: unknown,
): boolean {
  const { inMaintenance } = route;
  if (route.method === "GET" || route.reads || inMaintenance === "open") return false;
  if (inMaintenance)
    return (
      typeof body === "object" &&
      body !== null &&
      inMaintenance.exceptFields.some((field) => Object.hasOwn(body, field))
    );
  // Without these, people whose password or second factor is due could not sign in.
  return !route.isOpenDuringSetup && !route.isOpenBeforeNewPassword;
}
