import { memo } from "react";
import { cx } from "../../../ui/base/cx.ts";
import { MessageView, type MessageViewProps } from "./message-view.tsx";

export interface SteadyMessageProps extends MessageViewProps {
  /** A link leads here. */
  isMarked: boolean;
}

/** A message that renders only when it changes, because a list has hundreds and changes all the time. */
export const MemoMessage = memo(function MemoMessage({ isMarked, ...props }: SteadyMessageProps) {
  return (
    <div data-row={props.row.id} className={cx("flow-root", isMarked && marked)}>
      <MessageView {...props} />
    </div>
  );
}, isSame);

function isSame(a: SteadyMessageProps, b: SteadyMessageProps): boolean {
  // Work in progress affects only the message it is for.
  const isAtWork = (props: SteadyMessageProps) => props.work.editing?.message.id === props.row.id;
  if (isAtWork(a) || isAtWork(b)) return false;
  return (
    a.row === b.row &&
    a.isTabStop === b.isTabStop &&
    a.isMarked === b.isMarked &&
    (a.work.quote === null) === (b.work.quote === null) &&
    (a.work.openThread === null) === (b.work.openThread === null)
  );
}

/** The row has the focus when it appears, whose background would cover the highlight. */
const marked = "[&>article]:bg-highlight-soft! [&>article]:shadow-[inset_2px_0_0_var(--highlight-bright)]";
