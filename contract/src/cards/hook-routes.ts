import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { pageOf, pageQuery } from "../page.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { deliverySchema, hookDeliverySchema, hookSchema, newHookSchema } from "./hook-schemas.ts";
import { maxHookBody } from "./limits.ts";

const ofType = z.object({ typeId: idSchema });
const ofHook = z.object({ hookId: idSchema });

/** Webhooks that other systems call, and the figures that follow from what they report. */
export const hookRoutes = {
  listHooks: defineRoute({
    method: "GET",
    path: "/api/card-types/:typeId/hooks",
    summary:
      "The webhooks of a section. For members who also hold the permission for the department's cards.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: ofType,
    status: 200,
    response: z.object({ hooks: z.array(hookSchema) }),
    errors: ["section_not_found", "forbidden"],
  }),
  createHook: defineRoute({
    method: "POST",
    path: "/api/card-types/:typeId/hooks",
    summary: "Add a webhook. Its secret is returned only here.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofType,
    body: newHookSchema,
    status: 200,
    response: z.object({ hook: hookSchema, secret: z.string() }),
    errors: [
      "section_not_found",
      "forbidden",
      "card_hook_id_taken",
      "card_hook_wrong",
      "too_many_card_hooks",
    ],
  }),
  deleteHook: defineRoute({
    method: "DELETE",
    path: "/api/card-hooks/:hookId",
    summary: "Delete a webhook with its log. The cards it created stay.",
    access: "signed-in",
    inMaintenance: "open",
    rateLimit: rateLimits.write,
    params: ofHook,
    status: 204,
    errors: ["card_hook_not_found", "forbidden"],
  }),
  listDeliveries: defineRoute({
    method: "GET",
    path: "/api/card-hooks/:hookId/deliveries",
    summary: "List a webhook's deliveries of the last 30 days, newest first.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: ofHook,
    query: z.object(pageQuery({ size: 20, max: 50 })),
    status: 200,
    response: pageOf(hookDeliverySchema),
    errors: ["card_hook_not_found", "forbidden"],
  }),
  replayDelivery: defineRoute({
    method: "POST",
    path: "/api/card-hooks/:hookId/deliveries/:deliveryId/replay",
    summary: "Process a delivery again. Reports that are already known have no effect.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofHook.extend({ deliveryId: idSchema }),
    status: 202,
    errors: ["card_hook_not_found", "forbidden"],
  }),
  receiveHook: defineRoute({
    method: "POST",
    path: "/api/card-hooks/:hookId",
    summary: "Receive a signed delivery from another system. It is stored and processed by a job.",
    access: "public",
    rateLimit: { max: 15_000, windowSeconds: 60, by: "address" },
    params: ofHook,
    bodyKind: "raw",
    bodyLimitBytes: maxHookBody,
    status: 202,
    errors: ["card_hook_refused", "card_hook_unreadable"],
  }),
  readDelivery: defineRoute({
    method: "GET",
    path: "/api/departments/:slug/delivery",
    summary: "Get a department's four delivery figures: frequency, lead time, failures and recovery.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: z.object({ slug: z.string().max(200) }),
    status: 200,
    response: deliverySchema,
    errors: ["section_not_found"],
  }),
};
