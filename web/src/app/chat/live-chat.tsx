import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ChatProvider } from "../../features/chat/session/chat-provider.tsx";

/** Chat on every screen: its counts, what waits to be sent, and notifications that lead to a channel. */
export function LiveChat({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  const open = (channelId: string) => {
    void navigate({ to: "/chat/channel/$channelId", params: { channelId } });
  };
  return <ChatProvider onOpen={open}>{children}</ChatProvider>;
}
