import { newPasswordSchema } from "@atoll/contract/identity/passwords";
import { passwordSignInSchema, secondFactorCodeSchema } from "@atoll/contract/identity/schemas";
import { z } from "zod";

/** The schemas of signing in and of its means, in a file of their own, because pages are shown before they are loaded. */
export const credentialsSchema = passwordSignInSchema;
export const codeSchema = z.object({ code: secondFactorCodeSchema });
export const passwordChangeSchema = z.object({
  currentPassword: z.string().min(1, "Current password is required"),
  password: newPasswordSchema,
});
export const proofSchema = passwordChangeSchema.pick({ currentPassword: true });
export const scanSchema = codeSchema.extend({ endOtherSessions: z.boolean() });
