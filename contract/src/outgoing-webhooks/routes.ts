import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { pageOf, pageQuery, searchQuery } from "../page.ts";
import { defineRoute, rateLimits } from "../route.ts";
import {
  hookPlaces,
  newOutgoingWebhookSchema,
  outgoingDeliverySchema,
  outgoingWebhookChangeSchema,
  outgoingWebhookSchema,
  ownedOutgoingWebhookSchema,
  ownersPasswordSchema,
} from "./schemas.ts";

const ofWebhook = z.object({ webhookId: idSchema });
const ofDelivery = z.object({ webhookId: idSchema, deliveryId: idSchema });
/** The secret is returned only here. */
const withSecret = z.object({ webhook: outgoingWebhookSchema, secret: z.string() });
const oneWebhook = z.object({ webhook: outgoingWebhookSchema });

/** Outgoing webhooks, for people who hold `webhooks/manage`. Everyone manages their own; administrators end any. */
export const outgoingWebhookRoutes = {
  listOutgoingWebhooks: defineRoute({
    method: "GET",
    path: "/api/outgoing-webhooks",
    summary: "List the viewer's outgoing webhooks, the oldest first.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    status: 200,
    response: z.object({ webhooks: z.array(outgoingWebhookSchema) }),
    errors: ["forbidden"],
  }),
  listOutgoingPlaces: defineRoute({
    method: "GET",
    path: "/api/outgoing-webhooks/places",
    summary: "Find places that the viewer can see, for a new outgoing webhook.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    query: z.object({ search: z.string().trim().max(100).default("") }),
    status: 200,
    response: z.object({
      places: z.array(z.object({ kind: z.enum(hookPlaces), id: idSchema.nullable(), name: z.string() })),
    }),
    errors: ["forbidden"],
  }),
  createOutgoingWebhook: defineRoute({
    method: "POST",
    path: "/api/outgoing-webhooks",
    summary:
      "Create an outgoing webhook of a place that the viewer can see. Its secret is returned only here.",
    access: "signed-in",
    // Its owner is notified at once, on top of every page.
    changesRights: true,
    rateLimit: { max: 30, windowSeconds: 60, by: "viewer" },
    body: newOutgoingWebhookSchema,
    status: 201,
    response: withSecret,
    errors: [
      "forbidden",
      "channel_not_found",
      "direct_channel",
      "department_not_found",
      "section_not_found",
      "webhook_address_refused",
      "outgoing_webhook_id_taken",
      "too_many_outgoing_webhooks",
      "current_password_wrong",
      "sign_in_again",
    ],
  }),
  changeOutgoingWebhook: defineRoute({
    method: "PATCH",
    path: "/api/outgoing-webhooks/:webhookId",
    summary: "Change an outgoing webhook, or switch it off or on. Another address asks for the password.",
    access: "signed-in",
    // Its owner is notified at once, on top of every page.
    changesRights: true,
    rateLimit: rateLimits.write,
    params: ofWebhook,
    body: outgoingWebhookChangeSchema,
    status: 200,
    response: oneWebhook,
    errors: [
      "forbidden",
      "outgoing_webhook_not_found",
      "webhook_address_refused",
      "webhook_events_refused",
      "changed_meanwhile",
      "current_password_wrong",
      "sign_in_again",
    ],
  }),
  renewOutgoingSecret: defineRoute({
    method: "POST",
    path: "/api/outgoing-webhooks/:webhookId/secret",
    summary: "Make a new secret, which is returned only here. The former one signs as well for a day.",
    access: "signed-in",
    // Its owner is notified at once, on top of every page.
    changesRights: true,
    rateLimit: { max: 30, windowSeconds: 60, by: "viewer" },
    params: ofWebhook,
    body: z.object({ currentPassword: ownersPasswordSchema }),
    status: 200,
    response: withSecret,
    errors: ["forbidden", "outgoing_webhook_not_found", "current_password_wrong", "sign_in_again"],
  }),
  testOutgoingWebhook: defineRoute({
    method: "POST",
    path: "/api/outgoing-webhooks/:webhookId/tests",
    summary: "Send a test event.",
    access: "signed-in",
    rateLimit: { max: 30, windowSeconds: 60, by: "viewer" },
    params: ofWebhook,
    status: 204,
    errors: ["forbidden", "outgoing_webhook_not_found"],
  }),
  deleteOutgoingWebhook: defineRoute({
    method: "DELETE",
    path: "/api/outgoing-webhooks/:webhookId",
    summary: "Delete an outgoing webhook with its log. What waits is not sent any more.",
    access: "signed-in",
    inMaintenance: "open",
    rateLimit: rateLimits.write,
    params: ofWebhook,
    status: 204,
    errors: ["forbidden", "outgoing_webhook_not_found"],
  }),
  listOutgoingDeliveries: defineRoute({
    method: "GET",
    path: "/api/outgoing-webhooks/:webhookId/deliveries",
    summary: "List what was sent, waits or failed, the newest first.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: ofWebhook,
    query: z.object({ ...pageQuery({ size: 30, max: 100 }) }),
    status: 200,
    response: pageOf(outgoingDeliverySchema),
    errors: ["forbidden", "outgoing_webhook_not_found"],
  }),
  replayOutgoingDelivery: defineRoute({
    method: "POST",
    path: "/api/outgoing-webhooks/:webhookId/deliveries/:deliveryId/replay",
    summary: "Send an event again at once, under the same `webhook-id`.",
    access: "signed-in",
    rateLimit: { max: 120, windowSeconds: 60, by: "viewer" },
    params: ofDelivery,
    status: 204,
    errors: ["forbidden", "outgoing_webhook_not_found", "outgoing_delivery_not_found"],
  }),
  listAllOutgoingWebhooks: defineRoute({
    method: "GET",
    path: "/api/admin/outgoing-webhooks",
    summary:
      "List everyone's outgoing webhooks, the newest first. Never their secrets, places and whole addresses.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    /** `search`: a part of the webhook's name, its owner's name or the host of its address, in any case. */
    query: z.object(searchQuery({ size: 50, max: 100 })),
    status: 200,
    response: pageOf(ownedOutgoingWebhookSchema),
    errors: ["forbidden"],
  }),
  stopOutgoingWebhook: defineRoute({
    method: "POST",
    path: "/api/admin/outgoing-webhooks/:webhookId/stop",
    summary: "Switch off anyone's outgoing webhook. What waits is not sent.",
    access: "signed-in",
    inMaintenance: "open",
    rateLimit: rateLimits.write,
    params: ofWebhook,
    status: 204,
    errors: ["forbidden", "outgoing_webhook_not_found"],
  }),
  deleteAnyOutgoingWebhook: defineRoute({
    method: "DELETE",
    path: "/api/admin/outgoing-webhooks/:webhookId",
    summary: "Delete anyone's outgoing webhook with its log. What waits is not sent any more.",
    access: "signed-in",
    inMaintenance: "open",
    rateLimit: rateLimits.write,
    params: ofWebhook,
    status: 204,
    errors: ["forbidden", "outgoing_webhook_not_found"],
  }),
};
