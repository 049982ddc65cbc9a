import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { accountChangeSchema } from "./account.ts";
import { passkeyProofSchema } from "./passkey-schemas.ts";
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
    summary: "Sign in with a password, a passkey or single sign-on, or exchange a refresh token.",
    access: "public",
    changesRights: true,
    // A whole office may share one address; guessing at one account is held back by a limit of its own. A good refresh
    // token counts for its session.
    rateLimit: { max: 300, windowSeconds: 60, by: "address", perCaller: 60 },
    query: z.object({ grant_type: z.enum(["password", "refresh_token", "single_sign_on", "passkey"]) }),
    /**
     * `password` wants email and password, and secondFactorCode where one is set up; `refresh_token` wants
     * refreshToken; `single_sign_on` takes what the browser was handed in a cookie; `passkey` wants the signature of
     * one. Each is checked in full.
     */
    body: z.object({
      email: z.string().optional(),
      password: z.string().optional(),
      secondFactorCode: z.string().optional(),
      refreshToken: z.string().optional(),
      passkey: passkeyProofSchema.optional(),
    }),
    status: 200,
    response: z.object({ session: sessionSchema, user: viewerSchema }),
    errors: [
      "invalid_credentials",
      "session_expired",
      "session_over_age",
      "account_pending",
      "account_disabled",
      "email_not_confirmed",
      "access_unverifiable",
      "second_factor_required",
      "second_factor_wrong",
      "second_factor_used",
      "passkey_required",
      "passkey_failed",
      "single_sign_on_failed",
      "single_sign_on_unknown",
      "single_sign_on_off",
      "directory_unavailable",
    ],
  }),
  startSingleSignOn: defineRoute({
    method: "GET",
    path: "/api/auth/single-sign-on/start",
    summary: "Redirect the browser to single sign-on.",
    access: "public",
    rateLimit: { max: 300, windowSeconds: 60, by: "address" },
    /** The address in Atoll to go to afterwards. */
    query: z.object({ origin: localPathSchema.optional() }),
    errorKind: "page",
    status: 302,
    errors: ["single_sign_on_off"],
  }),
  finishSingleSignOn: defineRoute({
    method: "GET",
    path: "/api/auth/single-sign-on/callback",
    summary:
      "Handle the callback of single sign-on. Redirects to `/login?single-sign-on=` done, failed, unknown, pending, unregistered, off or busy.",
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
    errorKind: "page",
    status: 302,
    errors: ["single_sign_on_off"],
  }),
  endSessionsByProvider: defineRoute({
    method: "POST",
    path: "/api/auth/single-sign-on/logout",
    summary: "End the sessions that a logout token names (OpenID Connect Back-Channel Logout 1.0).",
    access: "public",
    changesRights: true,
    rateLimit: { max: 300, windowSeconds: 60, by: "address" },
    /** A form with the field `logout_token`. */
    bodyKind: "raw",
    status: 200,
    responseKind: "stream",
    errors: ["single_sign_on_off", "logout_token_invalid", "directory_unavailable"],
  }),
  getCurrentUser: defineRoute({
    method: "GET",
    path: "/api/auth/user",
    summary: "Get the signed-in person with roles, permissions and departments.",
    access: "signed-in",
    isOpenDuringSetup: true,
    isOpenBeforeNewPassword: true,
    rateLimit: rateLimits.read,
    status: 200,
    response: z.object({ user: viewerSchema }),
    errors: ["account_pending", "account_disabled"],
  }),
  updateCurrentUser: defineRoute({
    method: "PATCH",
    path: "/api/auth/user",
    summary: "Change the viewer's name or password. A new password ends all other sessions.",
    access: "signed-in",
    changesRights: true,
    isOpenBeforeNewPassword: true,
    // Only the password may change then.
    heldInMaintenance: ["name"],
    rateLimit: { max: 20, windowSeconds: 60, by: "viewer" },
    body: accountChangeSchema,
    status: 200,
    response: z.object({ user: viewerSchema }),
    errors: [
      "name_looks_taken",
      "current_password_wrong",
      "password_too_common",
      "password_unchanged",
      "managed_by_directory",
    ],
  }),
  endSession: defineRoute({
    method: "DELETE",
    path: "/api/auth/session",
    summary: "Sign out of this session.",
    access: "signed-in",
    changesRights: true,
    // Also for a person who must set up a second factor first.
    isOpenDuringSetup: true,
    isOpenBeforeNewPassword: true,
    rateLimit: rateLimits.write,
    status: 204,
    errors: [],
  }),
  listSessions: defineRoute({
    method: "GET",
    path: "/api/auth/sessions",
    summary: "List the viewer's active sessions, the current one first.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    status: 200,
    response: z.object({ sessions: z.array(sessionSummarySchema) }),
    errors: [],
  }),
  endSessions: defineRoute({
    method: "DELETE",
    path: "/api/auth/sessions",
    summary: "Sign out everywhere, including here.",
    access: "signed-in",
    changesRights: true,
    isOpenDuringSetup: true,
    isOpenBeforeNewPassword: true,
    rateLimit: rateLimits.write,
    status: 204,
    errors: [],
  }),
  endOneSession: defineRoute({
    method: "DELETE",
    path: "/api/auth/sessions/:sessionId",
    summary: "End one of the viewer's sessions.",
    access: "signed-in",
    changesRights: true,
    rateLimit: rateLimits.write,
    params: z.object({ sessionId: idSchema }),
    status: 204,
    errors: ["session_not_found"],
  }),
  dismissNotice: defineRoute({
    method: "DELETE",
    path: "/api/auth/notices/:noticeId",
    summary: "Mark a notice as read. Repeating it has no effect.",
    access: "signed-in",
    // Notices are part of the viewer.
    changesRights: true,
    rateLimit: rateLimits.write,
    params: z.object({ noticeId: idSchema }),
    status: 204,
    errors: [],
  }),
  startSecondFactor: defineRoute({
    method: "POST",
    path: "/api/auth/second-factor",
    summary:
      "Start setting up an authenticator app. Returns the secret, which takes effect once it is confirmed.",
    access: "signed-in",
    changesRights: true,
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
    errors: ["current_password_wrong", "sign_in_again", "second_factor_on", "passkey_setup_required"],
  }),
  confirmSecondFactor: defineRoute({
    method: "PUT",
    path: "/api/auth/second-factor",
    summary: "Finish setting up the authenticator app with its first code. Returns the recovery codes, once.",
    access: "signed-in",
    changesRights: true,
    isOpenDuringSetup: true,
    rateLimit: { max: 10, windowSeconds: 300, by: "viewer" },
    body: z.object({
      code: secondFactorCodeSchema,
      /** Signs the person out everywhere else, because those sessions were started without a code. */
      endOtherSessions: z.boolean().default(false),
    }),
    status: 200,
    response: z.object({ recoveryCodes: z.array(z.string()) }),
    errors: ["second_factor_wrong", "second_factor_on", "second_factor_off", "passkey_setup_required"],
  }),
  removeSecondFactor: defineRoute({
    method: "DELETE",
    path: "/api/auth/second-factor",
    summary: "Remove the authenticator app, with one of its codes or a recovery code.",
    access: "signed-in",
    changesRights: true,
    rateLimit: { max: 10, windowSeconds: 300, by: "viewer" },
    body: z.object({ currentPassword: z.string().max(1024), code: secondFactorCodeSchema }),
    status: 204,
    errors: [
      "current_password_wrong",
      "sign_in_again",
      "second_factor_off",
      "second_factor_needed",
      "second_factor_wrong",
      "second_factor_used",
    ],
  }),
};

const userIdOrOneself = z.object({ user_id: z.optional(idSchema) });

/** The remote procedures of section 7. About others they answer only to who may manage users or open the admin panel. */
export const procedureRoutes = {
  userHasActiveRoles: defineRoute({
    method: "POST",
    path: "/api/rpc/user_has_active_roles",
    summary: "Check whether a person has a role other than pending.",
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
    summary: "List a person's permissions, by default the viewer's, as pairs of resource and action.",
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
    summary: "Check whether a person has the permission for a resource and action.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    body: userIdOrOneself.extend({ resource_name: z.string().max(100), action_name: z.string().max(100) }),
    status: 200,
    response: z.boolean(),
    errors: ["user_not_found"],
  }),
};
