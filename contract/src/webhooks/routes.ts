import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { maxDeliveryBytes, newWebhookSchema, webhookSchema } from "./schemas.ts";

const ofChannel = z.object({ channelId: idSchema });
const ofWebhook = z.object({ webhookId: idSchema });
/** The secret is the last part of the address, and is returned only here. */
const withSecret = z.object({ webhook: webhookSchema, secret: z.string() });

/** Incoming webhooks of channels, for those who manage the channel; and the address where programs write. */
export const webhookRoutes = {
  listWebhooks: defineRoute({
    method: "GET",
    path: "/api/channels/:channelId/webhooks",
    summary: "List a channel's incoming webhooks, the oldest first.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: ofChannel,
    status: 200,
    response: z.object({ webhooks: z.array(webhookSchema) }),
    errors: ["forbidden", "channel_not_found", "direct_channel"],
  }),
  createWebhook: defineRoute({
    method: "POST",
    path: "/api/channels/:channelId/webhooks",
    summary: "Create an incoming webhook. The secret of its address is returned only here.",
    access: "signed-in",
    rateLimit: { max: 30, windowSeconds: 60, by: "viewer" },
    params: ofChannel,
    body: newWebhookSchema,
    status: 201,
    response: withSecret,
    errors: [
      "forbidden",
      "channel_not_found",
      "direct_channel",
      "channel_archived",
      "webhook_id_taken",
      "name_looks_taken",
      "too_many_webhooks",
    ],
  }),
  changeWebhook: defineRoute({
    method: "PATCH",
    path: "/api/webhooks/:webhookId",
    summary: "Switch a webhook on or off, and choose whether its @channel and @here notify people.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofWebhook,
    body: z.object({ isOn: z.boolean().optional(), mayCallAll: z.boolean().optional() }),
    status: 200,
    response: z.object({ webhook: webhookSchema }),
    errors: ["forbidden", "webhook_not_found"],
  }),
  renewWebhookSecret: defineRoute({
    method: "POST",
    path: "/api/webhooks/:webhookId/secret",
    summary: "Give a webhook a new address. The old one stops working at once.",
    access: "signed-in",
    rateLimit: { max: 30, windowSeconds: 60, by: "viewer" },
    params: ofWebhook,
    status: 200,
    response: withSecret,
    errors: ["forbidden", "webhook_not_found"],
  }),
  testWebhook: defineRoute({
    method: "POST",
    path: "/api/webhooks/:webhookId/test",
    summary: "Write a test message by a webhook.",
    access: "signed-in",
    rateLimit: { max: 20, windowSeconds: 60, by: "viewer" },
    params: ofWebhook,
    status: 204,
    errors: ["forbidden", "webhook_not_found", "no_service", "action_prohibited", "channel_is_archived"],
  }),
  deleteWebhook: defineRoute({
    method: "DELETE",
    path: "/api/webhooks/:webhookId",
    summary: "Remove a webhook. Its messages stay.",
    access: "signed-in",
    inMaintenance: "open",
    rateLimit: rateLimits.write,
    params: ofWebhook,
    status: 204,
    errors: ["forbidden", "webhook_not_found"],
  }),
  receiveWebhook: defineRoute({
    method: "POST",
    path: "/api/hooks/:secret",
    summary:
      "Write a message in the shape of Slack's or Mattermost's incoming webhooks. Answers `ok`, and refusals as one word. With the header Idempotency-Key, a repeated delivery is written once.",
    access: "public",
    rateLimit: { max: 15_000, windowSeconds: 60, by: "address", perCaller: 300 },
    params: z.object({ secret: z.string().max(200) }),
    bodyKind: "raw",
    bodyLimitBytes: maxDeliveryBytes,
    status: 200,
    responseKind: "stream",
    errorKind: "word",
    errors: [
      "no_service",
      "invalid_payload",
      "no_text",
      "action_prohibited",
      "channel_is_archived",
      "message_id_taken",
      "message_not_found",
    ],
  }),
};
