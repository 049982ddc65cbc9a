import type { NotificationTab } from "@atoll/contract/notification-kind";
import { useRouter } from "@tanstack/react-router";
import { MailOpen, Settings2 } from "lucide-react";
import { type RefObject, useState } from "react";
import { Button } from "../../../ui/button/button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { PagedList } from "../../../ui/list/paged-list.tsx";
import { PopoverPopup } from "../../../ui/popup/popover-popup.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { useCounts } from "../inbox/api.ts";
import { EntryActions } from "../inbox/entry-actions.tsx";
import { EntryRow } from "../inbox/entry-row.tsx";
import { useShownEntries } from "../inbox/inbox-changes.ts";
import { InboxEmpty } from "../inbox/inbox-empty.tsx";
import { NewBadge } from "../inbox/inbox-screen.tsx";
import { InboxTabs } from "../inbox/inbox-tabs.tsx";
import { useInboxActs } from "../inbox/use-inbox-acts.ts";

export interface InboxPopoverProps {
  anchor: RefObject<HTMLElement | null>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const mostShown = 6;

/** The inbox at the bell: what came last. */
export function InboxPopover({ anchor, open, onOpenChange }: InboxPopoverProps) {
  return (
    <PopoverPopup
      align="end"
      anchor={anchor}
      className="flex w-[420px] flex-col overflow-hidden! p-0! max-md:w-[calc(100vw-16px)] max-md:max-w-none!"
      label="Inbox"
      onOpenChange={onOpenChange}
      open={open}
      side="bottom"
    >
      <Latest onClose={() => onOpenChange(false)} />
    </PopoverPopup>
  );
}

function Latest({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  const [tab, setTab] = useState<NotificationTab>();
  const counts = useCounts();
  const entries = useShownEntries({ tab, state: "inbox" });
  const acts = useInboxActs();
  const shown = entries.items?.slice(0, mostShown);
  function go(href: string) {
    onClose();
    void router.navigate({ href });
  }
  return (
    <>
      <header className="flex h-11 flex-none items-center gap-2 px-4 pt-1">
        <h2 className="font-semibold">Inbox</h2>
        <NewBadge count={counts?.unread} />
        <div className="ml-auto flex items-center gap-1">
          <Button
            disabled={!shown?.some(({ isRead }) => !isRead)}
            icon={MailOpen}
            onClick={() => acts.setRead(shown ?? [], true)}
            size="sm"
            variant="ghost"
          >
            Mark all read
          </Button>
          <IconButton
            icon={Settings2}
            label="Notification settings"
            onClick={() => go("/settings?view=notifications")}
            size="sm"
          />
        </div>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto px-4 [&_[role=tablist]]:gap-4 [&_[role=tabpanel]]:pt-1">
        <InboxTabs counts={counts} onTabChange={setTab} tab={tab}>
          <div className="-mx-4 pb-1">
            <PagedList
              empty={<InboxEmpty view="inbox" />}
              list={{ ...entries, items: shown, hasNextPage: false }}
              skeleton={<RowSkeletons label="Loading the inbox" mark={32} rowClassName="px-6 py-[9px]" />}
            >
              {(items) => (
                <ul aria-label="Latest entries">
                  {items.map((entry) => (
                    <EntryRow
                      actions={<EntryActions acts={acts} entry={entry} />}
                      entry={entry}
                      key={entry.id}
                      onOpen={() => {
                        acts.open(entry);
                        onClose();
                      }}
                    />
                  ))}
                </ul>
              )}
            </PagedList>
          </div>
        </InboxTabs>
      </div>
      <footer className="flex flex-none items-center justify-end border-t bg-surface px-2 py-1">
        <Button onClick={() => go("/inbox")} size="sm" variant="ghost">
          Open inbox
        </Button>
      </footer>
    </>
  );
}
