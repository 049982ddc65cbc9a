import { canSeeReaders } from "@atoll/contract/announcements/policy";
import { Link } from "@tanstack/react-router";
import { useAnnouncement } from "../../features/announcements/data/use-announcements.ts";
import { priorityOf } from "../../features/announcements/data/words.ts";
import { ReadersScreen } from "../../features/announcements/readers/readers-screen.tsx";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { errorMessage } from "../../lib/request/api-error.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { PriorityBadge } from "../../ui/badge/priority-badge.tsx";
import { Breadcrumbs } from "../../ui/layout/breadcrumbs.tsx";
import { RowSkeletons } from "../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../ui/state/empty-state.tsx";
import { ErrorState } from "../../ui/state/error-state.tsx";

/** /announcements/{id}/readers: who has read it. */
export function ReadersPage({ announcementId }: { announcementId: string }) {
  const viewer = useViewer();
  const query = useAnnouncement(announcementId);
  const announcement = query.isGone ? undefined : query.data?.announcement;
  usePageTitle("Who has read it");
  if (announcement && !canSeeReaders(viewer, announcement))
    return <EmptyState title="Who has read it is for its author and administrators." />;
  return (
    <div className="page-pad flex flex-col gap-4">
      <Breadcrumbs
        items={[
          { label: "Dashboard", link: <Link to="/dashboard" /> },
          { label: "Announcements", link: <Link to="/announcements" /> },
          {
            label: announcement?.title ?? "Announcement",
            link: <Link to="/announcements/$" params={{ _splat: announcementId }} />,
          },
          { label: "Readers" },
        ]}
      />
      {announcement ? (
        <ReadersScreen
          announcement={announcement}
          renderActions={(buttons) => (
            <div className="flex flex-wrap items-center gap-3">
              <h1 className="type-page outline-none">Who has read it</h1>
              <PriorityBadge priority={priorityOf(announcement)} />
              <span className="min-w-0 truncate text-muted text-xs">
                {announcement.title}, version {announcement.edition}
              </span>
              <span className="ml-auto flex flex-wrap gap-2">{buttons}</span>
            </div>
          )}
        />
      ) : query.isMissing || query.isGone ? (
        <EmptyState title="This announcement does not exist, or you cannot see it." />
      ) : query.error ? (
        <ErrorState
          message={errorMessage(query.error, "Failed to fetch an announcement")}
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <RowSkeletons label="Loading readers" mark={28} rowClassName="py-2" />
      )}
    </div>
  );
}
