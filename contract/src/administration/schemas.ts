import { z } from "zod";
import { departmentSlug } from "../departments.ts";
import { isEmailAddress } from "../email.ts";
import { idSchema, instantSchema, namedSchema } from "../identifiers.ts";
import { personNameMaxLength } from "../identity/account.ts";
import { newPasswordSchema } from "../identity/passwords.ts";
import { permissionPairSchema } from "../identity/schemas.ts";
import { nameSchema } from "../text/names.ts";

/** An account as the administration sees it. Specification, section 3 (admin user view). */
export const adminUserSchema = z.object({
  id: idSchema,
  email: z.string(),
  name: z.string(),
  avatar: z.string().nullable(),
  roles: z.array(namedSchema),
  departments: z.array(namedSchema),
  isDisabled: z.boolean(),
  hasSecondFactor: z.boolean(),
  /** The directory that has the name and the address, and whether the person is active there. */
  directory: namedSchema.extend({ isActive: z.boolean() }).nullable(),
  /** The mail server's answer that there is no such address. */
  mailRefusal: z.string().nullable(),
  /** Grows with every change; an edit says which one it saw. */
  version: z.number().int(),
  createdAt: instantSchema,
  updatedAt: instantSchema,
  lastActive: instantSchema.nullable(),
  /** Whether the viewer may change this account. The server checks again. */
  canEdit: z.boolean(),
  canDelete: z.boolean(),
  /** Whether the viewer may change how this person signs in: password, email, second factor. */
  canResetSignIn: z.boolean(),
});
export type AdminUser = z.infer<typeof adminUserSchema>;

export const adminRoleSchema = z.object({
  id: idSchema,
  name: z.string(),
  description: z.string(),
  department: namedSchema.nullable(),
  isBuiltIn: z.boolean(),
  requiresSecondFactor: z.boolean(),
  /** Only a passkey lets its people in: one that nobody can be tricked into giving away. */
  requiresPasskey: z.boolean(),
  permissions: z.array(permissionPairSchema),
  /** How many people hold it. */
  holderCount: z.number().int(),
  version: z.number().int(),
  /** Whether the viewer may give this role to people. */
  canAssign: z.boolean(),
});
export type AdminRole = z.infer<typeof adminRoleSchema>;

export const adminDepartmentSchema = z.object({
  id: idSchema,
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  memberCount: z.number().int(),
  version: z.number().int(),
});
export type AdminDepartment = z.infer<typeof adminDepartmentSchema>;

export const adminTexts = {
  nameRequired: "Full name is required",
  emailRequired: "Email is required",
  emailInvalid: "Please enter a valid email address",
  unprintable: "This has a character that cannot be shown",
} as const;

export const accountNameSchema = nameSchema(personNameMaxLength, adminTexts.nameRequired);

/** Bots have an account, which needs an address: one that no mail can reach. */
export const botAddressEnding = "@bots.invalid";

export const accountEmailSchema = z
  .string({ error: adminTexts.emailRequired })
  .trim()
  .toLowerCase()
  .min(1, adminTexts.emailRequired)
  .max(320, { error: adminTexts.emailInvalid, abort: true })
  // A control character cannot be typed at signing in.
  .refine((text) => isEmailAddress(text) && !/\p{Cc}/u.test(text), adminTexts.emailInvalid)
  // No person has the address of a bot.
  .refine((text) => !text.endsWith(botAddressEnding), adminTexts.emailInvalid);

/** The Create Employee form. Specification, section 5. No role chosen gives the role `user`. */
export const newEmployeeSchema = z.object({
  name: accountNameSchema,
  email: accountEmailSchema,
  password: newPasswordSchema,
  roleIds: z.array(idSchema).max(50).default([]),
  departmentIds: z.array(idSchema).max(100).default([]),
});
export type NewEmployee = z.input<typeof newEmployeeSchema>;

export const roleNameSchema = nameSchema(100);

/** A department's name also makes the address of its pages. */
export const departmentNameSchema = roleNameSchema.refine((name) => departmentSlug(name) !== "", {
  message: "Use at least one letter or digit",
  // Without a name there is one thing to say.
  when: ({ issues }) => issues.length === 0,
});

/** May have lines, and nothing else that cannot be shown. */
export const descriptionSchema = z
  .string()
  .trim()
  .max(500, "Use at most 500 characters")
  .regex(/^[\P{Cc}\n\r\t]*$/u, adminTexts.unprintable);

/** How the table of users may be sorted. */
export const userSorts = ["name", "email", "lastActive", "createdAt"] as const;

/** One link of the chain that answers "why can this person see this?". */
export const explanationStepSchema = z.object({
  /** The kind of thing that was checked, such as "account", "role", "permission" or "membership". */
  kind: z.enum(["account", "role", "permission", "membership", "rule"]),
  outcome: z.enum(["grants", "denies", "neutral"]),
  text: z.string(),
});
export type ExplanationStep = z.infer<typeof explanationStepSchema>;
