import { LiveChat } from "./live-chat.tsx";
import { UnreadCount } from "./unread-count.tsx";

export { LiveChat as Session };

export const counts = { "/chat": UnreadCount };
