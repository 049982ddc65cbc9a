import { canUseChat } from "@atoll/contract/chat/policy";
import type { ActivityItem } from "@atoll/contract/dashboard/content-schemas";
import { canManageUsers } from "@atoll/contract/permissions";
import { withoutMarks } from "@atoll/contract/text/without-marks";
import { Link, useRouter } from "@tanstack/react-router";
import { Activity } from "lucide-react";
import { authorName } from "../../capabilities/people/author-name.ts";
import { PersonAvatar } from "../../capabilities/people/person-avatar.tsx";
import type { CardBodyProps, DashboardParts } from "../../features/dashboard/cards/card-parts.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { formatAge } from "../../lib/time/format-age.ts";
import { useNow } from "../../lib/time/use-now.ts";
import { LiveBadge } from "../../ui/badge/live-badge.tsx";
import { buttonClass } from "../../ui/button/button-class.ts";
import { EmptyState } from "../../ui/state/empty-state.tsx";

/** Recent activity in all areas. Specification, section 2 (Recent Activity). */
export const cards: DashboardParts["cards"] = {
  activity: {
    icon: Activity,
    names: { panel: "Recent Activity", card: "Recent Activity" },
    link: null,
    Body: RecentActivity,
    Counts: () => <LiveBadge />,
  },
};

function RecentActivity({ content }: CardBodyProps) {
  const now = useNow();
  if (content?.type !== "activity" || content.items.length === 0)
    return <EmptyState drawing="generic" title="No recent activity." action={<NextStep />} />;
  return (
    <ul className="px-4 pb-2">
      {content.items.map((item) => (
        <li className="border-t first:border-t-0" key={item.id}>
          <ActivityRow item={item} now={now} />
        </li>
      ))}
    </ul>
  );
}

/** Activity begins with colleagues, or with a first message to them. */
function NextStep() {
  const viewer = useViewer();
  if (canManageUsers(viewer))
    return (
      <Link className={buttonClass({ size: "sm" })} to="/admin/invitations">
        Invite people
      </Link>
    );
  return (
    canUseChat(viewer) && (
      <Link className={buttonClass({ size: "sm" })} to="/chat">
        Say hello
      </Link>
    )
  );
}

function ActivityRow({ item, now }: { item: ActivityItem; now: Date }) {
  const router = useRouter();
  const name = authorName(item.person);
  return (
    <a
      className="-mx-2 flex items-center gap-2.5 rounded-sm px-2 py-[7px] hover:bg-surface-hover"
      href={item.link}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        void router.navigate({ href: item.link });
      }}
    >
      <PersonAvatar person={item.person} decorative size={24} />
      <span className="min-w-0 flex-1 truncate">
        <b className="font-semibold">{name}</b> {item.lead}{" "}
        <span className="text-primary-text">{item.about}</span>
        {item.rest}
        {item.text !== null && `: ${lineOf(item.text)}`}
      </span>
      <time className="text-faint text-xs" dateTime={item.at}>
        {formatAge(item.at, now)}
      </time>
    </a>
  );
}

/** Specification, section 2: '[Attachment]' when there are no words. */
function lineOf(text: string): string {
  return withoutMarks(text).replace(/\s+/g, " ").trim() || "[Attachment]";
}
