/** Scripts whose words are written without spaces between them, or that add endings directly to a name. */
const spaceless =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Bopomofo}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}";

/**
 * The characters before which an @ belongs to a longer word, such as an address, for a character class of a regular
 * expression with the flag `u`. A letter of another script than Latin ends a word there.
 */
export const beforeAt = "\\p{Script=Latin}\\p{N}_@";

/** A pattern that matches where a word goes on: no name ends before one. */
export const wordGoesOn = `(?![${spaceless}])[\\p{L}\\p{M}\\p{N}_]`;
