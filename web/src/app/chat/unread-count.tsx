import { useEffect } from "react";
import { useUnreadTotal } from "../../features/chat/session/use-channels.ts";
import { setPageNews } from "../../lib/page/page-icon.ts";
import { Count } from "../../ui/badge/count.tsx";

/** The unread count next to Chat in the navigation. */
export function UnreadCount() {
  const unread = useUnreadTotal();
  const hasUnread = unread > 0;
  useEffect(() => {
    setPageNews("chat", hasUnread);
    return () => setPageNews("chat", false);
  }, [hasUnread]);
  return unread > 0 ? <Count label="unread" tone="unread" value={unread} /> : null;
}
