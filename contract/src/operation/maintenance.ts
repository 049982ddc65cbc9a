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
  "POST /api/auth/invitations/acceptance",
  "POST /api/auth/password-resets",
  "POST /api/auth/password-resets/use",
  // These take access away or end something that goes on answering. A leaked secret cannot wait.
  "DELETE /api/auth/passkeys/:passkeyId",
  "DELETE /api/auth/personal-tokens/:tokenId",
  "DELETE /api/admin/personal-tokens/:tokenId",
  "DELETE /api/bots/:botId/tokens/:tokenId",
  "DELETE /api/feeds/own/:feedId",
  "DELETE /api/admin/feeds/:feedId",
  "DELETE /api/admin/users/:userId/feeds",
  "DELETE /api/calendar-feed",
  "DELETE /api/connected-programs/:programId",
  "DELETE /api/admin/connected-programs/:programId",
  "POST /api/admin/blocked-programs/:clientId",
  "POST /api/connected-programs/refusal",
  "DELETE /api/automations/:automationId",
  "DELETE /api/git-connections/:connectionId",
  "DELETE /api/outgoing-webhooks/:webhookId",
  "DELETE /api/admin/outgoing-webhooks/:webhookId",
  "POST /api/admin/outgoing-webhooks/:webhookId/stop",
  "DELETE /api/webhooks/:webhookId",
  "DELETE /api/card-hooks/:hookId",
  "PUT /api/admin/users/:userId/disablement",
  "PUT /api/admin/users/:userId/password",
  "DELETE /api/admin/users/:userId/sessions",
  "DELETE /api/admin/users/:userId/second-factor",
  "DELETE /api/admin/invitations/:invitationId",
  "DELETE /api/admin/departments/:departmentId/members/:userId",
  "DELETE /api/channels/:channelId/membership",
  "DELETE /api/channels/:channelId/members/:personId",
  "DELETE /api/channels/:channelId/owners/:personId",
  "DELETE /api/boards/:boardId/grants/own",
  // By these, a directory disables people who leave, and takes groups from others.
  "PUT /api/scim/v2/Users/:id",
  "PATCH /api/scim/v2/Users/:id",
  "DELETE /api/scim/v2/Users/:id",
  "PUT /api/scim/v2/Groups/:id",
  "PATCH /api/scim/v2/Groups/:id",
  "DELETE /api/scim/v2/Groups/:id",
  // People must always be able to stop these.
  "POST /api/mail/unsubscribe/:link",
  "DELETE /api/push/subscription",
  "DELETE /api/auth/notices/:noticeId",
  // The work that the maintenance is for may need the value.
  "POST /api/sensitive-cards/:cardId/reveals",
  "POST /api/sensitive-cards/:cardId/copies",
  // Browsers mark things as read by themselves, and repeat it while it is refused.
  "PUT /api/channels/:channelId/read",
  "PUT /api/messages/:messageId/read",
  "PUT /api/announcements/:announcementId/read",
  "PUT /api/knowledge/articles/:articleId/read",
  "PUT /api/questions/:questionId/seen",
  "PATCH /api/notifications",
  // The subscription of a device, and buttons of notifications, whose handler judges replies by the token's person.
  "POST /api/push/renewal",
  "POST /api/push/acts",
  // These read.
  "POST /api/rpc/user_has_active_roles",
  "POST /api/rpc/get_user_permissions",
  "POST /api/rpc/user_has_permission",
  "POST /api/attachment-links",
  "POST /api/availability",
  "POST /api/reference-names",
  "POST /api/task-fields/formulas/preview",
  "POST /api/calendar-imports/preview",
  "POST /api/knowledge/imports/preview",
  "POST /api/auth/invitations/reading",
  "POST /api/auth/password-resets/check",
  // Each tool calls routes, which are judged by themselves.
  "POST /api/mcp",
  "DELETE /api/mcp",
];

/**
 * Returns whether a request to a route writes, and is therefore refused to others while only super administrators
 * write.
 */
export function isHeldInMaintenance(
  route: Pick<
    Route,
    "method" | "path" | "isOpenDuringSetup" | "isOpenBeforeNewPassword" | "heldInMaintenance"
  >,
  body?: unknown,
): boolean {
  if (route.method === "GET") return false;
  const isOpen =
    // Without these, people whose password or second factor is due could not sign in.
    route.isOpenDuringSetup ||
    route.isOpenBeforeNewPassword ||
    openInMaintenance.includes(`${route.method} ${route.path}`);
  if (!isOpen) return true;
  if (typeof body !== "object" || body === null) return false;
  return route.heldInMaintenance?.some((field) => Object.hasOwn(body, field)) ?? false;
}
