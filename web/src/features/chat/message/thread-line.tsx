import type { Message } from "@atoll/contract/chat/schemas";
import { ChevronRight } from "lucide-react";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { counted } from "../../../lib/counted.ts";
import { formatDay, formatTime, isSameDay } from "../../../lib/time/format-date.ts";
import { AvatarGroup } from "../../../ui/avatar/avatar-group.tsx";

/** Under a message with replies: who replied, how many, and when last. It opens the thread. */
export function ThreadLine({ message, onOpen }: { message: Message; onOpen: (message: Message) => void }) {
  const { thread } = message;
  if (!thread) return null;
  const { replyCount, lastReplyAt, repliers } = thread;
  const isToday = isSameDay(lastReplyAt, new Date().toISOString());
  return (
    <button
      type="button"
      onClick={() => onOpen(message)}
      className="mt-1 -ml-1 inline-flex h-7 items-center gap-2 rounded-sm pr-2 pl-1 text-xs [--av-edge:var(--surface)] hover:bg-surface-raised max-md:h-9"
    >
      <AvatarGroup
        people={repliers.map(({ id, name, avatar }) => ({ id, name: authorName({ id, name }), avatar }))}
        size={20}
      />
      <span className="font-semibold text-primary-text">{counted(replyCount, "reply")}</span>
      <span className="text-faint">
        Last reply {isToday ? formatTime(lastReplyAt) : formatDay(lastReplyAt)}
      </span>
      <ChevronRight className="size-3.5 text-faint" aria-hidden="true" />
    </button>
  );
}
