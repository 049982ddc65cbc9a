import { canUseChat } from "@atoll/contract/chat/policy";
import { useOptionalChat } from "../../features/chat/session/chat-provider.tsx";
import { RecentChatsCard } from "./recent-chats-card.tsx";

export { canUseChat as canHave };

export function Panel({ className }: { className: string }) {
  return useOptionalChat() && <RecentChatsCard className={className} />;
}
