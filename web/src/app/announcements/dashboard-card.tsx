import type { CardAnnouncement } from "@atoll/contract/announcements/card-schema";
import { canWriteAnnouncements, isToConfirm } from "@atoll/contract/announcements/policy";
import { withoutMarks } from "@atoll/contract/text/without-marks";
import { Link } from "@tanstack/react-router";
import { Check, CheckCheck, Megaphone } from "lucide-react";
import { useState } from "react";
import { type LiveHandlers, refetch, refetchSpread } from "../../capabilities/live/follow-query.ts";
import { authorOf } from "../../features/announcements/data/words.ts";
import type { CardBodyProps, DashboardParts } from "../../features/dashboard/cards/card-parts.ts";
import type { Dashboard } from "../../features/dashboard/data/dashboard.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { formatAge } from "../../lib/time/format-age.ts";
import { useNow } from "../../lib/time/use-now.ts";
import { Avatar } from "../../ui/avatar/avatar.tsx";
import { Badge } from "../../ui/badge/badge.tsx";
import { type Priority, PriorityBadge } from "../../ui/badge/priority-badge.tsx";
import { cx } from "../../ui/base/cx.ts";
import { lazyPart } from "../../ui/base/lazy-part.ts";
import { VisuallyHidden } from "../../ui/base/visually-hidden.tsx";
import { buttonClass } from "../../ui/button/button-class.ts";
import { IconButton } from "../../ui/button/icon-button.tsx";
import { EmptyState } from "../../ui/state/empty-state.tsx";

/** The newest that are for the viewer. Specification, sections 2 and 9 (Dashboard: announcements). */
export const cards: DashboardParts["cards"] = {
  announcements: {
    icon: Megaphone,
    names: { panel: "Announcements", card: "Announcements" },
    link: { label: "View all", to: "/announcements" },
    // Specification, section 8 (announcements).
    sayError: (message) => (message ? `Error: ${message}` : "Error loading announcements"),
    Body: Newest,
    Counts: Waiting,
    options: lazyPart(async () => ({
      Options: (await import("../dashboard/card-options.tsx")).AnnouncementOptions,
    })),
  },
};

/** Spread the refetch, because an announcement reaches thousands at the same moment. */
export const live = (): LiveHandlers<Dashboard> => ({
  "announcement.changed": refetchSpread,
  "announcement.gone": refetchSpread,
  "announcement.read": refetch,
});

function Waiting({ content }: CardBodyProps) {
  if (content?.type !== "announcements") return null;
  const { unread, urgent, toConfirm } = content;
  return (
    <>
      {unread > 0 && (
        <Badge tone="accent">
          {/* Next to two marks, the title of a narrow card would be truncated; the colour of the number has the same meaning on every page. */}
          {unread} <span className={urgent + toConfirm > 0 ? "@max-[430px]:sr-only" : undefined}>unread</span>
        </Badge>
      )}
      {urgent > 0 && (
        <Badge tone="error">
          {urgent} <span className={toConfirm > 0 ? "@max-[430px]:sr-only" : undefined}>urgent</span>
        </Badge>
      )}
      {toConfirm > 0 && (
        <Link className="rounded-xs hover:underline" to="/announcements" search={{ show: "confirm" }}>
          <Badge tone="warning">{toConfirm} to confirm</Badge>
        </Link>
      )}
    </>
  );
}

function Newest({ content, isPanel }: CardBodyProps) {
  const viewer = useViewer();
  const now = useNow();
  if (content?.type !== "announcements" || content.announcements.length === 0) {
    const none = isPanel ? "No announcements right now." : "No announcements at this time";
    const action = canWriteAnnouncements(viewer) && (
      <Link className={buttonClass({ size: "sm" })} to="/announcements" search={{ new: "1" }}>
        New announcement
      </Link>
    );
    return <EmptyState action={action} drawing="announcements" title={none} />;
  }
  return (
    <ul className="border-t">
      {content.announcements.map((announcement) => (
        <li className="border-b last:border-b-0" key={announcement.id}>
          <Row announcement={announcement} now={now} />
        </li>
      ))}
    </ul>
  );
}

const shownCharacters = 100;

function Row({ announcement, now }: { announcement: CardAnnouncement; now: Date }) {
  const { id, title, priority, author, isRead, publishedAt, createdAt } = announcement;
  const viewer = useViewer();
  const [isWhole, setWhole] = useState(false);
  const text = withoutMarks(announcement.content).trim();
  const characters = [...text];
  const waits = isToConfirm(viewer.id, announcement);
  const isLong = characters.length > shownCharacters;
  const name = authorOf(announcement);
  return (
    <article className="flex items-start gap-3 py-2.5 pr-3 pl-4">
      <div className="min-w-0 flex-1">
        <h3 className="flex min-w-0 items-center gap-2">
          {!isRead && (
            <span className="size-[7px] flex-none rounded-full bg-accent">
              <VisuallyHidden>Unread</VisuallyHidden>
            </span>
          )}
          <Link
            className={cx("min-w-0 truncate hover:underline", isRead ? "font-medium" : "font-semibold")}
            params={{ announcementId: id }}
            to="/announcements/$announcementId"
          >
            {title}
          </Link>
          {(priority === "URGENT" || priority === "HIGH") && (
            <PriorityBadge priority={lowerCased[priority]} />
          )}
          {waits && <span className="flex-none font-medium text-highlight-text text-xs">To confirm</span>}
        </h3>
        <p className={cx("mt-0.5 text-muted wrap-anywhere", isWhole && "whitespace-pre-line")}>
          {isWhole || !isLong ? text : `${characters.slice(0, shownCharacters).join("")}…`}{" "}
          {isLong && (
            <button
              aria-expanded={isWhole}
              className="touch-tall font-medium text-primary-text hover:underline"
              onClick={() => setWhole(!isWhole)}
              type="button"
            >
              {isWhole ? "Show less" : "Show more"}
            </button>
          )}
        </p>
        <p className="mt-1 flex items-center gap-1.5 text-muted text-xs">
          <Avatar decorative name={name} size={16} userId={author.id} picture={author.avatar} />
          <span>
            {name} ·{" "}
            <time dateTime={publishedAt ?? createdAt}>{formatAge(publishedAt ?? createdAt, now)}</time>
          </span>
        </p>
      </div>
      {isRead && waits ? (
        <Link
          className={cx(buttonClass({ size: "sm" }), "flex-none")}
          params={{ announcementId: id }}
          to="/announcements/$announcementId"
        >
          Confirm
        </Link>
      ) : isRead ? (
        <span className="grid size-7 place-items-center text-success-text">
          <CheckCheck aria-hidden="true" className="size-4" />
          <VisuallyHidden>Read</VisuallyHidden>
        </span>
      ) : (
        <IconButton icon={Check} label={`Mark ${title} as read`} onClick={() => void read(id)} size="sm" />
      )}
    </article>
  );
}

const lowerCased: Readonly<Record<"URGENT" | "HIGH", Priority>> = { URGENT: "urgent", HIGH: "high" };

/** The answer comes as an event, to all of the viewer's devices. A failure is ignored: specification, section 8. */
async function read(announcementId: string): Promise<void> {
  const { markRead } = await import("../../features/announcements/data/api.ts");
  await markRead(announcementId).catch(() => undefined);
}
