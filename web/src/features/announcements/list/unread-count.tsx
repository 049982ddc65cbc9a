import { Count } from "../../../ui/badge/count.tsx";
import { useCounts } from "../data/use-announcements.ts";

/** The count next to the announcements in the navigation. */
export function UnreadCount() {
  const unread = useCounts()?.unread ?? 0;
  return unread > 0 ? <Count label="unread" tone="unread" value={unread} /> : null;
}
