import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { pageOf, pageQuery } from "../page.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { newTokenSchema, ownedTokenSchema, personalTokenSchema } from "./schemas.ts";

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
    rateLimit: rateLimits.write,
    params: tokenParams,
    status: 204,
    errors: ["token_not_found"],
  }),
  listAllTokens: defineRoute({
    method: "GET",
    path: "/api/admin/personal-tokens",
    summary: "List everyone's access tokens that work, the newest first. Never the tokens themselves.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    query: z.object({
      /** A part of the token's or its owner's name, in any case. */
      search: z.string().trim().max(100).default(""),
      ...pageQuery({ size: 50, max: 100 }),
    }),
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
