import { History } from "lucide-react";
import { cx } from "../../../ui/base/cx.ts";

/** From when it is what is shown. */
export function AsOfWords({ at, className }: { at: Date; className?: string | undefined }) {
  const isToday = at.toDateString() === new Date().toDateString();
  return (
    <p className={cx("flex items-center gap-1.5 text-faint text-xs", className)} role="status">
      <History aria-hidden="true" className="size-3.5 flex-none" />
      <span>
        As of <time dateTime={at.toISOString()}>{(isToday ? time : dayAndTime).format(at)}</time>
      </span>
    </p>
  );
}

const time = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });
const dayAndTime = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
