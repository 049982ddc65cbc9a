import { z } from "zod";
import { isEmailAddress } from "../email.ts";
import { idSchema, instantSchema, namedSchema } from "../identifiers.ts";
import { noticeSchema } from "./notice-schema.ts";
import { preferencesSchema } from "./preferences-schema.ts";

export const departmentSchema = z.object({ id: idSchema, name: z.string(), slug: z.string() });
export type Department = z.infer<typeof departmentSchema>;

/** The signed-in person, with everything the browser needs to decide what to show. Specification, section 3. */
export const viewerSchema = z.object({
  id: idSchema,
  email: z.string(),
  name: z.string(),
  avatar: z.string().nullable(),
  role: z.enum(["USER", "ADMIN", "SUPER_ADMIN", "PENDING"]),
  roles: z.array(namedSchema),
  userRoles: z.array(z.object({ id: idSchema, userId: idSchema, roleId: idSchema, role: z.string() })),
  permissions: z.array(z.object({ resource: z.string(), action: z.string() })),
  departments: z.array(
    departmentSchema.extend({
      /** Where departments were found that became part of this one; left out by a version before. */
      formerSlugs: z.array(z.string()).optional(),
    }),
  ),
  /** False for somebody who only comes in through the company's sign-on. */
  hasPassword: z.boolean(),
  /** An authenticator app is set up. */
  hasSecondFactor: z.boolean(),
  /** A role asks for a second factor: one that is set up has to stay. */
  needsSecondFactor: z.boolean(),
  /**
   * A role asks for a second factor and none is set up, or only a passkey lets this person in and the session began
   * without one: nothing else works until that is done.
   */
  mustSetUpSecondFactor: z.boolean(),
  /** They have a passkey; left out by a version before, like the next. */
  hasPasskey: z.boolean().optional(),
  /** Only a passkey lets them in, by a role or by their own choice, and this session began without one. */
  mustUsePasskey: z.boolean().optional(),
  /** An administrator has changed how this person signs in: nothing else works until they have chosen a password. */
  mustChoosePassword: z.boolean(),
  /** Unread notices about changes to the account or its sessions, the newest first. */
  notices: z.array(noticeSchema),
  /** Set for a guest. */
  isGuest: z.literal(true).optional(),
  /** When the access of a guest ends. */
  guestUntil: instantSchema.optional(),
  /** How they read dates, times and numbers; left out by a version before. */
  preferences: preferencesSchema.optional(),
  createdAt: instantSchema,
  updatedAt: instantSchema,
  lastActive: instantSchema.nullable(),
});
export type Viewer = z.infer<typeof viewerSchema>;

export const sessionSchema = z.object({
  accessToken: z.string(),
  refreshToken: z.string(),
  tokenType: z.literal("bearer"),
  /** When the access token stops working. */
  expiresAt: instantSchema,
  expiresInSeconds: z.number().int(),
});
export type Session = z.infer<typeof sessionSchema>;

/** Sign-in texts of section 5. */
export const signInTexts = {
  emailRequired: "Email is required",
  emailInvalid: "Please enter a valid email address",
  passwordRequired: "Password is required",
} as const;

/** Used by the sign-in form and by the server, so that both say the same. */
export const passwordSignInSchema = z.object({
  email: z
    .string({ error: signInTexts.emailRequired })
    .trim()
    .min(1, signInTexts.emailRequired)
    .max(320, { error: signInTexts.emailInvalid, abort: true })
    .refine(isEmailAddress, signInTexts.emailInvalid),
  password: z
    .string({ error: signInTexts.passwordRequired })
    .min(1, signInTexts.passwordRequired)
    .max(1024, "This password is too long"),
});

/** Six digits of an authenticator app, or one of the recovery codes; spaces and dashes do not matter. */
export const secondFactorCodeSchema = z
  .string()
  .transform((text) => text.replace(/[\s-]/g, "").toLowerCase())
  .pipe(z.string().regex(/^([0-9]{6}|[0-9a-z]{10})$/, "A code has 6 digits, a recovery code 10 characters"));

/** The body of signing in with a password. The code is sent only after the server has asked for it. */
export const passwordGrantSchema = passwordSignInSchema.extend({
  secondFactorCode: secondFactorCodeSchema.optional(),
});

/** One of the viewer's sessions, as the list of them shows it. */
export const sessionSummarySchema = z.object({
  id: idSchema,
  /** Browser and system in words, such as "Chrome on Windows"; "Unknown browser" when it does not say. */
  device: z.string(),
  address: z.string(),
  createdAt: instantSchema,
  lastUsedAt: instantSchema,
  /** When it ends at the latest, however much it is used. */
  endsAt: instantSchema,
  isCurrent: z.boolean(),
  /** Notifications are pushed to it. */
  hasPush: z.boolean(),
});
export type SessionSummary = z.infer<typeof sessionSummarySchema>;

export const permissionPairSchema = z.object({ resource: z.string(), action: z.string() });

/** An address inside Atoll, such as the one that a visitor came from: a path, and never another site. */
export const localPathSchema = z
  .string()
  .max(2000)
  .regex(/^\/(?!\/)[^\\\s\p{Cc}]*$/u, "This should be an address inside Atoll");

export const refreshSchema = z.object({ refreshToken: z.string().min(1).max(512) });
