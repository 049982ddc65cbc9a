import { type NotificationReason, notificationReasons } from "@atoll/contract/notifications/reasons";
import type { NotificationEntry } from "@atoll/contract/notifications/schemas";
import { withoutMarks } from "@atoll/contract/text/without-marks";
import { useRouter } from "@tanstack/react-router";
import type { MouseEvent, ReactNode } from "react";
import { formatDate, formatInstant, formatTime, isSameDay } from "../../../lib/time/format-date.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import { PriorityIcon } from "../../../ui/badge/priority-badge.tsx";
import { cx } from "../../../ui/base/cx.ts";
import { VisuallyHidden } from "../../../ui/base/visually-hidden.tsx";
import { EntryMark } from "./entry-mark.tsx";
import { dayAndTime } from "./use-inbox-acts.ts";

export interface EntryRowProps {
  entry: NotificationEntry;
  /** It is being opened, by a press or Enter. */
  onOpen: () => void;
  /** Lies at the lower right while the row is looked at. */
  actions?: ReactNode;
  /** Stands before it, where several can be chosen. */
  choice?: ReactNode;
  isChosen?: boolean;
  /** Shows the entry next to the list. Without it, a click leads to its place. */
  onShow?: ((entry: NotificationEntry) => void) | undefined;
  /** Stands under its day, so that the time is enough. */
  isUnderDay?: boolean;
}

/** One entry: who and where, the beginning of what was said, and why it is here. All of it leads to the exact place. */
export function EntryRow({
  entry,
  onOpen,
  actions,
  choice,
  isChosen = false,
  onShow,
  isUnderDay = false,
}: EntryRowProps) {
  return (
    <li
      className={cx(
        "group/entry relative flex [&+&]:before:absolute [&+&]:before:top-0 [&+&]:before:right-3 [&+&]:before:left-[66px] [&+&]:before:h-px [&+&]:before:bg-border items-start gap-3 rounded-md py-[9px] pr-3 pl-[22px] hover:bg-surface-hover focus-within:bg-surface-hover",
        // A finger finds the buttons below both lines of a title, which a row without an excerpt would not leave room for.
        Boolean(actions) && "pointer-coarse:min-h-[92px]",
        isChosen && "bg-surface-selected",
      )}
      data-entry={entry.id}
    >
      {choice}
      {!(entry.isRead || choice) && (
        <span
          aria-hidden="true"
          className="absolute top-[21px] left-[9px] size-[7px] rounded-full bg-accent-bright"
        />
      )}
      <EntryMark entry={entry} />
      <EntryWords
        entry={entry}
        hasActions={Boolean(actions)}
        isUnderDay={isUnderDay}
        onOpen={onOpen}
        onShow={onShow}
      />
      {actions && (
        <div className="absolute right-2.5 bottom-0.5 flex gap-0.5 rounded-md border border-strong bg-surface-raised p-px opacity-0 shadow-2 focus-within:opacity-100 has-data-popup-open:opacity-100 group-hover/entry:opacity-100 group-focus-within/entry:opacity-100 pointer-coarse:bottom-0.5 pointer-coarse:border-transparent pointer-coarse:bg-transparent pointer-coarse:opacity-100 pointer-coarse:shadow-none">
          {actions}
        </div>
      )}
    </li>
  );
}

function EntryWords({
  entry,
  onOpen,
  hasActions,
  onShow,
  isUnderDay,
}: Pick<EntryRowProps, "entry" | "onOpen" | "onShow" | "isUnderDay"> & { hasActions: boolean }) {
  const router = useRouter();
  function follow(event: MouseEvent) {
    onOpen();
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    // Enter opens the place, also where a click only shows the entry.
    if (onShow && event.detail > 0) return onShow(entry);
    void router.navigate({ href: entry.link });
  }
  // The buttons never cover text: on touch devices they are always visible, elsewhere while the row is looked at.
  const actionSpace =
    hasActions &&
    "pointer-coarse:pr-30 group-hover/entry:pr-26 group-focus-within/entry:pr-26 group-has-data-popup-open/entry:pr-26";
  const why = entry.snoozedUntil ? `Back ${dayAndTime(entry.snoozedUntil)}` : whyToTell(entry.reason);
  const words = withoutMarks(entry.excerpt).replace(/\s+/g, " ").trim();
  return (
    <div className="min-w-0 flex-1">
      <div className="flex items-start gap-2">
        <a
          className={cx(
            // The end of a title has the subject, and the time of an invitation.
            "min-w-0 flex-1 line-clamp-2 rounded-xs outline-none after:absolute after:inset-0 after:rounded-md focus-visible:after:outline-2 focus-visible:after:outline-ring focus-visible:after:-outline-offset-2",
            entry.isRead ? "font-medium" : "font-semibold",
          )}
          href={entry.link}
          onClick={follow}
          onFocus={onShow && (() => onShow(entry))}
        >
          {!entry.isRead && <VisuallyHidden>Unread: </VisuallyHidden>}
          {entry.priority && <PriorityIcon priority={entry.priority} />}
          {entry.title}
        </a>
        {entry.count > 1 && <Badge>{entry.count}</Badge>}
        {entry.isUrgent && <Badge tone="urgent">Urgent</Badge>}
        <time
          className={cx(
            "flex-none pt-0.5 text-faint text-xs",
            // The buttons of a row with one line take its place.
            hasActions &&
              !(words || why) &&
              "pointer-fine:group-hover/entry:invisible pointer-fine:group-focus-within/entry:invisible",
          )}
          dateTime={entry.at}
          title={formatInstant(entry.at)}
        >
          {isUnderDay || isSameDay(entry.at, new Date())
            ? formatTime(entry.at)
            : `${formatDate(entry.at)}, ${formatTime(entry.at)}`}
        </time>
      </div>
      {words && (
        <p
          className={cx(
            "mt-px truncate text-muted text-xs/[18px]",
            actionSpace,
            // Next to buttons there is half a line, so two of them are shown.
            hasActions && "pointer-coarse:line-clamp-2 pointer-coarse:whitespace-normal",
          )}
        >
          {words}
        </p>
      )}
      {why && <p className={cx("mt-[3px] truncate font-medium text-muted text-xs", actionSpace)}>{why}</p>}
    </div>
  );
}

/** Why it is here, where the title does not say it: who is invited, assigned or addressed knows. */
function whyToTell(reason: NotificationReason): string | undefined {
  return reason === "concerned" || reason === "account" || reason === "audience"
    ? undefined
    : notificationReasons[reason];
}
