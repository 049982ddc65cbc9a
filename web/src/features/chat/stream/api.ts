import { channelRoutes } from "@atoll/contract/chat/channel-routes";
import { messageRoutes } from "@atoll/contract/chat/message-routes";
import type { NewMessage } from "@atoll/contract/chat/schemas";
import { threadRoutes } from "@atoll/contract/chat/thread-routes";
import { call } from "../../../lib/server/api-client.ts";

/** Query keys of chat. */
export const chatKeys = {
  channels: ["chat", "channels"],
  streams: ["chat", "stream"],
  stream: (channelId: string) => ["chat", "stream", channelId],
  threads: ["chat", "threads"],
  allThreads: ["chat", "thread"],
  thread: (messageId: string) => ["chat", "thread", messageId],
  unreadThreads: ["chat", "unread threads"],
  saved: ["chat", "view", "saved"],
  allSavedIn: ["chat", "saved in"],
  savedIn: (channelId: string) => ["chat", "saved in", channelId],
  members: (channelId: string, search: string) => ["chat", "members", channelId, search],
  online: (channelId: string) => ["chat", "online", channelId],
} as const;

interface Options {
  signal?: AbortSignal;
}

export type HistoryPlace = { before?: number; after?: number; around?: number; limit?: number };

export const fetchChannels = (options?: Options) => call(channelRoutes.listChannels, { query: {} }, options);

export const fetchHeads = (options?: Options) => call(channelRoutes.listHeads, {}, options);

/** Fetches the page just before a number, just after one, or around one; else the newest. */
export const fetchMessages = (channelId: string, at: HistoryPlace = {}, options?: Options) =>
  call(messageRoutes.listMessages, { params: { channelId }, query: at }, options);

export const fetchChanges = (channelId: string, since: number, options?: Options) =>
  call(messageRoutes.listChanges, { params: { channelId }, query: { since } }, options);

export const postMessage = (channelId: string, body: NewMessage) =>
  call(messageRoutes.postMessage, { params: { channelId }, body });

export const editMessage = (messageId: string, content: string, mentionIds: string[]) =>
  call(messageRoutes.editMessage, { params: { messageId }, body: { content, mentionIds } });

export const deleteMessage = (messageId: string) =>
  call(messageRoutes.deleteMessage, { params: { messageId } });

export const putReadMark = (channelId: string, seq: number) =>
  call(channelRoutes.markRead, { params: { channelId }, body: { seq } });

export const putUnreadMark = (channelId: string, seq: number) =>
  call(channelRoutes.markUnread, { params: { channelId }, body: { seq } });

/** A page of a thread, ending just before a number or at the newest reply. */
export const fetchReplies = (messageId: string, before?: number, options?: Options) =>
  call(threadRoutes.listReplies, { params: { messageId }, query: { before } }, options);

export const openDirectChannel = (personId: string) =>
  call(channelRoutes.openDirectChannel, { params: { personId } });
