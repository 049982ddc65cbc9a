import { z } from "zod";
import { nameSchema } from "../text/names.ts";
import { newPasswordSchema } from "./passwords.ts";

export const personNameMaxLength = 200;

/** Changes people make to their own account. A new password requires the current one. */
export const accountChangeSchema = z
  .object({
    name: nameSchema(personNameMaxLength).optional(),
    currentPassword: z.string().max(1024).optional(),
    password: newPasswordSchema.optional(),
  })
  .refine(({ password, currentPassword }) => password === undefined || currentPassword !== undefined, {
    path: ["currentPassword"],
    message: "Current password is required",
  });
