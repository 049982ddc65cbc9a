import { z } from "zod";

export const nameTexts = {
  required: "Name is required",
  unseen: "This has a character that cannot be seen, or that turns others round. Type the name anew.",
} as const;

/**
 * A name that people choose, of a person, a channel, a role or a department: a line of characters that can be seen.
 * Whoever reads it must be able to tell it from another, so nothing counts that takes no room or turns the direction of
 * what stands around it; spaces of every kind are one space, and a letter with its marks is written in one way.
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

/** What writing needs of them: inside emoji, and between letters of scripts that join. */
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
