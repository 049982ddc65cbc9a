import { z } from "zod";

export const nameTexts = {
  required: "Name is required",
  unseen: "This name contains invisible or reversed characters. Type it again.",
} as const;

/**
 * A name that people choose, for a person, channel, role or department: one line of visible characters. Readers must be
 * able to tell names apart, so invisible characters and changes of direction are not allowed. All kinds of spaces
 * become one space, and a letter with diacritics has one normalized form.
 * @param maxLength in characters.
 */
export function nameSchema(maxLength: number, required: string = nameTexts.required) {
  const tooLong = `Use at most ${maxLength} characters`;
  return (
    z
      .string({ error: required })
      // Before anything looks at each character: to put marks in order takes long where there are thousands.
      .max(4 * maxLength, { error: tooLong, abort: true })
      .overwrite(tidy)
      .min(1, { error: required, abort: true })
      .max(maxLength, tooLong)
      .refine((name) => !hasUnseen(name), nameTexts.unseen)
  );
}

function tidy(text: string): string {
  return text
    .normalize("NFC")
    .replace(/\p{Zs}+/gu, " ")
    .trim();
}

/** Control and formatting characters, those that browsers draw nothing for, and a blank of braille. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Invisible characters that writing needs: inside emoji, and between the letters of joining scripts. */
const needed = new RegExp(
  [
    "(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\uFE0F])\\u200D(?=\\p{Extended_Pictographic})",
    "(?<=\\p{Extended_Pictographic})\\uFE0F",
    "(?<=[0-9#*])\\uFE0F(?=\\u20E3)",
    "(?<=\\p{L}\\p{M}?)(?<=[\\p{scx=Arab}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Mlym}\\p{scx=Sinh}\\p{scx=Knda}\\p{scx=Taml}\\p{scx=Telu}])[\\u200C\\u200D](?=\\p{L})",
  ].join("|"),
  "gu",
);

function hasUnseen(name: string): boolean {
  // Marks alone have nothing to stand on.
  return unseen.test(name.replace(needed, "")) || !/[\p{L}\p{N}\p{P}\p{S}]/u.test(name);
}
