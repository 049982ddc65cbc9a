import { type ReactNode, useEffect, useLayoutEffect } from "react";
import { afterPaint } from "../../../lib/page/after-paint.ts";
import { MessageDialogs } from "../message/message-dialogs.tsx";
import { messageElement } from "../message/message-element.ts";
import type { MessageRow } from "../message/message-rows.ts";
import { MessageView } from "../message/message-view.tsx";
import { useLongPress } from "../message/use-long-press.ts";
import type { MessageWork } from "../message/use-message-work.ts";
import { useScrollAnchor } from "../message-list/use-scroll-anchor.ts";

export interface ThreadMessagesProps {
  /** The thread's root message, in a row of its own. */
  parent: MessageRow;
  rows: readonly MessageRow[];
  /** Shown between the message and the replies: their count, and the button for older ones. */
  divider: ReactNode;
  /** The reply to go to at opening. */
  messageId: string | null;
  work: MessageWork;
  isAtEnd: boolean;
  onAtEndChange: (isAtEnd: boolean) => void;
}

/** The distance that still counts as scrolled to the end. */
const endSlackPx = 32;

/** A message and its replies. The end stays in view while the person is at it. */
export function ThreadMessages(props: ThreadMessagesProps) {
  const { parent, rows, divider, messageId, work, isAtEnd, onAtEndChange } = props;
  const lastRow = rows.at(-1);
  const isOwnNew = lastRow?.item.kind === "pending";
  const hasTarget = messageId !== null && rows.some(({ id }) => id === messageId);
  useScrollAnchor(work.list, isAtEnd && rows.length > 0);
  useLayoutEffect(() => {
    const element = work.list.current;
    if (element && rows.length > 0 && isOwnNew) element.scrollTop = element.scrollHeight;
  }, [rows, isOwnNew, work.list]);
  useEffect(() => {
    if (!hasTarget || messageId === null) return undefined;
    const takeFocus = () => {
      const row = messageElement(work.list.current, messageId);
      if (!row || row.contains(document.activeElement)) return;
      row.scrollIntoView({ block: "center" });
      row.focus({ preventScroll: true });
    };
    takeFocus();
    // An invisible element cannot be focused, and a field that appeared with it may have taken the focus first.
    return afterPaint(() => void afterPaint(takeFocus));
  }, [hasTarget, messageId, work.list]);

  return (
    <div
      ref={work.list}
      {...useLongPress()}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain bg-surface py-2 [overflow-anchor:none]"
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
