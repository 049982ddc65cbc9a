import { Calendar, MessageCircle, Plus, Shield } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../../ui/button/button.tsx";
import type { DrawingName } from "../../ui/icon/empty-drawings.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { ResponsiveGrid } from "../../ui/layout/responsive-grid.tsx";
import { Skeleton, SkeletonGroup, SkeletonText } from "../../ui/progress/skeleton.tsx";
import { Spinner } from "../../ui/progress/spinner.tsx";
import { AccessDeniedState } from "../../ui/state/access-denied-state.tsx";
import { EmptyState } from "../../ui/state/empty-state.tsx";
import { ErrorState } from "../../ui/state/error-state.tsx";
import { GroupLabel } from "./specimen.tsx";

/** A card's loading, empty and error states. */
export function StateSection() {
  return (
    <div className="lg:col-span-12">
      <GroupLabel>Empty</GroupLabel>
      <ResponsiveGrid minColumn={240}>
        {empties.map(({ drawing, title, action }) => (
          <Card key={drawing} flush>
            <EmptyState drawing={drawing} title={title} action={action} />
          </Card>
        ))}
      </ResponsiveGrid>
      <div className="mt-4">
        <GroupLabel>Loading, error and access</GroupLabel>
      </div>
      <ResponsiveGrid minColumn={240}>
        <Card title="Chat" icon={MessageCircle}>
          <SkeletonGroup label="Loading messages" className="flex flex-col gap-4">
            {["42%", "56%", "36%"].map((width) => (
              <div key={width} className="flex gap-2.5">
                <Skeleton round width={28} height={28} />
                <div className="flex min-w-0 flex-1 flex-col gap-2 pt-1">
                  <Skeleton width={width} />
                  <Skeleton width="86%" height={8} />
                </div>
              </div>
            ))}
          </SkeletonGroup>
        </Card>
        <Card title="Announcements" counts={<Spinner size={14} label="Loading" />} footer="Footer">
          <SkeletonGroup label="Loading announcements">
            <SkeletonText lines={6} />
          </SkeletonGroup>
        </Card>
        <Card
          title="Today's Events"
          icon={Calendar}
          flush
          action={
            <Button variant="ghost" size="sm">
              Open
            </Button>
          }
        >
          <ErrorState message="Failed to load events" onRetry={() => undefined} />
        </Card>
        <Card title="Without a message" flush>
          <ErrorState onRetry={() => undefined} retrying />
        </Card>
        <Card title="Access" icon={Shield} flush>
          <AccessDeniedState onBack={() => undefined} />
        </Card>
      </ResponsiveGrid>
    </div>
  );
}

const empties: { drawing: DrawingName; title: string; action?: ReactNode }[] = [
  { drawing: "messages", title: "No messages yet. Start the conversation!" },
  { drawing: "chats", title: "No chats yet" },
  { drawing: "search", title: "No results found for “quay permits”" },
  {
    drawing: "tasks",
    title: "No assigned tasks.",
    action: (
      <Button size="sm" icon={Plus}>
        New Task
      </Button>
    ),
  },
  { drawing: "announcements", title: "No announcements right now." },
  { drawing: "events", title: "No events today." },
  { drawing: "generic", title: "Nothing here yet" },
];
