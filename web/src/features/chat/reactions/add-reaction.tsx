import type { Message } from "@atoll/contract/chat/schemas";
import { SmilePlus } from "lucide-react";
import { IconButton } from "../../../ui/icon-button.tsx";
import { EmojiPopover } from "./emoji-popover.tsx";
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
