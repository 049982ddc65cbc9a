import type { ChatPlace, ChatView } from "../places/chat-place.ts";
import { MentionsView } from "./mentions-view.tsx";
import { SavedView } from "./saved-view.tsx";
import { StarredView } from "./starred-view.tsx";
import { ThreadsView } from "./threads-view.tsx";

export interface ChatViewScreenProps {
  view: ChatView;
  onGo: (place: ChatPlace) => void;
}

const screens = {
  mentions: MentionsView,
  starred: StarredView,
  saved: SavedView,
  threads: ThreadsView,
};

/** One of the lists that go across channels. */
export function ChatViewScreen({ view, onGo }: ChatViewScreenProps) {
  const Screen = screens[view];
  return <Screen onGo={onGo} />;
}
