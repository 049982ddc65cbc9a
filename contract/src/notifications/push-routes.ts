import { z } from "zod";
import { defineRoute, rateLimits } from "../route.ts";
import { pushActSchema, pushKeySchema, pushSubscriptionSchema } from "./push-schemas.ts";

export const pushRoutes = {
  getPush: defineRoute({
    method: "GET",
    path: "/api/push",
    summary: "Get the public key for push notifications, and this session's subscription.",
    access: "signed-in",
    forGuests: true,
    rateLimit: rateLimits.read,
    status: 200,
    response: z.object({
      publicKey: pushKeySchema,
      subscription: z
        .object({
          endpoint: z.string(),
          /** The key that it was made with. */
          publicKey: pushKeySchema,
        })
        .nullable(),
    }),
    errors: [],
  }),
  setPushSubscription: defineRoute({
    method: "PUT",
    path: "/api/push/subscription",
    summary:
      "Subscribe this device to push notifications, replacing its previous subscription. A subscription of another session can be taken over with its keys.",
    access: "signed-in",
    forGuests: true,
    rateLimit: rateLimits.write,
    body: z.object({
      subscription: pushSubscriptionSchema,
      /** The key that it was made with: the newest. */
      publicKey: pushKeySchema,
      /** A phone or a tablet, which the settings tell apart from computers. */
      isMobile: z.boolean(),
    }),
    status: 204,
    errors: ["push_endpoint_taken", "push_endpoint_refused", "push_key_outdated"],
  }),
  deletePushSubscription: defineRoute({
    method: "DELETE",
    path: "/api/push/subscription",
    summary: "Unsubscribe this device from push notifications.",
    access: "signed-in",
    forGuests: true,
    inMaintenance: "open",
    rateLimit: rateLimits.write,
    status: 204,
    errors: [],
  }),
  renewPushSubscription: defineRoute({
    method: "POST",
    path: "/api/push/renewal",
    summary:
      "Replace a subscription that the browser has renewed, identified by the previous endpoint and keys.",
    access: "public",
    inMaintenance: "open",
    rateLimit: { max: 30, windowSeconds: 60, by: "address" },
    body: z.object({
      before: pushSubscriptionSchema,
      after: pushSubscriptionSchema,
    }),
    status: 204,
    errors: ["push_subscription_not_found", "push_endpoint_refused"],
  }),
  sendTestPush: defineRoute({
    method: "POST",
    path: "/api/push/test",
    summary: "Push a test notification to this device.",
    access: "signed-in",
    forGuests: true,
    rateLimit: { max: 10, windowSeconds: 60, by: "viewer" },
    status: 204,
    errors: ["push_subscription_not_found", "push_failed"],
  }),
  actOnPush: defineRoute({
    method: "POST",
    path: "/api/push/acts",
    summary:
      "Perform the action of a notification button, with the notification's token, which works once. Repeating the request returns the same response.",
    access: "public",
    inMaintenance: "open",
    rateLimit: { max: 240, windowSeconds: 60, by: "address" },
    body: pushActSchema,
    status: 204,
    // And as the routes do that it stands for.
    errors: [
      "push_token_invalid",
      "session_expired",
      "account_disabled",
      "email_not_confirmed",
      "account_pending",
      "second_factor_setup_required",
      "passkey_setup_required",
      "new_password_required",
      "forbidden",
      "channel_not_found",
      "channel_archived",
      "owners_only",
      "person_left",
      "guest_apart",
      "message_not_found",
      "message_id_taken",
    ],
  }),
};
