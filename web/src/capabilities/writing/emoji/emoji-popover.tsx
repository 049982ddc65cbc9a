import type { ReactElement } from "react";
import { lazyPart, useLazyPart } from "../../../ui/base/lazy-part.ts";
import { Popover } from "../../../ui/popup/popover.tsx";
import type { PopoverProps } from "../../../ui/popup/popover-props.ts";

const listPart = lazyPart(() => import("./emoji-list.tsx"));
/** Asked for most. */
const quick = [
  { emoji: "👍", label: "Thumbs up" },
  { emoji: "❤️", label: "Heart" },
  { emoji: "😂", label: "Tears of joy" },
  { emoji: "🎉", label: "Party popper" },
  { emoji: "👀", label: "Eyes" },
  { emoji: "🙏", label: "Folded hands" },
];

export interface EmojiPopoverProps {
  trigger: PopoverProps["trigger"];
  onPick: (emoji: string) => void;
}

/** Six emoji at hand, and all others below. */
export function EmojiPopover({ trigger, onPick }: EmojiPopoverProps): ReactElement {
  return (
    <Popover label="Pick an emoji" trigger={trigger}>
      {(close) => (
        <EmojiChoice
          onPick={(emoji) => {
            close();
            onPick(emoji);
          }}
        />
      )}
    </Popover>
  );
}

function EmojiChoice({ onPick }: Pick<EmojiPopoverProps, "onPick">) {
  const part = useLazyPart(listPart, true, () => undefined);
  return (
    <div>
      <div className="mb-2 flex justify-between">
        {quick.map(({ emoji, label }) => (
          <button
            key={emoji}
            type="button"
            aria-label={label}
            onClick={() => onPick(emoji)}
            className="grid size-9 place-items-center rounded-sm text-lg hover:bg-surface-active"
          >
            {emoji}
          </button>
        ))}
      </div>
      {part ? <part.EmojiList onPick={onPick} /> : <div className="h-72 w-[288px]" />}
    </div>
  );
}
