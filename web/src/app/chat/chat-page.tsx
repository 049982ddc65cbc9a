import { canUseChat } from "@atoll/contract/chat/policy";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { channelTitle } from "../../features/chat/channel-list/channel-title.ts";
import { type ChatPlace, isChatView } from "../../features/chat/places/chat-place.ts";
import { ChatScreen } from "../../features/chat/screen/chat-screen.tsx";
import { useOptionalChat } from "../../features/chat/session/chat-provider.tsx";
import { useChannel } from "../../features/chat/session/use-channels.ts";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { deniedTexts } from "../route-access.ts";
import { LazyAccessDeniedScreen } from "../screens/lazy-held-back-screen.tsx";
import { IdeaMaker } from "./idea-maker.tsx";
import { TaskMaker } from "./task-maker.tsx";

/** /chat, and /chat/channel/… with a channel open. */
export function ChatPage() {
  const viewer = useViewer();
  const chat = useOptionalChat();
  if (!canUseChat(viewer)) return <LazyAccessDeniedScreen text={deniedTexts.page} />;
  // The frame makes chat's session before the first paint.
  return chat && <Chat />;
}

function Chat() {
  const { channelId } = useParams({ strict: false });
  const { view, message, thread } = useSearch({ strict: false });
  const channel = useChannel(channelId ?? "");
  const navigate = useNavigate();
  usePageTitle(channel ? channelTitle(channel) : "Chat");
  function go(next: ChatPlace) {
    if (next.channelId === null) {
      void navigate({ to: "/chat", search: next.view ? { view: next.view } : {} });
      return;
    }
    const search = {
      ...(next.messageId && { message: next.messageId }),
      ...(next.threadId && { thread: next.threadId }),
    };
    void navigate({ to: "/chat/channel/$channelId", params: { channelId: next.channelId }, search });
  }
  return (
    <TaskMaker>
      <IdeaMaker>
        <ChatScreen
          place={{
            channelId: channelId ?? null,
            view: isChatView(view) ? view : null,
            messageId: message ?? null,
            threadId: thread ?? null,
          }}
          onGo={go}
        />
      </IdeaMaker>
    </TaskMaker>
  );
}
