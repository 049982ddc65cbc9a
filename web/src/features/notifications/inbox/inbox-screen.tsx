import type { NotificationTab } from "@atoll/contract/notification-kind";
import type { NotificationEntry } from "@atoll/contract/notifications/schemas";
import { CheckCheck, ListChecks, ListFilter, MailOpen } from "lucide-react";
import type { ReactNode } from "react";
import { AsOf } from "../../../capabilities/offline/seen/as-of.tsx";
import { Badge } from "../../../ui/badge/badge.tsx";
import { FilterButton } from "../../../ui/button/filter-button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { Menu } from "../../../ui/popup/menu.tsx";
import { entriesKey, useCounts } from "./api.ts";
import { EntryList } from "./entry-list.tsx";
import { type InboxView, inboxViews } from "./filter.ts";
import { useShownEntries } from "./inbox-changes.ts";
import { InboxTabs } from "./inbox-tabs.tsx";
import { useReading } from "./reading/use-reading.ts";
import { useChoice } from "./use-choice.ts";
import { type InboxActs, useInboxActs } from "./use-inbox-acts.ts";

export interface InboxScreenProps {
  tab: NotificationTab | undefined;
  view: InboxView;
  onChange: (shown: { tab: NotificationTab | undefined; view: InboxView }) => void;
  /** Puts the number and the page's buttons in their place. */
  renderHeader: (buttons: ReactNode, fresh: ReactNode) => ReactNode;
  /** Renders an entry next to the list, on screens with the space for it. */
  renderReading: (entry: NotificationEntry, acts: InboxActs) => ReactNode;
}

/** All that a person was told, until they are done with it. Specification, section 2 (header). */
export function InboxScreen({ tab, view, onChange, renderHeader, renderReading }: InboxScreenProps) {
  const counts = useCounts();
  const entries = useShownEntries({ tab, state: view });
  const listed = entries.items ?? [];
  const choice = useChoice(listed);
  const acts = useInboxActs();
  const { shown, choose } = useReading(listed, view, tab ?? "all");
  const isUnread = listed.some(({ isRead }) => !isRead);
  const list = (
    <>
      {renderHeader(
        <>
          <Menu
            label="View"
            align="end"
            trigger={
              <FilterButton
                active={view !== "inbox"}
                icon={ListFilter}
                label={view === "inbox" ? "View" : nameOf(view)}
                onClear={() => onChange({ tab, view: "inbox" })}
              />
            }
            items={[
              {
                choice: "View",
                value: view,
                onValueChange(next) {
                  const chosen = inboxViews.find(({ value }) => value === next);
                  if (chosen) onChange({ tab, view: chosen.value });
                },
                options: inboxViews,
              },
            ]}
          />
          <IconButton
            disabled={!isUnread}
            icon={MailOpen}
            label="Mark all listed as read"
            onClick={() => acts.setRead(listed, true)}
            size="sm"
          />
          <IconButton
            disabled={listed.length === 0 || view === "done"}
            icon={CheckCheck}
            label="Mark all listed as done"
            onClick={() => acts.setDone(listed, true)}
            size="sm"
          />
          <IconButton
            disabled={listed.length === 0}
            icon={ListChecks}
            label="Choose several"
            onClick={choice.isOn ? choice.end : choice.begin}
            pressed={choice.isOn}
            size="sm"
          />
        </>,
        <NewBadge count={counts?.unread} />,
      )}
      <InboxTabs counts={counts} onTabChange={(next) => onChange({ tab: next, view })} tab={tab}>
        <AsOf className="pb-2" queryKey={entriesKey({ tab, state: view })} />
        <EntryList
          acts={acts}
          choice={choice}
          entries={entries}
          onShow={choose}
          shownId={shown?.id}
          onShowDone={() => onChange({ tab, view: "done" })}
          view={view}
        />
      </InboxTabs>
    </>
  );
  if (!choose) return <div className="page-pad mx-auto max-w-[760px]">{list}</div>;
  return (
    <div className="flex h-full min-h-0">
      <div className="page-pad relative w-[490px] flex-none overflow-y-auto border-r">{list}</div>
      {shown ? renderReading(shown, acts) : <div className="flex-1" />}
    </div>
  );
}

const nameOf = (view: InboxView) => inboxViews.find(({ value }) => value === view)?.label ?? view;

/** The number of unread entries, in words, next to a name. */
export function NewBadge({ count }: { count: number | undefined }) {
  return count ? <Badge tone="accent">{count > 99 ? "99+" : count} new</Badge> : null;
}
