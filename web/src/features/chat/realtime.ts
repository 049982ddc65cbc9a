import type { Viewer } from "@atoll/contract/identity/schemas";
import type { RealtimeSocket } from "../../lib/socket.ts";
import type { ChannelList } from "./channel-list.ts";
import { notifyOfMessage } from "./notifications.ts";
import type { StreamChange } from "./stream.ts";

export interface FollowOptions {
  realtime: RealtimeSocket;
  viewer: Viewer;
  channels: ChannelList;
  receive: (channelId: string, change: StreamChange) => void;
  forget: (channelId: string) => void;
  open: (channelId: string) => void;
  /** The connection is there, for the first time or again. */
  onConnected: () => void;
}

/** Brings chat's events to the cache until the returned function is called. */
export function followRealtime(options: FollowOptions): () => void {
  const { realtime, viewer, channels, receive, forget, open, onConnected } = options;
  const stops = [
    realtime.on("message.posted", ({ channelId, seq, message }) => {
      receive(channelId, { seq, message });
      const channel = channels.find(channelId);
      if (channel && message.author.id !== viewer.id) notifyOfMessage(message, channel, open);
    }),
    realtime.on("message.edited", ({ channelId, seq, message }) => receive(channelId, { seq, message })),
    realtime.on("message.deleted", ({ channelId, seq, message }) => receive(channelId, { seq, message })),
    realtime.on("channel.read", (head) => channels.apply({ kind: "read", head })),
    realtime.on("channel.added", ({ channel }) => channels.apply({ kind: "added", channel })),
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
