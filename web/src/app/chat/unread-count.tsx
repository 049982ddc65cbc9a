import { useUnreadTotal } from "../../features/chat/session/use-channels.ts";
import { Count } from "../../ui/badge/count.tsx";

/** Beside the chat in the navigation. */
export function UnreadCount() {
  const unread = useUnreadTotal();
  return unread > 0 ? <Count label="unread" tone="unread" value={unread} /> : null;
}
