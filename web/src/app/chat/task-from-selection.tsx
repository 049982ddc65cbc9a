import { ListPlus } from "lucide-react";
import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { authorName } from "../../capabilities/people/author-name.ts";
import { channelTitle } from "../../features/chat/channel-list/channel-title.ts";
import type { SelectedText } from "../../features/chat/selection/selected-text.ts";
import { type SelectedPlace, useSelectedText } from "../../features/chat/selection/use-selected-text.ts";
import { useChannel } from "../../features/chat/session/use-channels.ts";
import { CreateTaskDialog } from "../../features/tasks/create/create-task-dialog.tsx";
import { formatDate, formatTime, isSameDay } from "../../lib/time/format-date.ts";
import { floatingSurface } from "../../ui/base/floating.ts";
import { place } from "../../ui/base/place.ts";
import { Button } from "../../ui/button/button.tsx";
import type { TaskInMaking } from "./task-in-making.ts";

export interface TaskFromSelectionProps {
  /** Null: none is being made. */
  making: TaskInMaking | null;
  onBegin: (selected: SelectedText) => void;
  onClose: () => void;
}

/** A button at what is selected in messages, and the dialog that it opens. */
export function TaskFromSelection({ making, onBegin, onClose }: TaskFromSelectionProps) {
  const offer = useRef<HTMLDivElement>(null);
  const marked = useSelectedText(offer);
  // The last one stays in the dialog while that fades.
  const [shown, setShown] = useState(making);
  if (making && making !== shown) setShown(making);
  return (
    <>
      {marked && !making && <SelectionButton ref={offer} marked={marked} onBegin={onBegin} />}
      {shown && <Making key={shown.taskId} making={shown} isOpen={making !== null} onClose={onClose} />}
    </>
  );
}

function SelectionButton({
  ref: surface,
  marked: { selected, box },
  onBegin,
}: {
  ref: RefObject<HTMLDivElement | null>;
  marked: SelectedPlace;
  onBegin: (selected: SelectedText) => void;
}) {
  useLayoutEffect(() => {
    const element = surface.current;
    if (!element) return;
    const { width, height } = element.getBoundingClientRect();
    // Below: above it, phones show their own menu.
    const at = place(box, { width, height }, { width: innerWidth, height: innerHeight }, "bottom");
    Object.assign(element.style, { top: `${at.top}px`, left: `${at.left}px` });
  }, [surface, box]);
  return createPortal(
    <div ref={surface} className={`fixed z-popover p-px ${floatingSurface}`}>
      <Button
        variant="ghost"
        size="sm"
        icon={ListPlus}
        // A press would take the selection away.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onBegin(selected)}
      >
        Create task
      </Button>
    </div>,
    document.body,
  );
}

function Making({
  making: { taskId, text, message },
  isOpen,
  onClose,
}: {
  making: TaskInMaking;
  isOpen: boolean;
  onClose: () => void;
}) {
  const channel = useChannel(message.channelId);
  const name = authorName(message.author);
  const where = !channel
    ? ""
    : channel.type === "DIRECT"
      ? " in a direct chat"
      : ` in ${channelTitle(channel)}`;
  const time = formatTime(message.createdAt);
  const when = isSameDay(message.createdAt, new Date()) ? time : `${formatDate(message.createdAt)} ${time}`;
  return (
    <CreateTaskDialog
      open={isOpen}
      onOpenChange={(open) => !open && onClose()}
      taskId={taskId}
      text={text}
      source={{
        messageId: message.id,
        author: { id: message.author.id, name },
        line: `From ${name}${where}, ${when}`,
      }}
    />
  );
}
