import { z } from "zod";
import { defineRoute, rateLimits } from "../route.ts";
import { sessionSchema, viewerSchema } from "./schemas.ts";

export const identityRoutes = {
  createToken: defineRoute({
    method: "POST",
    path: "/api/auth/token",
    summary: "Sign in with a password, or exchange a refresh token for a new session.",
    access: "public",
    // A whole office may share one address; guessing at one account is held back by a limit of its own.
    rateLimit: { max: 300, windowSeconds: 60, by: "address" },
    query: z.object({ grant_type: z.enum(["password", "refresh_token"]) }),
    /** `password` wants email and password, `refresh_token` wants refreshToken; each is checked in full. */
    body: z.object({
      email: z.string().optional(),
      password: z.string().optional(),
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
    ],
  }),
  getCurrentUser: defineRoute({
    method: "GET",
    path: "/api/auth/user",
    summary: "The signed-in person, with roles, permissions and departments.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    status: 200,
    response: z.object({ user: viewerSchema }),
    errors: ["account_pending", "account_disabled"],
  }),
  endSession: defineRoute({
    method: "DELETE",
    path: "/api/auth/session",
    summary: "Sign out of this session.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    status: 204,
    errors: [],
  }),
};
