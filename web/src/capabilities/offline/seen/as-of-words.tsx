import { History } from "lucide-react";
import { formatInstant, formatTime, isSameDay } from "../../../lib/time/format-date.ts";
import { cx } from "../../../ui/base/cx.ts";

/** From when it is what is shown. */
export function AsOfWords({ at, className }: { at: Date; className?: string | undefined }) {
  const isToday = isSameDay(at, new Date());
  return (
    <p className={cx("flex items-center gap-1.5 text-faint text-xs", className)} role="status">
      <History aria-hidden="true" className="size-3.5 flex-none" />
      <span>
        As of <time dateTime={at.toISOString()}>{isToday ? formatTime(at) : formatInstant(at)}</time>
      </span>
    </p>
  );
}
