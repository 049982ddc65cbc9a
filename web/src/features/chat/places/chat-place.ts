import type { Message } from "@atoll/contract/chat/schemas";

/** The lists that go across channels. Specification, section 2: /chat?view=mentions and /chat?view=starred. */
export const chatViews = ["mentions", "starred", "saved", "threads"] as const;
export type ChatView = (typeof chatViews)[number];

/** The place the chat screen shows: home, a list, or a channel, optionally at one of its messages. */
export interface ChatPlace {
  channelId: string | null;
  view?: ChatView | null;
  messageId?: string | null;
  /** The message whose thread is open. */
  threadId?: string | null;
}

export const homePlace: ChatPlace = { channelId: null };

/** Returns the place where a message is read. A reply is read in its thread, next to its channel. */
export function placeOf({
  channelId,
  id,
  parentId,
}: Pick<Message, "channelId" | "id" | "parentId">): ChatPlace {
  return parentId === null ? { channelId, messageId: id } : { channelId, messageId: id, threadId: parentId };
}

export function isChatView(value: unknown): value is ChatView {
  return chatViews.some((view) => view === value);
}

/** Its address. Specification, section 2: notification links. */
export function placePath({ channelId, view, messageId, threadId }: ChatPlace): string {
  if (channelId === null) return view ? `/chat?view=${view}` : "/chat";
  const at = new URLSearchParams();
  if (messageId) at.set("message", messageId);
  if (threadId) at.set("thread", threadId);
  return at.size > 0 ? `/chat/channel/${channelId}?${at}` : `/chat/channel/${channelId}`;
}
