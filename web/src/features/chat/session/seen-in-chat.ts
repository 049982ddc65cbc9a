import type { QueryClient } from "@tanstack/react-query";
import type { SeenKind } from "../../../capabilities/offline/seen/seen-kind.ts";
import { chatKeys } from "../stream/api.ts";
import { type Stream, trimStream } from "../stream/stream.ts";
import type { Thread } from "../stream/thread.ts";

/** A page, as a chat is opened with. */
const keptMessages = 50;

/** The parts of chat that open offline: the list, and the newest messages of the most recently viewed chats. */
export const seenInChat = (queryClient: QueryClient): SeenKind[] => [
  { name: "chat/channels", queryKey: chatKeys.channels, newest: 1 },
  {
    name: "chat/stream",
    queryKey: chatKeys.streams,
    newest: 40,
    pick(queryKey) {
      const stream = queryClient.getQueryData<Stream>(queryKey);
      // A window of old messages is not the current state of the chat.
      if (!stream || stream.to !== null) return undefined;
      return { ...trimStream(stream, "older", keptMessages), ahead: [] };
    },
    subjectOf: ([, , channelId]) => String(channelId),
  },
  {
    name: "chat/thread",
    queryKey: chatKeys.allThreads,
    newest: 20,
    subjectOf: (queryKey) => queryClient.getQueryData<Thread>(queryKey)?.channelId,
  },
];

/** Those of them that belong to a channel. */
export const seenInChannels = ["chat/stream", "chat/thread"];
