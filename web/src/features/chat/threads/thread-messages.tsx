import { type ReactNode, useEffect, useLayoutEffect } from "react";
import { MessageDialogs } from "../conversation/message-dialogs.tsx";
import { messageElement } from "../conversation/message-element.ts";
import type { MessageRow } from "../conversation/message-rows.ts";
import { MessageView } from "../conversation/message-view.tsx";
import { useLongPress } from "../conversation/use-long-press.ts";
import type { MessageWork } from "../conversation/use-message-work.ts";

export interface ThreadMessagesProps {
  /** The message the thread hangs on, in a row of its own. */
  parent: MessageRow;
  rows: readonly MessageRow[];
  /** Stands between the message and the replies: their count, and the way to older ones. */
  divider: ReactNode;
  /** The reply to go to at opening. */
  messageId: string | null;
  work: MessageWork;
  isAtEnd: boolean;
  onAtEndChange: (isAtEnd: boolean) => void;
}

/** This close to the end counts as being there. */
const endSlackPx = 32;

/** A message and its replies. The end stays in view while the person is at it. */
export function ThreadMessages(props: ThreadMessagesProps) {
  const { parent, rows, divider, messageId, work, isAtEnd, onAtEndChange } = props;
  const lastRow = rows.at(-1);
  const isOwnNew = lastRow?.item.kind === "pending";
  const hasTarget = messageId !== null && rows.some(({ id }) => id === messageId);
  useLayoutEffect(() => {
    const element = work.list.current;
    if (element && rows.length > 0 && (isAtEnd || isOwnNew)) element.scrollTop = element.scrollHeight;
  }, [rows, isAtEnd, isOwnNew, work.list]);
  useEffect(() => {
    if (!hasTarget || messageId === null) return;
    const row = messageElement(work.list.current, messageId);
    row?.scrollIntoView({ block: "center" });
    row?.focus({ preventScroll: true });
  }, [hasTarget, messageId, work.list]);

  return (
    <div
      ref={work.list}
      {...useLongPress()}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain bg-surface py-2"
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) =>
        onAtEndChange(scrollHeight - scrollTop - clientHeight <= endSlackPx)
      }
    >
      <MessageView row={parent} isTabStop work={work} />
      {divider}
      {rows.map((row, index) => (
        <MessageView key={row.id} row={row} isTabStop={index === rows.length - 1} work={work} />
      ))}
      <MessageDialogs work={work} rows={[parent, ...rows]} />
    </div>
  );
}
