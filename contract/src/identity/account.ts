import { z } from "zod";
import { newPasswordSchema } from "./passwords.ts";

/** What a person changes of their own account; a new password wants the old one. */
export const accountChangeSchema = z
  .object({
    name: z.string().trim().min(1, "Name is required").max(200, "Use at most 200 characters").optional(),
    currentPassword: z.string().max(1024).optional(),
    password: newPasswordSchema.optional(),
  })
  .refine(({ password, currentPassword }) => password === undefined || currentPassword !== undefined, {
    path: ["currentPassword"],
    message: "Current password is required",
  });
