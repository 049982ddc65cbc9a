import { canChangeMessage } from "@atoll/contract/chat/policy";
import type { Message } from "@atoll/contract/chat/schemas";
import { Ellipsis, ListPlus, MessageSquareReply, Pencil } from "lucide-react";
import { useState } from "react";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { Menu } from "../../../ui/popup/menu.tsx";
import { AddReaction } from "../reactions/add-reaction.tsx";
import { useCreateTask } from "../selection/create-task.ts";
import { textOfMessage } from "../selection/selected-text.ts";
import { useChat } from "../session/chat-provider.tsx";
import { useMessageMenu } from "./use-message-menu.ts";
import type { MessageWork } from "./use-message-work.ts";

export interface MessageActionsProps {
  message: Message;
  work: MessageWork;
}

/** The actions for a message: a bar at its top right, on hover, on focus, and on touch after a tap. */
export function MessageActions({ message, work }: MessageActionsProps) {
  const { viewer, channels } = useChat();
  const { openThread } = work;
  const createTask = useCreateTask();
  const [isWanted, setIsWanted] = useState(false);
  const menu = useMessageMenu(message, work, isWanted);
  const want = () => setIsWanted(true);
  // There, the server takes neither.
  const isArchived = typeof channels.find(message.channelId)?.archivedAt === "string";
  return (
    <div
      className={
        "invisible absolute -top-4 right-4 z-1 flex rounded-md border border-strong bg-surface-raised p-px shadow-2 " +
        "md:right-5 group-hover/message:visible group-focus-within/message:visible has-data-popup-open:visible"
      }
    >
      {!isArchived && <AddReaction message={message} />}
      {openThread && message.parentId === null && (
        <IconButton
          label="Reply in thread"
          icon={MessageSquareReply}
          size="sm"
          onClick={() => openThread(message)}
        />
      )}
      {createTask && (
        <IconButton
          label="Create task"
          icon={ListPlus}
          size="sm"
          // A press would clear the selection.
          onMouseDown={(event) => event.preventDefault()}
          onClick={({ currentTarget }) => {
            const selected = textOfMessage(message);
            // Where the focus comes back to: this bar is out of sight while the focus is elsewhere.
            currentTarget.closest("article")?.focus({ preventScroll: true });
            createTask(selected);
          }}
        />
      )}
      {!isArchived && canChangeMessage(viewer, message) && (
        <IconButton label="Edit message" icon={Pencil} size="sm" onClick={() => work.startEditing(message)} />
      )}
      <Menu
        label="More actions"
        trigger={
          <IconButton
            label="More actions"
            icon={Ellipsis}
            size="sm"
            onPointerEnter={want}
            onFocus={want}
            onClick={want}
          />
        }
        items={menu}
      />
    </div>
  );
}
