export interface NamedEmoji {
  emoji: string;
  name: string;
}

let names: readonly NamedEmoji[] | null = null;

/** The emoji under the names that are written between colons. Loaded when the first is asked for. */
export async function loadEmojiNames(): Promise<readonly NamedEmoji[]> {
  if (names) return names;
  const [{ default: all }, { default: byCode }] = await Promise.all([
    import("emojibase-data/en/compact.json"),
    import("emojibase-data/en/shortcodes/github.json"),
  ]);
  const codes: Record<string, string | string[] | undefined> = byCode;
  names = all.flatMap(({ hexcode, unicode }) =>
    [codes[hexcode] ?? []].flat().map((name) => ({ emoji: unicode, name })),
  );
  return names;
}

/** The emoji of exactly this name, if the names are there. */
export function emojiOfName(name: string): string | undefined {
  const wanted = name.toLowerCase();
  return names?.find((one) => one.name === wanted)?.emoji;
}

/** Those whose name begins with the query, then those that hold it elsewhere; short names first. */
export function findEmoji(all: readonly NamedEmoji[], query: string, max: number): NamedEmoji[] {
  const wanted = query.toLowerCase();
  const found = all.filter(({ name }) => name.includes(wanted));
  const rank = ({ name }: NamedEmoji) => (name.startsWith(wanted) ? 0 : 100) + name.length;
  return found.toSorted((a, b) => rank(a) - rank(b)).slice(0, max);
}
