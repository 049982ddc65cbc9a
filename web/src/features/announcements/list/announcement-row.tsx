import { isToConfirm } from "@atoll/contract/announcements/policy";
import type { ListedAnnouncement } from "@atoll/contract/announcements/schemas";
import { withoutMarks } from "@atoll/contract/text/without-marks";
import { Check } from "lucide-react";
import type { ReactElement } from "react";
import { cloneElement } from "react";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { formatAge } from "../../../lib/time/format-age.ts";
import { formatInstant } from "../../../lib/time/format-date.ts";
import { Avatar } from "../../../ui/avatar/avatar.tsx";
import { PriorityBadge } from "../../../ui/badge/priority-badge.tsx";
import { cx } from "../../../ui/base/cx.ts";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { authorOf, priorityOf } from "../data/words.ts";

/** The length of the excerpt in a list. Specification, section 2 (dashboard) and 9. */
const cutAt = 100;

export function cutText(note: string): string {
  const words = [...withoutMarks(note).replace(/\s+/g, " ").trim()];
  return words.length > cutAt ? `${words.slice(0, cutAt).join("").trimEnd()}…` : words.join("");
}

export interface AnnouncementRowProps {
  announcement: ListedAnnouncement;
  isOpen: boolean;
  /** A link to its page; it gets its class and words here. */
  link: ReactElement<{ className?: string; children?: React.ReactNode; "aria-current"?: "true" | undefined }>;
  /** Left out where reading is nobody's concern. */
  onRead?: (() => void) | undefined;
}

/** One of the list: coral dot and weight until it is read, the beginning of its text, a check that marks it read. */
export function AnnouncementRow({ announcement, isOpen, link, onRead }: AnnouncementRowProps) {
  const { title, note, isRead, publishedAt, scheduledFor, createdAt } = announcement;
  const at = publishedAt ?? scheduledFor ?? createdAt;
  const isUnread = !isRead && onRead !== undefined;
  const viewer = useViewer();
  const waits = onRead !== undefined && isToConfirm(viewer.id, announcement);
  return (
    <li className="group relative border-b last:border-b-0">
      <div
        className={cx(
          "relative -mx-2 rounded-md py-2.5 pr-2 pl-5 hover:bg-surface-hover",
          isOpen && "bg-primary-soft hover:bg-primary-soft",
        )}
      >
        {isUnread && (
          <span className="absolute top-[17px] left-[7px] size-[7px] rounded-full bg-accent">
            <span className="sr-only">Unread</span>
          </span>
        )}
        <div className="flex items-baseline gap-3">
          <h3 className={cx("min-w-0 flex-1 truncate text-sm", isUnread ? "font-semibold" : "font-medium")}>
            {cloneElement(link, {
              className: "rounded-xs after:absolute after:inset-0 after:rounded-md",
              "aria-current": isOpen ? "true" : undefined,
              children: title === "" ? "Without a title yet" : title,
            })}
          </h3>
          <time dateTime={at} title={formatInstant(at)} className="flex-none text-muted text-xs tabular-nums">
            {scheduledFor && !publishedAt ? formatInstant(at) : formatAge(at)}
          </time>
        </div>
        <p className="truncate text-muted text-xs">{cutText(note) || "No text yet"}</p>
        <div className="mt-1 flex min-h-6 items-center gap-2">
          <Avatar
            decorative
            userId={announcement.author.id}
            picture={announcement.author.avatar}
            name={authorOf(announcement)}
            size={16}
          />
          <span className="min-w-0 flex-1 truncate text-muted text-xs">{authorOf(announcement)}</span>
          {waits && <span className="font-medium text-highlight-text text-xs">To confirm</span>}
          <PriorityBadge priority={priorityOf(announcement)} />
          {isUnread && (
            <IconButton
              className="relative"
              size="xs"
              icon={Check}
              label={`Mark “${title}” as read`}
              onClick={onRead}
            />
          )}
        </div>
      </div>
    </li>
  );
}
