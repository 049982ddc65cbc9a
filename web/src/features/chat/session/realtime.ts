import type { Head } from "@atoll/contract/chat/channel-schemas";
import type { Viewer } from "@atoll/contract/identity/schemas";
import type { RealtimeSocket } from "../../../lib/server/socket.ts";
import type { ChannelList } from "../channel-list/channel-list.ts";
import type { StreamChange } from "../stream/stream.ts";

export interface FollowOptions {
  realtime: RealtimeSocket;
  viewer: Viewer;
  channels: ChannelList;
  receive: (channelId: string, change: StreamChange) => void;
  forget: (channelId: string) => void;
  open: (channelId: string) => void;
  /** The viewer does not want to be disturbed. */
  isQuiet: () => boolean;
  /** How far the viewer has read a channel, on some device. */
  onRead: (head: Head) => void;
  /** A thread that the viewer follows, or how far they have read it, is different. */
  onThreadChanged: (messageId: string) => void;
  /** The viewer saved a message, or took it off, on some device. */
  onSaved: (messageId: string, isSaved: boolean) => void;
  /** The connection is there, for the first time or again. */
  onConnected: () => void;
}

/** Applies chat's events to the cache until the returned function is called. */
export function followRealtime(options: FollowOptions): () => void {
  const {
    realtime,
    viewer,
    channels,
    receive,
    forget,
    open,
    isQuiet,
    onRead,
    onThreadChanged,
    onSaved,
    onConnected,
  } = options;
  const stops = [
    realtime.on("message.posted", ({ channelId, seq, message }) => {
      receive(channelId, { seq, message });
      const channel = channels.find(channelId);
      // Nothing of it is needed as long as the page is seen.
      if (channel && document.hidden && !isQuiet())
        void import("../channel-list/notifications.ts")
          .then(({ shouldNotify, notifyOfMessage }) =>
            shouldNotify(message, channel, viewer.id) ? notifyOfMessage(message, channel, open) : undefined,
          )
          .catch(() => undefined);
    }),
    realtime.on("message.edited", ({ channelId, seq, message }) => receive(channelId, { seq, message })),
    realtime.on("message.deleted", ({ channelId, seq, message }) => receive(channelId, { seq, message })),
    realtime.on("message.changed", ({ channelId, seq, message }) => receive(channelId, { seq, message })),
    realtime.on("channel.read", (head) => {
      onRead(head);
      channels.apply({ kind: "read", head });
    }),
    realtime.on("channel.added", ({ channel }) => channels.apply({ kind: "added", channel })),
    realtime.on("channel.updated", ({ channel }) => channels.apply({ kind: "updated", channel })),
    realtime.on("channel.changed", ({ channelId, ...values }) =>
      channels.apply({ kind: "described", channelId, values }),
    ),
    realtime.on("channel.counted", ({ channelId, ...values }) =>
      channels.apply({ kind: "described", channelId, values }),
    ),
    realtime.on("threads.changed", ({ messageId }) => onThreadChanged(messageId)),
    realtime.on("saved.changed", ({ messageId, isSaved }) => onSaved(messageId, isSaved)),
    realtime.on("channel.removed", ({ channelId }) => forget(channelId)),
    realtime.subscribe(() => {
      if (realtime.getState() === "connected") onConnected();
    }),
  ];
  if (realtime.getState() === "connected") onConnected();
  return () => {
    for (const stop of stops) stop();
  };
}
