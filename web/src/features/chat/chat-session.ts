import type { Channel, Message } from "@atoll/contract/chat/schemas";
import type { Viewer } from "@atoll/contract/identity/schemas";
import type { QueryClient } from "@tanstack/react-query";
import { uuidv7 } from "uuidv7";
import type { RealtimeSocket } from "../../lib/socket.ts";
import { openTextStorage } from "../../lib/text-storage.ts";
import { deleteMessage, editMessage, openDirectChannel, postMessage, putReadMark } from "./api.ts";
import { type ChannelList, createChannelList } from "./channel-list.ts";
import { createDelivery } from "./delivery.ts";
import { createOutbox, type Outbox, type OutboxEntry } from "./outbox.ts";
import { createReadMarks } from "./read-marks.ts";
import { createReading, type Reading } from "./reading.ts";
import { followRealtime } from "./realtime.ts";
import type { StreamChange } from "./stream.ts";
import { createStreams, type Streams } from "./streams.ts";
import { createSync } from "./sync.ts";

export interface ChatSessionOptions {
  queryClient: QueryClient;
  realtime: RealtimeSocket;
  viewer: Viewer;
  /** Shows a channel; a desktop notification was pressed. */
  open: (channelId: string) => void;
}

/** Everything of chat that lives as long as a person is signed in, whatever screen they look at. */
export interface ChatSession {
  viewer: Viewer;
  channels: ChannelList;
  streams: Streams;
  outbox: Outbox;
  reading: Reading;
  /** Begins to listen; returns the way to stop. */
  start(): () => void;
  /** Shows a message at once and delivers it as soon as possible. */
  send(channelId: string, content: string): void;
  retry(entry: OutboxEntry): void;
  edit(message: Message, content: string): Promise<void>;
  remove(message: Message): Promise<void>;
  /** The newest messages of a channel were seen. */
  markRead(channelId: string): void;
  /** The direct chat with a colleague, in the list from now on. */
  openDirect(personId: string): Promise<Channel>;
}

export function createChatSession({ queryClient, realtime, viewer, open }: ChatSessionOptions): ChatSession {
  const marks = createReadMarks({ send: putReadMark });
  const reading = createReading();
  const outbox = createOutbox(viewer.id, openTextStorage());
  const channels = createChannelList({
    queryClient,
    viewerId: viewer.id,
    unsentMarks: marks.unsent,
    onFetched: () => sync.settle(),
  });
  const streams = createStreams({
    queryClient,
    knownHead: (channelId) => channels.find(channelId)?.head ?? 0,
    onGone: channels.refresh,
  });
  const sync = createSync({ channels, streams });
  const delivery = createDelivery({
    outbox,
    lockName: `atoll.outbox.${viewer.id}`,
    async send({ channelId, id, content }) {
      const { message } = await postMessage(channelId, { id, content });
      receive(channelId, { seq: message.changedSeq, message });
    },
  });

  /** A change, by event or as the answer to one's own request: whichever comes first counts. */
  function receive(channelId: string, change: StreamChange): void {
    const isReading = reading.isReading(channelId);
    streams.receive(channelId, change);
    channels.apply({ kind: "change", channelId, change, isReading });
    const isNews = !change.message.deleted && change.message.author.id !== viewer.id;
    if (isReading && isNews) marks.mark(channelId, change.seq);
  }

  function forget(channelId: string): void {
    channels.apply({ kind: "removed", channelId });
    streams.forget(channelId);
    marks.forget(channelId);
    for (const entry of outbox.entries()) if (entry.channelId === channelId) outbox.remove(entry.id);
  }

  return {
    viewer,
    channels,
    streams,
    outbox,
    reading,
    start() {
      const stops = [
        followRealtime({ realtime, viewer, channels, receive, forget, open, onConnected }),
        sync.watch(),
        delivery.stop,
        marks.stop,
        channels.stop,
        streams.stop,
      ];
      delivery.flush();
      return () => {
        for (const stop of stops) stop();
      };
    },
    send(channelId, content) {
      const createdAt = new Date().toISOString();
      outbox.put({ id: uuidv7(), channelId, content: content.trim(), createdAt, failure: null });
      delivery.flush();
    },
    retry(entry) {
      outbox.remove(entry.id);
      // Another text may lie under the old id, and a refusal is final for it: only a new one can be sent.
      outbox.put({ ...entry, id: uuidv7(), failure: null });
      delivery.flush();
    },
    async edit(message, content) {
      const { message: edited } = await editMessage(message.id, content.trim());
      receive(message.channelId, { seq: edited.changedSeq, message: edited });
    },
    async remove(message) {
      const { message: tombstone } = await deleteMessage(message.id);
      receive(message.channelId, { seq: tombstone.changedSeq, message: tombstone });
    },
    markRead(channelId) {
      const seq = streams.get(channelId)?.seq;
      if (seq === undefined || !channels.find(channelId)) return;
      channels.apply({ kind: "marked", channelId, seq });
      marks.mark(channelId, seq);
    },
    async openDirect(personId) {
      const { channel } = await openDirectChannel(personId);
      channels.apply({ kind: "added", channel });
      return channel;
    },
  };

  function onConnected(): void {
    void sync.check();
    delivery.flush();
    marks.retry();
  }
}
