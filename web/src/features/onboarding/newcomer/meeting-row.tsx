import type { OnboardingItem, OpenOnboarding } from "@atoll/contract/onboarding/schemas";
import { Link } from "@tanstack/react-router";
import { cx } from "../../../ui/base/cx.ts";
import { Checkbox } from "../../../ui/field/checkbox.tsx";
import { formatWeekday, itemTitle, spanInWords } from "../words.ts";
import { useTick } from "./use-tick.ts";

/** A meeting of a path, with its day. It counts as held once it is over. */
export function MeetingRow({ onboarding, item }: { onboarding: OpenOnboarding; item: OnboardingItem }) {
  const tick = useTick(onboarding, item);
  const isDone = item.doneAt !== null;
  return (
    <li id={`item-${item.id}`} tabIndex={-1} className="flex items-center gap-3 py-1.5">
      <span className="w-9 flex-none text-center">
        <span className="block font-display font-semibold text-md tabular-nums">
          {Number(item.dueOn.slice(8))}
        </span>
        <span className="block text-muted text-xs">{formatWeekday(item.dueOn)}</span>
      </span>
      <span
        aria-hidden="true"
        className={cx("h-9 w-[3px] rounded-full", isDone ? "bg-border" : "bg-accent")}
      />
      <div className="min-w-0 flex-1">
        {item.eventId ? (
          <Link
            to="/calendar"
            search={{ event: item.eventId } as never}
            className={cx("block truncate hover:underline", isDone && "text-muted")}
          >
            {itemTitle(item)}
          </Link>
        ) : (
          <p className={cx("truncate", isDone && "text-muted")}>{itemTitle(item)}</p>
        )}
        <p className="text-muted text-xs">
          {isDone ? "Held" : item.time ? spanInWords(item.time, item.minutes) : "All day"}
        </p>
      </div>
      {item.canTick && item.eventId === null && (
        <Checkbox
          label={itemTitle(item)}
          hideLabel
          checked={isDone}
          disabled={tick.isPending}
          onChange={({ target }) => tick.mutate(target.checked)}
        />
      )}
    </li>
  );
}
