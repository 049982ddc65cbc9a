import { getRouteApi, Link } from "@tanstack/react-router";
import { Settings2 } from "lucide-react";
import { inboxSearch } from "../../features/notifications/inbox/filter.ts";
import { InboxScreen } from "../../features/notifications/inbox/inbox-screen.tsx";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { PageHeader } from "../page/page-header.tsx";
import { EntryReading } from "./entry-reading.tsx";

const route = getRouteApi("/workspace/inbox");

/** The inbox page. */
export function InboxPage() {
  const { tab, view } = inboxSearch.read(route.useSearch());
  const navigate = route.useNavigate();
  usePageTitle("Inbox");
  return (
    <InboxScreen
      onChange={(next) => void navigate({ search: inboxSearch.write(next), replace: true })}
      renderHeader={(buttons, fresh) => (
        <PageHeader
          actions={
            <div className="flex items-center gap-0.5">
              <span className="mr-2 flex">{fresh}</span>
              {buttons}
              <Link
                aria-label="Notification settings"
                className="touch-reach relative grid size-7 place-items-center rounded-sm text-muted max-md:size-9 hover:bg-surface-active hover:text-text"
                search={{ view: "notifications" }}
                to="/settings"
              >
                <Settings2 className="size-3.5" />
              </Link>
            </div>
          }
          title="Inbox"
        />
      )}
      renderReading={(entry, acts) => <EntryReading acts={acts} entry={entry} />}
      tab={tab}
      view={view}
    />
  );
}
