/** Accents, the vowel signs of Hebrew and Arabic, and what is not seen. */
const unseen =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed]|[\u00ad\u200b\u200c\u2060\ufeff]|\ufe0e|\ufe0f/g;
const others: Record<string, string> = {
  ...{ ø: "o", ł: "l", đ: "d", ð: "d", ħ: "h", ı: "i", ς: "σ", ß: "ss", æ: "ae", œ: "oe" },
  ...{ ʼ: "'", "‘": "'", "’": "'", "‛": "'", "“": '"', "”": '"', "„": '"', "‟": '"', "‐": "-" },
};

/** A text as search compares it: what `search_fold` in the database makes of it. */
export function fold(text: string): string {
  return text
    .normalize("NFKD")
    .replace(unseen, "")
    .toLowerCase()
    .replace(/[øłđðħıςßæœʼ‘’‛“”„‟‐]/g, (letter) => others[letter] ?? letter)
    .normalize("NFKC")
    .replace(/\s+/g, " ");
}
