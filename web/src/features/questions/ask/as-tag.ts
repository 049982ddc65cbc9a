/**
 * Pure: what is typed as a name of a tag, as the contract has them: words with one dash, dot or plus between two of them.
 */
export function asTag(text: string, maxLength: number): string {
  const joined = text
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, (between) => (between === "." || between === "+" ? between : "-"))
    // A mark belongs to a letter before it.
    .replaceAll(/(?<![\p{L}\p{M}\p{N}])\p{M}+/gu, "")
    .replace(/^[-+.]+/, "");
  let name = "";
  for (const letter of joined) if (name.length + letter.length <= maxLength) name += letter;
  return name.replace(/[-+.]+$/, "");
}
