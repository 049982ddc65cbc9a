/** Characters of a long message before the first match. */
const leadLength = 24;
const maxLength = 240;

/** The part of a message that a hit shows: one line, around the first word that was found. */
export function hitText(content: string, words: readonly string[]): string {
  const line = content.replace(/\s+/g, " ").trim();
  const lower = line.toLowerCase();
  const places = words.map((word) => lower.indexOf(word.toLowerCase())).filter((at) => at !== -1);
  const first = places.length > 0 ? Math.min(...places) : 0;
  if (first <= leadLength) return line.slice(0, maxLength);
  const space = line.indexOf(" ", first - leadLength);
  const from = space === -1 || space >= first ? first : space + 1;
  return `… ${line.slice(from, from + maxLength)}`;
}
