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

/** Routes that are not read with GET and stay open while only super administrators write. */
export const openInMaintenance: readonly string[] = [
  // Signing in and out, of people and of programs.
  "POST /api/auth/token",
  "POST /api/auth/passkeys/sign-in",
  "POST /api/auth/saml/answer",
  "POST /api/auth/single-sign-on/logout",
  "DELETE /api/auth/sessions/:sessionId",
  "POST /api/oauth/token",
  "POST /api/oauth/revocation",
  // These read.
  "POST /api/rpc/user_has_active_roles",
  "POST /api/rpc/get_user_permissions",
  "POST /api/rpc/user_has_permission",
  "POST /api/attachment-links",
  "POST /api/availability",
  "POST /api/reference-names",
  "POST /api/calendar-imports/preview",
  "POST /api/knowledge/imports/preview",
  "POST /api/auth/invitations/reading",
  "POST /api/auth/password-resets/check",
  // Each tool calls routes, which are judged by themselves.
  "POST /api/mcp",
  "DELETE /api/mcp",
];

/** Returns whether a route writes, and is therefore refused to others while only super administrators write. */
export function isHeldInMaintenance(
  route: Pick<Route, "method" | "path" | "isOpenDuringSetup" | "isOpenBeforeNewPassword">,
): boolean {
  // Without these, people whose password or second factor is due could not sign in.
  if (route.isOpenDuringSetup || route.isOpenBeforeNewPassword) return false;
  return route.method !== "GET" && !openInMaintenance.includes(`${route.method} ${route.path}`);
}
