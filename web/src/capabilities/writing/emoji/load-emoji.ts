import type { EmojiData } from "frimousse";

/** Flags of regions and skin tones by themselves are in the list without a group: nobody picks those. */
const hiddenGroups = new Set([2]);

/** The emoji by their English names, from our own files: the browser asks no other host. */
export async function loadEmoji(): Promise<EmojiData> {
  const [{ default: all }, { default: texts }] = await Promise.all([
    import("emojibase-data/en/compact.json"),
    import("emojibase-data/en/messages.json"),
  ]);
  const emojis = all.flatMap((one): EmojiData["emojis"] => {
    if (one.group === undefined || hiddenGroups.has(one.group)) return [];
    return [{ emoji: one.unicode, category: one.group, label: one.label, version: 1, tags: one.tags ?? [] }];
  });
  const categories = texts.groups
    .filter(({ order }) => !hiddenGroups.has(order))
    .map(({ order, message }) => ({ index: order, label: sentence(message) }));
  return { locale: "en", emojis, categories, skinTones };
}

const skinTones = {
  light: "Light",
  "medium-light": "Medium-light",
  medium: "Medium",
  "medium-dark": "Medium-dark",
  dark: "Dark",
};

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
