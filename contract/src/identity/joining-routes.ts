import { z } from "zod";
import { instantSchema } from "../identifiers.ts";
import { defineRoute } from "../route.ts";
import { nameSchema } from "../text/names.ts";
import { personNameMaxLength } from "./account.ts";
import { newPasswordSchema } from "./passwords.ts";
import { sessionSchema, viewerSchema } from "./schemas.ts";

/** The secret of a mailed or copied link, which the page has after the # of its address. */
const linkTokenSchema = z.string().max(200);

/** The form of somebody who was invited. */
export const joiningFormSchema = z.object({
  name: nameSchema(personNameMaxLength, "Full name is required"),
  password: newPasswordSchema,
});

/** The form for a new password after a mailed link. */
export const passwordResetFormSchema = z.object({ password: newPasswordSchema });

/** Coming in by a link: accepting an invitation, and choosing a new password. Used, expired and unknown look the same. */
export const joiningRoutes = {
  readInvitation: defineRoute({
    method: "POST",
    path: "/api/auth/invitations/reading",
    summary: "Get what an invited person is shown before they accept.",
    access: "public",
    inMaintenance: "open",
    rateLimit: { max: 60, windowSeconds: 60, by: "address" },
    body: z.object({ token: linkTokenSchema }),
    status: 200,
    response: z.object({
      email: z.string(),
      /** As the administrator wrote it; empty if there is none. */
      name: z.string(),
      invitedBy: z.string(),
      expiresAt: instantSchema,
    }),
    errors: ["link_not_valid"],
  }),
  acceptInvitation: defineRoute({
    method: "POST",
    path: "/api/auth/invitations/acceptance",
    summary: "Accept an invitation: create the account, and sign in.",
    access: "public",
    changesRights: true,
    inMaintenance: "open",
    rateLimit: { max: 30, windowSeconds: 60, by: "address" },
    body: joiningFormSchema.extend({ token: linkTokenSchema }),
    status: 201,
    response: z.object({
      session: sessionSchema,
      user: viewerSchema,
      /** The page to go to: a channel to say hello in, or the dashboard. */
      landing: z.string(),
    }),
    errors: [
      "link_not_valid",
      "invitation_refused",
      "password_too_common",
      "name_looks_taken",
      "guest_name_taken",
    ],
  }),
  requestPasswordReset: defineRoute({
    method: "POST",
    path: "/api/auth/password-resets",
    summary: "Ask for a link to choose a new password. The answer is the same for every address.",
    access: "public",
    inMaintenance: "open",
    rateLimit: { max: 20, windowSeconds: 60, by: "address" },
    body: z.object({ email: z.string().trim().toLowerCase().min(3).max(320) }),
    status: 204,
    errors: ["mail_off"],
  }),
  checkPasswordReset: defineRoute({
    method: "POST",
    path: "/api/auth/password-resets/check",
    summary: "Check that a mailed link works, before a new password is chosen.",
    access: "public",
    inMaintenance: "open",
    rateLimit: { max: 60, windowSeconds: 60, by: "address" },
    body: z.object({ token: linkTokenSchema }),
    status: 204,
    errors: ["link_not_valid"],
  }),
  resetPassword: defineRoute({
    method: "POST",
    path: "/api/auth/password-resets/use",
    summary: "Choose a new password with a mailed link. All sessions of the person end.",
    access: "public",
    changesRights: true,
    inMaintenance: "open",
    rateLimit: { max: 30, windowSeconds: 60, by: "address" },
    body: passwordResetFormSchema.extend({ token: linkTokenSchema }),
    status: 204,
    errors: ["link_not_valid", "password_too_common"],
  }),
};
