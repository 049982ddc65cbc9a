import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";
import type { useAnnouncement } from "./use-announcements.ts";

/** Says why an announcement cannot be shown. Nothing while it loads. */
export function AnnouncementFailure({ query }: { query: ReturnType<typeof useAnnouncement> }) {
  if (query.isMissing || query.isGone)
    return <EmptyState title="This announcement does not exist, or you cannot see it." />;
  return query.error && <LoadState query={query} failure="Failed to fetch an announcement" />;
}
