import { z } from "zod";
import { passwordTexts } from "./password-texts.ts";

/** A password that is about to be set. One that is only tried at signing in has no rules. */
export const newPasswordSchema = z
  .string({ error: passwordTexts.required })
  .min(1, passwordTexts.required)
  .min(10, passwordTexts.tooShort)
  .max(1024, passwordTexts.tooLong);
