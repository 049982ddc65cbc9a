import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { accountChangeSchema } from "./account.ts";
import {
  localPathSchema,
  permissionPairSchema,
  secondFactorCodeSchema,
  sessionSchema,
  sessionSummarySchema,
  viewerSchema,
} from "./schemas.ts";

export const identityRoutes = {
  createToken: defineRoute({
    method: "POST",
    path: "/api/auth/token",
    summary: "Sign in with a password or through the company, or exchange a refresh token for a new session.",
    access: "public",
    // A whole office may share one address; guessing at one account is held back by a limit of its own.
    rateLimit: { max: 300, windowSeconds: 60, by: "address" },
    query: z.object({ grant_type: z.enum(["password", "refresh_token", "single_sign_on"]) }),
    /**
     * `password` wants email and password, and secondFactorCode where one is set up; `refresh_token` wants
     * refreshToken; `single_sign_on` takes what the browser was handed in a cookie. Each is checked in full.
     */
    body: z.object({
      email: z.string().optional(),
      password: z.string().optional(),
      secondFactorCode: z.string().optional(),
      refreshToken: z.string().optional(),
    }),
    status: 200,
    response: z.object({ session: sessionSchema, user: viewerSchema }),
    errors: [
      "invalid_credentials",
      "session_expired",
      "account_pending",
      "account_disabled",
      "email_not_confirmed",
      "access_unverifiable",
      "second_factor_required",
      "second_factor_wrong",
      "single_sign_on_failed",
      "single_sign_on_unknown",
      "single_sign_on_off",
    ],
  }),
  startSingleSignOn: defineRoute({
    method: "GET",
    path: "/api/auth/single-sign-on/start",
    summary: "Send the browser to the company's own sign-on.",
    access: "public",
    rateLimit: { max: 300, windowSeconds: 60, by: "address" },
    /** The address in Atoll to go to afterwards. */
    query: z.object({ origin: localPathSchema.optional() }),
    status: 302,
    errors: ["single_sign_on_off"],
  }),
  finishSingleSignOn: defineRoute({
    method: "GET",
    path: "/api/auth/single-sign-on/callback",
    summary:
      "Where the company's sign-on sends the browser back to. Goes on to `/login?single-sign-on=` done, failed, unknown or pending.",
    access: "public",
    rateLimit: { max: 300, windowSeconds: 60, by: "address" },
    /** As OpenID Connect and RFC 9207 have it. */
    query: z.object({
      code: z.string().max(4096).optional(),
      state: z.string().max(1024).optional(),
      iss: z.string().max(1024).optional(),
      error: z.string().max(256).optional(),
      error_description: z.string().max(2048).optional(),
    }),
    status: 302,
    errors: ["single_sign_on_off"],
  }),
  getCurrentUser: defineRoute({
    method: "GET",
    path: "/api/auth/user",
    summary: "The signed-in person, with roles, permissions and departments.",
    access: "signed-in",
    isOpenDuringSetup: true,
    rateLimit: rateLimits.read,
    status: 200,
    response: z.object({ user: viewerSchema }),
    errors: ["account_pending", "account_disabled"],
  }),
  updateCurrentUser: defineRoute({
    method: "PATCH",
    path: "/api/auth/user",
    summary: "Change one's name, or one's password; a new password ends all other sessions.",
    access: "signed-in",
    rateLimit: { max: 20, windowSeconds: 60, by: "viewer" },
    body: accountChangeSchema,
    status: 200,
    response: z.object({ user: viewerSchema }),
    errors: ["current_password_wrong", "password_too_common"],
  }),
  endSession: defineRoute({
    method: "DELETE",
    path: "/api/auth/session",
    summary: "Sign out of this session.",
    access: "signed-in",
    // Also for a person who must set up a second factor first.
    isOpenDuringSetup: true,
    rateLimit: rateLimits.write,
    status: 204,
    errors: [],
  }),
  listSessions: defineRoute({
    method: "GET",
    path: "/api/auth/sessions",
    summary: "One's own sessions that are alive, the current one first.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    status: 200,
    response: z.object({ sessions: z.array(sessionSummarySchema) }),
    errors: [],
  }),
  endSessions: defineRoute({
    method: "DELETE",
    path: "/api/auth/sessions",
    summary: "Sign out everywhere, here included.",
    access: "signed-in",
    isOpenDuringSetup: true,
    rateLimit: rateLimits.write,
    status: 204,
    errors: [],
  }),
  endOneSession: defineRoute({
    method: "DELETE",
    path: "/api/auth/sessions/:sessionId",
    summary: "End one of one's own sessions.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: z.object({ sessionId: idSchema }),
    status: 204,
    errors: ["session_not_found"],
  }),
  startSecondFactor: defineRoute({
    method: "POST",
    path: "/api/auth/second-factor",
    summary: "Begin to set up an authenticator app: answers the secret, which counts once it is confirmed.",
    access: "signed-in",
    isOpenDuringSetup: true,
    rateLimit: { max: 10, windowSeconds: 300, by: "viewer" },
    body: z.object({ currentPassword: z.string().max(1024) }),
    status: 201,
    response: z.object({
      secret: z.string(),
      uri: z.string(),
      /** The URI as a picture to scan: an SVG in a data URL. */
      picture: z.string(),
    }),
    errors: ["current_password_wrong", "sign_in_again", "second_factor_on"],
  }),
  confirmSecondFactor: defineRoute({
    method: "PUT",
    path: "/api/auth/second-factor",
    summary: "Finish setting up the authenticator app with its first code; answers the recovery codes, once.",
    access: "signed-in",
    isOpenDuringSetup: true,
    rateLimit: { max: 10, windowSeconds: 300, by: "viewer" },
    body: z.object({ code: secondFactorCodeSchema }),
    status: 200,
    response: z.object({ recoveryCodes: z.array(z.string()) }),
    errors: ["second_factor_wrong", "second_factor_on", "second_factor_off"],
  }),
  removeSecondFactor: defineRoute({
    method: "DELETE",
    path: "/api/auth/second-factor",
    summary: "Remove the authenticator app.",
    access: "signed-in",
    rateLimit: { max: 10, windowSeconds: 300, by: "viewer" },
    body: z.object({ currentPassword: z.string().max(1024) }),
    status: 204,
    errors: ["current_password_wrong", "sign_in_again", "second_factor_off", "second_factor_needed"],
  }),
};

const userIdOrOneself = z.object({ user_id: idSchema.optional() });

/** The remote procedures of section 7. About others they answer only to who may manage users or open the admin panel. */
export const procedureRoutes = {
  userHasActiveRoles: defineRoute({
    method: "POST",
    path: "/api/rpc/user_has_active_roles",
    summary: "Whether a person holds a role besides pending.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    body: userIdOrOneself,
    status: 200,
    response: z.boolean(),
    errors: ["user_not_found"],
  }),
  getUserPermissions: defineRoute({
    method: "POST",
    path: "/api/rpc/get_user_permissions",
    summary: "The permissions of a person, oneself by default, as pairs of resource and action.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    body: userIdOrOneself,
    status: 200,
    response: z.array(permissionPairSchema),
    errors: ["user_not_found"],
  }),
  userHasPermission: defineRoute({
    method: "POST",
    path: "/api/rpc/user_has_permission",
    summary: "Whether a person passes the check for one resource and action.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    body: userIdOrOneself.extend({ resource_name: z.string().max(100), action_name: z.string().max(100) }),
    status: 200,
    response: z.boolean(),
    errors: ["user_not_found"],
  }),
};
