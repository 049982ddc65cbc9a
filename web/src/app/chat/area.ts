import { canUseChat } from "@atoll/contract/chat/policy";
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { MessageCircle } from "lucide-react";
import { type ChatView, isChatView } from "../../features/chat/places/chat-place.ts";
import type { Area } from "../area.ts";
import { workspaceRoute } from "../workspace-route.ts";

const page = lazyRouteComponent(() => import("./chat-page.tsx"), "ChatPage");

const chatRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/chat",
  validateSearch: ({ view }): { view?: ChatView } => (isChatView(view) ? { view } : {}),
  component: page,
});

const channelRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/chat/channel/$channelId",
  validateSearch: ({ message, thread }): { message?: string; thread?: string } => ({
    ...(typeof message === "string" && { message }),
    ...(typeof thread === "string" && { thread }),
  }),
  component: page,
});

const otherRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/chat/$",
  component: page,
});

export const chat = {
  routes: [chatRoute, channelRoute, otherRoute],
  places: [
    {
      path: "/chat",
      label: "Chat",
      icon: MessageCircle,
      group: "tools",
      canOpen: canUseChat,
      covers: Number.POSITIVE_INFINITY,
    },
  ],
  cards: { chat: "Chat card" },
} satisfies Area;
