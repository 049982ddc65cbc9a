import { useUnreadTotal } from "../../features/chat/use-channels.ts";
import { Count } from "../../ui/count.tsx";

/** The number beside a tool of the sidebar; only the chat counts something yet. */
export function ToolCount({ path }: { path: string }) {
  return path === "/chat" ? <UnreadChat /> : null;
}

function UnreadChat() {
  const unread = useUnreadTotal();
  return unread > 0 ? <Count label="unread" tone="unread" value={unread} /> : null;
}
