import { useOptionalChat } from "../../features/chat/chat-provider.tsx";
import { formatLongDate } from "../../lib/format-date.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { useViewer } from "../../lib/use-session.tsx";
import { PageHeader } from "../page/page-header.tsx";
import { ComingPanels } from "./coming-panels.tsx";
import { QuickActions } from "./quick-actions.tsx";
import { RecentChatsCard } from "./recent-chats-card.tsx";

/** The first page after signing in. Specification, section 2, Dashboard. */
export function DashboardPage() {
  const { name } = useViewer();
  const chat = useOptionalChat();
  usePageTitle("Dashboard");
  return (
    <div className="page-pad">
      <PageHeader greeting title={`Welcome back, ${firstName(name)}!`}>
        <p className="text-muted">
          Here are the latest updates and your quick tools for {formatLongDate(new Date())}.
        </p>
      </PageHeader>
      <QuickActions />
      <div className="grid gap-3 md:gap-4 xl:grid-cols-12">
        {chat && <RecentChatsCard className="xl:col-span-7" />}
        <ComingPanels className={chat ? "xl:col-span-5" : "xl:col-span-12"} />
      </div>
    </div>
  );
}

/** Without a name of their own a person goes by the email address: its part before the `@` reads best. */
function firstName(name: string): string {
  return name.split("@")[0]?.trim().split(/\s+/)[0] ?? name;
}
