import { Smile } from "lucide-react";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { EmojiPopover } from "./emoji-popover.tsx";

export interface EmojiButtonProps {
  onPick: (emoji: string) => void;
}

/** Opens the emoji to write into a text. */
export function EmojiButton({ onPick }: EmojiButtonProps) {
  return <EmojiPopover trigger={<IconButton label="Add emoji" icon={Smile} size="sm" />} onPick={onPick} />;
}
