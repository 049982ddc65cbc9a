/** Characters that no system takes in names, that end a line, or that change the direction of text. */
const refused = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff/\\:*?"<>|]+/gu;
/** Names of devices on Windows, with any extension. */
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/**
 * Returns a title as the name of a file without its extension, on every system. Letters keep their accents and vowel
 * signs, also where a long title is cut.
 * @param standIn the name for a title that has nothing to keep.
 */
export function fileNameOf(title: string, standIn: string, most = 80): string {
  const clean = title.toWellFormed().slice(0, 1000).normalize("NFC").replace(refused, "-");
  const letters = [...clean.replace(/^[\s.-]+/, "")];
  let end = Math.min(most, letters.length);
  // A mark belongs to the letter before it.
  while (end > 0 && /^[\p{M}\u200c\u200d]/u.test(letters[end] ?? "")) end -= 1;
  const name = letters
    .slice(0, end)
    .join("")
    .replace(/[\s.-]+$/, "");
  return name === "" ? standIn : name.replace(devices, "$&_");
}
