import { type NotificationTab, notificationTabs } from "@atoll/contract/notification-kind";
import { usedNotificationTabs } from "@atoll/contract/notification-kinds";
import type { NotificationCounts } from "@atoll/contract/notifications/schemas";
import type { ReactNode } from "react";
import { Tabs } from "../../../ui/layout/tabs.tsx";

export interface InboxTabsProps {
  tab: NotificationTab | undefined;
  onTabChange: (tab: NotificationTab | undefined) => void;
  counts: NotificationCounts | undefined;
  children: ReactNode;
}

/** The parts of the inbox that have entries of some kind, with how many of each are unread. */
export function InboxTabs({ tab, onTabChange, counts, children }: InboxTabsProps) {
  return (
    <Tabs<NotificationTab | "all">
      label="Kinds of entries"
      onValueChange={(next) => onTabChange(next === "all" ? undefined : next)}
      tabs={[
        { value: "all", label: "All", ...countOf(counts?.unread) },
        ...usedNotificationTabs.map((value) => ({
          value,
          label: notificationTabs[value],
          ...countOf(counts?.tabs[value]),
        })),
      ]}
      value={tab ?? "all"}
    >
      {children}
    </Tabs>
  );
}

const countOf = (count: number | undefined) => (count ? { count } : {});
