import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { pageOf, searchQuery } from "../page.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { newTokenSchema, ownedTokenSchema, personalTokenSchema } from "./schemas.ts";

const botParams = z.object({ botId: idSchema });
const tokenParams = z.object({ tokenId: idSchema });

/** Personal access tokens, with which programs act for a person. All of it is for signed-in browsers only. */
export const personalTokenRoutes = {
  listTokens: defineRoute({
    method: "GET",
    path: "/api/auth/personal-tokens",
    summary: "List the viewer's access tokens that work, the newest first.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    status: 200,
    response: z.object({
      tokens: z.array(personalTokenSchema),
      /** Whether an administrator allows tokens without an end. */
      mayBeEndless: z.boolean(),
    }),
    errors: [],
  }),
  createToken: defineRoute({
    method: "POST",
    path: "/api/auth/personal-tokens",
    summary: "Create an access token. Its text is returned only here.",
    access: "signed-in",
    changesRights: true,
    rateLimit: { max: 20, windowSeconds: 60, by: "viewer" },
    body: newTokenSchema,
    status: 201,
    response: z.object({ token: z.string(), personalToken: personalTokenSchema }),
    errors: [
      "current_password_wrong",
      "sign_in_again",
      "too_many_tokens",
      "token_id_taken",
      "endless_token_refused",
    ],
  }),
  revokeToken: defineRoute({
    method: "DELETE",
    path: "/api/auth/personal-tokens/:tokenId",
    summary: "Revoke one of the viewer's access tokens. It stops working at once.",
    access: "signed-in",
    changesRights: true,
    inMaintenance: "open",
    rateLimit: rateLimits.write,
    params: tokenParams,
    status: 204,
    errors: ["token_not_found"],
  }),
  listBotTokens: defineRoute({
    method: "GET",
    path: "/api/bots/:botId/tokens",
    summary: "List the access tokens of a bot that the viewer owns, the newest first.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: botParams,
    status: 200,
    response: z.object({ tokens: z.array(personalTokenSchema), mayBeEndless: z.boolean() }),
    errors: ["bot_not_found"],
  }),
  createBotToken: defineRoute({
    method: "POST",
    path: "/api/bots/:botId/tokens",
    summary: "Create an access token of a bot that the viewer owns. Its text is returned only here.",
    access: "signed-in",
    changesRights: true,
    rateLimit: { max: 20, windowSeconds: 60, by: "viewer" },
    params: botParams,
    body: newTokenSchema,
    status: 201,
    response: z.object({ token: z.string(), personalToken: personalTokenSchema }),
    errors: [
      "forbidden",
      "bot_not_found",
      "current_password_wrong",
      "sign_in_again",
      "too_many_tokens",
      "token_id_taken",
      "endless_token_refused",
    ],
  }),
  revokeBotToken: defineRoute({
    method: "DELETE",
    path: "/api/bots/:botId/tokens/:tokenId",
    summary: "Revoke an access token of a bot that the viewer owns. It stops working at once.",
    access: "signed-in",
    changesRights: true,
    inMaintenance: "open",
    rateLimit: rateLimits.write,
    params: z.object({ botId: idSchema, tokenId: idSchema }),
    status: 204,
    errors: ["bot_not_found", "token_not_found"],
  }),
  listAllTokens: defineRoute({
    method: "GET",
    path: "/api/admin/personal-tokens",
    summary: "List everyone's access tokens that work, the newest first. Never the tokens themselves.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    /** `search`: a part of the token's or its owner's name, in any case. */
    query: z.object(searchQuery({ size: 50, max: 100 })),
    status: 200,
    response: pageOf(ownedTokenSchema).extend({ mayBeEndless: z.boolean() }),
    errors: ["forbidden"],
  }),
  revokeAnyToken: defineRoute({
    method: "DELETE",
    path: "/api/admin/personal-tokens/:tokenId",
    summary: "Revoke anyone's access token. It stops working at once.",
    access: "signed-in",
    changesRights: true,
    inMaintenance: "open",
    rateLimit: rateLimits.write,
    params: tokenParams,
    status: 204,
    errors: ["forbidden", "token_not_found"],
  }),
  setTokenRules: defineRoute({
    method: "PUT",
    path: "/api/admin/personal-token-rules",
    summary: "Allow access tokens without an end, or require an end for new ones.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    body: z.object({ mayBeEndless: z.boolean() }),
    status: 204,
    errors: ["forbidden"],
  }),
};
