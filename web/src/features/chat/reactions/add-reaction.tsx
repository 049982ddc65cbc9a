import type { Message } from "@atoll/contract/chat/schemas";
import { SmilePlus } from "lucide-react";
import { EmojiPopover } from "../../../capabilities/writing/emoji/emoji-popover.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { useToggleReaction } from "./use-toggle-reaction.ts";

/** Opens the emoji to react to a message with. */
export function AddReaction({ message, className }: { message: Message; className?: string }) {
  const toggle = useToggleReaction(message);
  return (
    <EmojiPopover
      trigger={<IconButton label="Add reaction" icon={SmilePlus} size="sm" className={className} />}
      onPick={toggle}
    />
  );
}
