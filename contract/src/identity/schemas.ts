import { z } from "zod";
import { idSchema, instantSchema } from "../identifiers.ts";

export const departmentSchema = z.object({ id: idSchema, name: z.string(), slug: z.string() });
export type Department = z.infer<typeof departmentSchema>;

/** The signed-in person, with everything the browser needs to decide what to show. Specification, section 3. */
export const viewerSchema = z.object({
  id: idSchema,
  email: z.string(),
  name: z.string(),
  avatar: z.string().nullable(),
  role: z.enum(["USER", "ADMIN", "SUPER_ADMIN", "PENDING"]),
  roles: z.array(z.object({ id: idSchema, name: z.string() })),
  userRoles: z.array(z.object({ id: idSchema, userId: idSchema, roleId: idSchema, role: z.string() })),
  permissions: z.array(z.object({ resource: z.string(), action: z.string() })),
  departments: z.array(departmentSchema),
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
    .max(320, signInTexts.emailInvalid)
    .regex(/^\S+@\S+\.\S+$/, signInTexts.emailInvalid),
  password: z
    .string({ error: signInTexts.passwordRequired })
    .min(1, signInTexts.passwordRequired)
    .max(1024, "This password is too long"),
});

export const refreshSchema = z.object({ refreshToken: z.string().min(1).max(512) });
