import { canChangeMessage } from "@atoll/contract/chat/policy";
import type { Message } from "@atoll/contract/chat/schemas";
import { Pencil, Trash2 } from "lucide-react";
import { IconButton } from "../../../ui/icon-button.tsx";
import { useChat } from "../chat-provider.tsx";
import type { MessageWork } from "./use-message-work.ts";

/** What can be done with a message: a bar at its upper right, on hover, on focus, and on touch after a tap. */
export function MessageActions({ message, work }: { message: Message; work: MessageWork }) {
  const { viewer } = useChat();
  if (!canChangeMessage(viewer, message)) return null;
  return (
    <div
      className={
        "invisible absolute -top-4 right-4 z-1 flex rounded-md border border-strong bg-surface-raised p-px shadow-2 " +
        "md:right-5 group-hover/message:visible group-focus-within/message:visible"
      }
    >
      <IconButton label="Edit message" icon={Pencil} size="sm" onClick={() => work.startEditing(message)} />
      <IconButton label="Delete message" icon={Trash2} size="sm" onClick={() => work.askToDelete(message)} />
    </div>
  );
}
