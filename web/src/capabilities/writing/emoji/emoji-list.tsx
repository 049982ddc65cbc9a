import {
  type Emoji,
  EmojiPicker,
  type EmojiPickerListCategoryHeaderProps,
  type EmojiPickerListEmojiProps,
} from "frimousse";
import { loadEmoji } from "./load-emoji.ts";

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
