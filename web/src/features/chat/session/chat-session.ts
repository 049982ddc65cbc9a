import type { Change, Channel, Message } from "@atoll/contract/chat/schemas";
import type { Viewer } from "@atoll/contract/identity/schemas";
import { uuidv7 } from "uuidv7";
import { uploadsOf } from "../../../capabilities/files/upload/own-uploads.ts";
import type { Uploads } from "../../../capabilities/files/upload/uploads.ts";
import { presenceOf } from "../../../capabilities/people/presence.ts";
import type { SignedIn } from "../../../lib/signed-in.ts";
import type { RealtimeSocket } from "../../../lib/socket.ts";
import { openTextStorage } from "../../../lib/text-storage.ts";
import { countAsUnsent } from "../../../lib/unsent.ts";
import { type ChannelList, createChannelList } from "../channel-list/channel-list.ts";
import { createDelivery } from "../outbox/delivery.ts";
import { createHeldMessages } from "../outbox/held-messages.ts";
import { createOutbox, isHeld, type Outbox, type OutboxEntry } from "../outbox/outbox.ts";
import { tellUnsent } from "../outbox/unsent.ts";
import {
  chatKeys,
  deleteMessage,
  editMessage,
  fetchHeads,
  openDirectChannel,
  postMessage,
  putReadMark,
  putUnreadMark,
} from "../stream/api.ts";
import type { StreamChange } from "../stream/stream.ts";
import { createStreams, type Streams } from "../stream/streams.ts";
import { createThreads, type Threads } from "../stream/threads.ts";
import { createDrawnAhead, type DrawnAhead } from "./drawn-ahead.ts";
import { createReadMarks } from "./read-marks.ts";
import { createReading, type Reading } from "./reading.ts";
import { followRealtime } from "./realtime.ts";
import type { RowTarget } from "./row-target.ts";
import { takeSaved } from "./saved-messages.ts";
import { createSync } from "./sync.ts";
import { createTypingBoard, type TypingBoard } from "./typing.ts";

export interface ChatSessionOptions {
  signedIn: SignedIn;
  /** Shows a channel; a desktop notification was pressed. */
  open: (channelId: string) => void;
}

/** What a message has besides its text. */
export type MessageParts = Partial<
  Pick<OutboxEntry, "parentId" | "mentionIds" | "attachmentIds" | "uploadIds">
>;

/** Everything of chat that lives as long as a person is signed in, whatever screen they look at. */
export interface ChatSession {
  viewer: Viewer;
  realtime: RealtimeSocket;
  channels: ChannelList;
  streams: Streams;
  threads: Threads;
  outbox: Outbox;
  uploads: Uploads;
  reading: Reading;
  ahead: DrawnAhead;
  typing: TypingBoard;
  /** Where the view stood when each channel was left; null at its end. */
  places: Map<string, RowTarget | null>;
  /** Begins to listen; returns the way to stop. */
  start(): () => void;
  /** For what a screen adds to the session later on: it ends with it. */
  onEnd(stop: () => void): void;
  /** Shows a message at once and delivers it as soon as possible. */
  send(channelId: string, content: string, parts?: MessageParts): void;
  retry(entry: OutboxEntry): void;
  edit(message: Message, content: string, mentionIds?: string[]): Promise<void>;
  remove(message: Message): Promise<void>;
  /** A change that is the answer to a request of one's own. */
  take(change: Change): void;
  /** The newest messages of a channel were seen. */
  markRead(channelId: string): void;
  /** From this message on nothing has been read; while the channel stays open, nothing is read by itself. */
  markUnread(message: Message): Promise<void>;
  /** The direct chat with a colleague, in the list from now on. */
  openDirect(personId: string): Promise<Channel>;
}

export function createChatSession({ signedIn, open }: ChatSessionOptions): ChatSession {
  const { viewer, queryClient, realtime } = signedIn;
  const marks = createReadMarks({ send: putReadMark });
  const reading = createReading();
  const presence = presenceOf(signedIn);
  const typing = createTypingBoard(realtime, viewer.id);
  const outbox = createOutbox(viewer.id, openTextStorage());
  const channels = createChannelList({
    queryClient,
    viewerId: viewer.id,
    unsentMarks: marks.unsent,
    onFetched: () => sync.settle(),
  });
  const threads = createThreads(queryClient);
  const streams = createStreams({
    queryClient,
    knownHead: (channelId) => channels.find(channelId)?.head ?? 0,
    onGone: channels.refresh,
    onReplies: (_channelId, replies) => replies.forEach(threads.receive),
    onReloaded: threads.refresh,
  });
  const sync = createSync({
    // Over HTTP they can be had without the socket, too.
    resume: (positions) => realtime.send("streams.resume", { positions }).catch(() => fetchHeads()),
    channels,
    streams,
    unsentMarks: marks.unsent,
    onUnreadThreads: (count) => queryClient.setQueryData(chatKeys.unreadThreads, count),
  });
  const delivery = createDelivery({
    outbox,
    lockName: `atoll.outbox.${viewer.id}`,
    async send({ channelId, id, content, parentId, mentionIds, attachmentIds }) {
      const { message } = await postMessage(channelId, { id, content, parentId, mentionIds, attachmentIds });
      take(message);
    },
  });

  const uploads = uploadsOf(signedIn);
  const held = createHeldMessages({ outbox, uploads, flush: () => delivery.flush() });

  /** A change, by event or as the answer to one's own request: whichever comes first counts. */
  function receive(channelId: string, change: StreamChange): void {
    const isReading = reading.isReading(channelId);
    streams.receive(channelId, change);
    threads.receive(change.message);
    channels.apply({ kind: "change", channelId, change, isReading });
    // A reply is seen in its thread, not here; but the mark has gone past it.
    const isNews = !change.message.deleted && change.message.author.id !== viewer.id;
    if (isReading && isNews) marks.mark(channelId, change.seq);
  }

  const later: (() => void)[] = [];
  const take = (message: Change) => receive(message.channelId, { seq: message.changedSeq, message });

  function forget(channelId: string): void {
    channels.apply({ kind: "removed", channelId });
    streams.forget(channelId);
    threads.forget(channelId);
    marks.forget(channelId);
    tellUnsent(outbox, channelId);
  }

  return {
    viewer,
    realtime,
    channels,
    streams,
    threads,
    outbox,
    uploads,
    reading,
    ahead: createDrawnAhead(),
    typing,
    places: new Map(),
    take,
    start() {
      const stops = [
        followRealtime({
          realtime,
          viewer,
          channels,
          receive,
          forget,
          open,
          isQuiet: () => presence.own() === "do-not-disturb",
          onThreadChanged,
          onSaved: (messageId, isSaved) => takeSaved(queryClient, messageId, isSaved),
          onConnected,
        }),
        typing.start(),
        sync.watch(),
        sync.stop,
        held.start(),
        countAsUnsent(() => outbox.entries().length),
        delivery.stop,
        marks.stop,
        channels.stop,
        streams.stop,
      ];
      delivery.flush();
      return () => {
        for (const stop of [...stops, ...later]) stop();
      };
    },
    onEnd: (stop) => void later.push(stop),
    send(channelId, content, { parentId = null, mentionIds = [], attachmentIds = [], uploadIds } = {}) {
      const parts = { parentId, mentionIds, attachmentIds, uploadIds };
      const createdAt = new Date().toISOString();
      const entry = { id: uuidv7(), channelId, content: content.trim(), ...parts, createdAt, failure: null };
      outbox.put(entry);
      if (isHeld(entry)) held.wait(entry);
      else delivery.flush();
    },
    retry(entry) {
      // Another text may lie under the old id, and a refusal is final for it: only a new one can be sent.
      const next = { ...entry, id: uuidv7(), order: undefined, failure: null };
      outbox.put(next);
      outbox.remove(entry.id);
      if (isHeld(next)) held.retry(next);
      else delivery.flush();
    },
    async edit(message, content, mentionIds = message.mentions.map(({ id }) => id)) {
      const { message: edited } = await editMessage(message.id, content.trim(), mentionIds);
      take(edited);
    },
    async remove(message) {
      const { message: change } = await deleteMessage(message.id);
      take(change);
    },
    markRead(channelId) {
      const seq = streams.get(channelId)?.seq;
      if (seq === undefined || !channels.find(channelId)) return;
      channels.apply({ kind: "marked", channelId, seq });
      marks.mark(channelId, seq);
    },
    async markUnread({ channelId, seq }) {
      reading.hold(channelId);
      // A mark that still waits to be sent would undo it.
      marks.forget(channelId);
      await putUnreadMark(channelId, seq);
      marks.forget(channelId);
      channels.refresh();
    },
    async openDirect(personId) {
      const { channel } = await openDirectChannel(personId);
      channels.apply({ kind: "added", channel });
      return channel;
    },
  };

  function onThreadChanged(): void {
    void queryClient.invalidateQueries({ queryKey: chatKeys.threads });
    sync.checkSoon();
  }

  function onConnected(): void {
    sync.onConnected();
    delivery.flush();
    marks.retry();
    void queryClient.invalidateQueries({ queryKey: chatKeys.allSavedIn });
  }
}
