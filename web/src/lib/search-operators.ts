/** One operator with its value, to its end or to a space. Values in quotes may hold spaces. */
export const operatorPiece = /(?<=^|\s)(-?)([\p{L}_]+)[:：](?:["“”]([^"“”]*)(?:["“”]|$)|(\S*))/gu;

/** Whether it is a day as the operators take it: "2026-11-01". */
export function isDay(value: string): boolean {
  const at = new Date(`${value}T00:00:00Z`);
  return (
    /^(19|20|21)\d\d-\d\d-\d\d$/.test(value) &&
    !Number.isNaN(at.getTime()) &&
    at.toISOString().startsWith(value)
  );
}

/**
 * Pure: what looks like an operator and is none, with the reason; the server looks for it as a word. `wanted` says what
 * each of the operators takes, `fits` whether a value is that.
 */
export function explainOperators(
  query: string,
  wanted: Readonly<Record<string, string>>,
  fits: (name: string, value: string) => boolean,
): string | null {
  for (const [whole, minus, name = "", quoted, bare = ""] of query.matchAll(operatorPiece)) {
    const value = quoted ?? bare;
    // An address, or a time, is nothing that somebody meant to narrow by.
    if (minus || fits(name, value) || value.startsWith("//") || /^\d/.test(name)) continue;
    const word = name.toLowerCase();
    const known = wanted[word];
    if (known) {
      // Somebody is about to write the value.
      if (value === "" && query.trimEnd().endsWith(whole)) continue;
      return `"${whole}" is looked for as a word: ${word}: takes ${known}.`;
    }
    if (value === "") continue;
    const names = Object.keys(wanted).map((each) => `${each}:`);
    return `"${whole}" is looked for as a word: there is no operator ${word}:. There are ${names.slice(0, -1).join(", ")} and ${names.at(-1)}.`;
  }
  return null;
}
