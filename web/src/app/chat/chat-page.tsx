import { canUseChat } from "@atoll/contract/chat/policy";
import { useNavigate, useParams } from "@tanstack/react-router";
import { channelTitle } from "../../features/chat/channel-title.ts";
import { useOptionalChat } from "../../features/chat/chat-provider.tsx";
import { ChatScreen } from "../../features/chat/chat-screen.tsx";
import { useChannel } from "../../features/chat/use-channels.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { useViewer } from "../../lib/use-session.tsx";
import { deniedTexts } from "../route-access.ts";
import { AccessDeniedScreen } from "../screens/access-denied-screen.tsx";

/** /chat, and /chat/channel/… with a channel open. */
export function ChatPage() {
  const viewer = useViewer();
  const chat = useOptionalChat();
  if (!canUseChat(viewer)) return <AccessDeniedScreen text={deniedTexts.page} />;
  // The frame makes chat's session before the first paint.
  return chat && <Chat />;
}

function Chat() {
  const { channelId } = useParams({ strict: false });
  const channel = useChannel(channelId ?? "");
  const navigate = useNavigate();
  usePageTitle(channel ? channelTitle(channel) : "Chat");
  const open = (next: string | null) => {
    if (next === null) void navigate({ to: "/chat" });
    else void navigate({ to: "/chat/channel/$channelId", params: { channelId: next } });
  };
  return <ChatScreen channelId={channelId ?? null} onOpen={open} />;
}
