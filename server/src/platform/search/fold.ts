const unseen = /[\u0300-\u036f]|[\u00ad\u200b\u200c\u2060\ufeff]|\ufe0e|\ufe0f/g;
const others: Record<string, string> = {
  ...{ ø: "o", ł: "l", đ: "d", ð: "d", ħ: "h", ı: "i", ς: "σ", ß: "ss", æ: "ae", œ: "oe" },
};

/** A text as search compares it: what `search_fold` in the database makes of it. */
export function fold(text: string): string {
  return text
    .normalize("NFKD")
    .replace(unseen, "")
    .toLowerCase()
    .replace(/[øłđðħıςßæœ]/g, (letter) => others[letter] ?? letter)
    .normalize("NFKC")
    .replace(/\s+/g, " ");
}
