import {
  type Emoji,
  type EmojiData,
  EmojiPicker,
  type EmojiPickerListCategoryHeaderProps,
  type EmojiPickerListEmojiProps,
} from "frimousse";

/** Flags of regions and skin tones by themselves are in the list without a group: nobody picks those. */
const hiddenGroups = new Set([2]);

/** The emoji by their English names, from our own files: the browser asks no other host. */
async function loadEmoji(): Promise<EmojiData> {
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

/** All emoji, to be searched by name. */
export function EmojiList({ onPick }: { onPick: (emoji: string) => void }) {
  return (
    <EmojiPicker.Root
      resolveEmojiData={loadEmoji}
      columns={8}
      onEmojiSelect={(picked: Emoji) => onPick(picked.emoji)}
      className="flex h-72 w-[288px] flex-col"
    >
      <EmojiPicker.Search
        // Typing searches at once. On touch devices the keyboard would cover the emoji.
        ref={takeKeyboard}
        aria-label="Search emoji"
        placeholder="Search emoji"
        className="field-box mb-2 h-8 flex-none rounded-sm px-2.5 text-sm outline-none max-md:text-lg"
      />
      <EmojiPicker.Viewport className="min-h-0 flex-1 outline-none">
        <EmojiPicker.Loading className="grid size-full place-items-center text-muted text-xs">
          Loading emoji
        </EmojiPicker.Loading>
        <EmojiPicker.Empty className="grid size-full place-items-center text-muted text-xs">
          No emoji found
        </EmojiPicker.Empty>
        <EmojiPicker.List components={components} />
      </EmojiPicker.Viewport>
    </EmojiPicker.Root>
  );
}

function takeKeyboard(field: HTMLInputElement | null): void {
  if (matchMedia("(pointer: fine)").matches) field?.focus({ preventScroll: true });
}

function CategoryHeader({ category, ...header }: EmojiPickerListCategoryHeaderProps) {
  return (
    <div {...header} className="bg-surface-raised px-1 py-1 font-semibold text-2xs text-faint">
      {category.label}
    </div>
  );
}

function EmojiButton({ emoji, ...button }: EmojiPickerListEmojiProps) {
  return (
    <button
      {...button}
      className="grid size-9 place-items-center rounded-sm text-lg data-active:bg-surface-active"
    >
      {emoji.emoji}
    </button>
  );
}

const components = { CategoryHeader, Emoji: EmojiButton };
