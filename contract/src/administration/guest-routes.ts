import { z } from "zod";
import { idSchema, instantSchema, namedSchema } from "../identifiers.ts";
import { pageOf, searchQuery } from "../page.ts";
import { personSchema } from "../people/schemas.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { accountNameSchema } from "./schemas.ts";

/** A guest as the administration sees them. */
export const guestSchema = personSchema.extend({
  /** When their access ends, or ended. */
  until: instantSchema,
  /** Their access has ended, on its date or before. */
  isEnded: z.boolean(),
  /** Null once that account is gone. */
  invitedBy: namedSchema.nullable(),
  /** How many channels they are in, without direct chats. */
  channelCount: z.int(),
  lastActive: instantSchema.nullable(),
  /** Whether the viewer may make them a colleague. */
  canPromote: z.boolean(),
  /** They have an authenticator app or a passkey, and the viewer may remove it. */
  canResetSecondFactor: z.boolean(),
});
export type Guest = z.infer<typeof guestSchema>;

const guestParams = z.object({ guestId: idSchema });

/**
 * Guests. Inviters see and change the guests that they invited, and people who manage accounts all of them. Guests are invited
 * by the routes of invitations.
 */
export const guestRoutes = {
  listGuests: defineRoute({
    method: "GET",
    path: "/api/admin/guests",
    summary: "List guests, those whose access ends first at the top.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    query: z.object({
      state: z.enum(["any", "active", "ended"]).default("any"),
      ...searchQuery({ size: 50, max: 100 }),
    }),
    status: 200,
    response: pageOf(guestSchema),
    errors: ["forbidden"],
  }),
  changeGuest: defineRoute({
    method: "PUT",
    path: "/api/admin/guests/:guestId/end",
    summary: "Change when the access of a guest ends. It begins again if it has ended.",
    access: "signed-in",
    changesRights: true,
    rateLimit: rateLimits.write,
    params: guestParams,
    body: z.object({ until: instantSchema }),
    status: 200,
    response: z.object({ guest: guestSchema }),
    errors: ["forbidden", "guest_not_found", "guest_end_not_possible"],
  }),
  renameGuest: defineRoute({
    method: "PUT",
    path: "/api/admin/guests/:guestId/name",
    summary: "Change the name of a guest.",
    access: "signed-in",
    changesRights: true,
    rateLimit: rateLimits.write,
    params: guestParams,
    body: z.object({
      name: accountNameSchema,
      /** The name that was edited: a new one is refused if somebody has changed it since. */
      seenName: z.string().max(1000),
    }),
    status: 200,
    response: z.object({ guest: guestSchema }),
    errors: ["forbidden", "guest_not_found", "changed_meanwhile", "name_looks_taken"],
  }),
  endGuest: defineRoute({
    method: "DELETE",
    path: "/api/admin/guests/:guestId/access",
    summary: "End the access of a guest now. Their sessions end on every device.",
    access: "signed-in",
    changesRights: true,
    inMaintenance: "open",
    rateLimit: rateLimits.write,
    params: guestParams,
    status: 204,
    errors: ["forbidden", "guest_not_found"],
  }),
  promoteGuest: defineRoute({
    method: "POST",
    path: "/api/admin/guests/:guestId/promotion",
    summary:
      "Make a guest a colleague, with the role “user”. For people who manage accounts and may give that role.",
    access: "signed-in",
    changesRights: true,
    rateLimit: rateLimits.write,
    params: guestParams,
    status: 204,
    errors: ["forbidden", "guest_not_found", "role_not_found"],
  }),
};
