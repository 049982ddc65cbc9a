import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { pageOf, pageQuery } from "../page.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { botChangeSchema, botSchema, newBotSchema } from "./schemas.ts";

const botParams = z.object({ botId: idSchema });
const oneBot = z.object({ bot: botSchema });

/** Bots, for people who hold `bots/manage`. Their tokens are with the personal access tokens. */
export const botRoutes = {
  listBots: defineRoute({
    method: "GET",
    path: "/api/admin/bots",
    summary: "List the company's bots, the newest first.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    query: z.object({ ...pageQuery({ size: 50, max: 100 }) }),
    status: 200,
    response: pageOf(botSchema),
    errors: ["forbidden"],
  }),
  createBot: defineRoute({
    method: "POST",
    path: "/api/admin/bots",
    summary: "Create a bot that the viewer owns.",
    access: "signed-in",
    changesRights: true,
    rateLimit: { max: 30, windowSeconds: 60, by: "viewer" },
    body: newBotSchema,
    status: 201,
    response: oneBot,
    errors: ["forbidden", "bot_id_taken", "too_many_bots", "name_looks_taken"],
  }),
  changeBot: defineRoute({
    method: "PATCH",
    path: "/api/admin/bots/:botId",
    summary: "Change a bot's name or description. For its owner, and for those who manage accounts.",
    access: "signed-in",
    changesRights: true,
    rateLimit: rateLimits.write,
    params: botParams,
    body: botChangeSchema,
    status: 200,
    response: oneBot,
    errors: ["forbidden", "bot_not_found", "changed_meanwhile", "name_looks_taken"],
  }),
  handOverBot: defineRoute({
    method: "PUT",
    path: "/api/admin/bots/:botId/owner",
    summary:
      "Give a bot another owner, who may make bots. Its tokens end, what it owns goes to the former owner, and it leaves private channels that the new owner is not in.",
    access: "signed-in",
    changesRights: true,
    rateLimit: rateLimits.write,
    params: botParams,
    body: z.object({ ownerId: idSchema }),
    status: 200,
    response: oneBot,
    errors: ["forbidden", "bot_not_found", "person_not_found"],
  }),
  deleteBot: defineRoute({
    method: "DELETE",
    path: "/api/admin/bots/:botId",
    summary: "Delete a bot with its tokens and memberships. What it has written stays under its name.",
    access: "signed-in",
    changesRights: true,
    rateLimit: rateLimits.write,
    params: botParams,
    status: 204,
    errors: ["forbidden", "bot_not_found"],
  }),
};
