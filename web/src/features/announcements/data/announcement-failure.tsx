import { errorMessage } from "../../../lib/request/api-error.ts";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { ErrorState } from "../../../ui/state/error-state.tsx";
import type { useAnnouncement } from "./use-announcements.ts";

/** Says why an announcement cannot be shown. Nothing while it loads. */
export function AnnouncementFailure({ query }: { query: ReturnType<typeof useAnnouncement> }) {
  if (query.isMissing || query.isGone)
    return <EmptyState title="This announcement does not exist, or you cannot see it." />;
  return (
    query.error && (
      <ErrorState
        message={errorMessage(query.error, "Failed to fetch an announcement")}
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  );
}
