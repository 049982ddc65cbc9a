import { z } from "zod";

/** One or a few emoji as typed by a picker; never text to be shown as markup. A digit is one with its keycap only. */
export const emojiSchema = z
  .string()
  .min(1)
  .max(32)
  .regex(
    /^(?=.*(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3))(?:\p{Extended_Pictographic}|\p{Emoji_Component})+$/u,
    "This is not an emoji",
  );
