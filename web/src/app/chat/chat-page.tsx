import { canUseChat } from "@atoll/contract/chat/policy";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { type ReactNode, useCallback, useState } from "react";
import { channelTitle } from "../../features/chat/channel-list/channel-title.ts";
import { type ChatPlace, isChatView } from "../../features/chat/places/chat-place.ts";
import { ChatScreen } from "../../features/chat/screen/chat-screen.tsx";
import { CreateIdeaContext } from "../../features/chat/selection/create-idea.ts";
import type { SelectedText } from "../../features/chat/selection/selected-text.ts";
import { useChatRetry } from "../../features/chat/session/chat-provider.tsx";
import { useChannel } from "../../features/chat/session/use-channels.ts";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { lazyPart, useOpenedPart } from "../../ui/base/lazy-part.ts";
import { ErrorState } from "../../ui/state/error-state.tsx";
import { loadFailure } from "../../ui/toast/load-failure.ts";
import { deniedTexts } from "../route-access.ts";
import { LazyAccessDeniedScreen } from "../screens/lazy-held-back-screen.tsx";
import { TaskMaker } from "./task-maker.tsx";

const dialogPart = lazyPart(() => import("./idea-from-message.tsx"));

/** Lets people start an idea from a message. */
function IdeaMaker({ children }: { children: ReactNode }) {
  const [selected, setSelected] = useState<SelectedText | null>(null);
  const close = useCallback(() => setSelected(null), []);
  const part = useOpenedPart(dialogPart, selected !== null, close);
  return (
    <CreateIdeaContext value={setSelected}>
      {children}
      {part && selected && <part.IdeaFromMessage selected={selected} onClose={close} />}
    </CreateIdeaContext>
  );
}

/** /chat, and /chat/channel/… with a channel open. */
export function ChatPage() {
  const viewer = useViewer();
  const retry = useChatRetry();
  if (!canUseChat(viewer)) return <LazyAccessDeniedScreen text={deniedTexts.page} />;
  if (retry) return <ErrorState message={loadFailure} onRetry={retry} />;
  return <Chat />;
}

function Chat() {
  const { channelId } = useParams({ strict: false });
  const { view, message, thread } = useSearch({ strict: false });
  const channel = useChannel(channelId ?? "");
  const { isGuest } = useViewer();
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
  const screen = (
    <ChatScreen
      place={{
        channelId: channelId ?? null,
        view: isChatView(view) ? view : null,
        messageId: message ?? null,
        threadId: thread ?? null,
      }}
      onGo={go}
    />
  );
  // Guests make neither tasks nor ideas.
  if (isGuest) return screen;
  return (
    <TaskMaker>
      <IdeaMaker>{screen}</IdeaMaker>
    </TaskMaker>
  );
}
