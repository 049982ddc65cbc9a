import { z } from "zod";

/** Rules of NIST SP 800-63B: long enough, nothing about its composition, none of the commonest (checked by the server). */
export const passwordTexts = {
  required: "Password is required",
  tooShort: "Use at least 10 characters",
  tooLong: "Use at most 1024 characters",
} as const;

/** A password that is about to be set. One that is only tried at signing in has no rules. */
export const newPasswordSchema = z
  .string({ error: passwordTexts.required })
  .min(1, passwordTexts.required)
  .min(10, passwordTexts.tooShort)
  .max(1024, passwordTexts.tooLong);
