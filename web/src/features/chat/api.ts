import { chatRoutes } from "@atoll/contract/chat/routes";
import { peopleRoutes } from "@atoll/contract/people/routes";
import { call } from "../../lib/api-client.ts";

/** Where chat's data lies in the query cache. */
export const chatKeys = {
  channels: ["chat", "channels"],
  streams: ["chat", "stream"],
  stream: (channelId: string) => ["chat", "stream", channelId],
  people: (name: string, limit: number) => ["chat", "people", name, limit],
} as const;

interface Options {
  signal?: AbortSignal;
}

export const fetchChannels = (options?: Options) => call(chatRoutes.listChannels, {}, options);

export const fetchHeads = (options?: Options) => call(chatRoutes.listHeads, {}, options);

/** The page that ends just before a number, or at the newest message. */
export const fetchMessages = (channelId: string, before?: number, options?: Options) =>
  call(chatRoutes.listMessages, { params: { channelId }, query: { before } }, options);

export const fetchChanges = (channelId: string, since: number, options?: Options) =>
  call(chatRoutes.listChanges, { params: { channelId }, query: { since } }, options);

export const postMessage = (channelId: string, body: { id: string; content: string }) =>
  call(chatRoutes.postMessage, { params: { channelId }, body });

export const editMessage = (messageId: string, content: string) =>
  call(chatRoutes.editMessage, { params: { messageId }, body: { content } });

export const deleteMessage = (messageId: string) => call(chatRoutes.deleteMessage, { params: { messageId } });

export const putReadMark = (channelId: string, seq: number) =>
  call(chatRoutes.markRead, { params: { channelId }, body: { seq } });

export const openDirectChannel = (personId: string) =>
  call(chatRoutes.openDirectChannel, { params: { personId } });

export const searchPeople = (name: string, limit: number, options?: Options) =>
  call(peopleRoutes.searchPeople, { query: { name, limit } }, options);
