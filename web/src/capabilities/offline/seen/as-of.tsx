import type { QueryKey } from "@tanstack/react-query";
import { History } from "lucide-react";
import { useSyncExternalStore } from "react";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { cx } from "../../../ui/base/cx.ts";
import { seenOf } from "./seen.ts";

/** Says from when it is what is shown, while it is not the server's. Nothing most of the time. */
export function AsOf({ queryKey, className }: { queryKey: QueryKey; className?: string }) {
  const seen = seenOf(useSignedIn());
  const asOf = useSyncExternalStore(seen.subscribe, () => seen.asOf(queryKey));
  if (asOf === undefined) return null;
  const at = new Date(asOf);
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
