import type { Change, Channel, Message } from "@atoll/contract/chat/schemas";
import type { Viewer } from "@atoll/contract/identity/schemas";
import { openReadMarks } from "../../../capabilities/offline/marks/read-marks.ts";
import { outboxOf } from "../../../capabilities/offline/outbox/own-outbox.ts";
import { seenOf } from "../../../capabilities/offline/seen/seen.ts";
import { presenceOf } from "../../../capabilities/people/presence.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import type { RealtimeSocket } from "../../../lib/server/socket.ts";
import type { SignedIn } from "../../../lib/signed-in.ts";
import { type ChannelList, createChannelList } from "../channel-list/channel-list.ts";
import type { HeldMessages } from "../outbox/held-messages.ts";
import {
  isHeld,
  type MessageEntry,
  type MessageOutbox,
  messageKind,
  subjectOf,
  type UnsentMessage,
} from "../outbox/message-kind.ts";
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
import { createPrerenderedChannels, type PrerenderedChannels } from "./prerendered-channel.ts";
import { createReading, type Reading } from "./reading.ts";
import { followRealtime } from "./realtime.ts";
import type { RowTarget } from "./row-target.ts";
import { createSavedMessages, takeSaved } from "./saved-messages.ts";
import { seenInChannels, seenInChat } from "./seen-in-chat.ts";
import { createSync } from "./sync.ts";

export interface ChatSessionOptions {
  signedIn: SignedIn;
  /** Shows a channel; a desktop notification was pressed. */
  open: (channelId: string) => void;
}

/** The parts of a message apart from its text. */
export type MessageParts = Partial<
  Pick<UnsentMessage, "parentId" | "mentionIds" | "attachmentIds" | "uploadIds">
>;

/** The state and functions of chat that live as long as a person is signed in, on any screen. */
export interface ChatSession {
  viewer: Viewer;
  realtime: RealtimeSocket;
  channels: ChannelList;
  streams: Streams;
  threads: Threads;
  outbox: MessageOutbox;
  reading: Reading;
  ahead: PrerenderedChannels;
  /** The scroll position at which each channel was left; null at its end. */
  places: Map<string, RowTarget | null>;
  /** Begins to listen; returns the way to stop. */
  start(): () => void;
  /** For what a screen adds to the session later on: it ends with it. */
  onEnd(stop: () => void): void;
  /** Shows a message at once and delivers it as soon as possible. */
  send(channelId: string, content: string, parts?: MessageParts): void;
  retry(entry: MessageEntry): void;
  edit(message: Message, content: string, mentionIds?: string[]): Promise<void>;
  remove(message: Message): Promise<void>;
  /** Saves a message for the viewer, or saves it no longer; without a connection, when it is back. */
  save(messageId: string, isSaved: boolean): void;
  /** Applies a change from the response to a request of the viewer. */
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
  const marks = openReadMarks(signedIn, { name: "channels read", send: putReadMark });
  const reading = createReading();
  const presence = presenceOf(signedIn);
  const ownOutbox = outboxOf(signedIn);
  const saved = createSavedMessages({ queryClient, outbox: ownOutbox });
  const outbox = ownOutbox.register({
    ...messageKind,
    onRetry: (entry) => void (isHeld(entry) && hold(entry)),
    async send({ id, body: { channelId, content, parentId, mentionIds, attachmentIds } }) {
      const { message } = await postMessage(channelId, { id, content, parentId, mentionIds, attachmentIds });
      take(message);
    },
  });
  const channels = createChannelList({
    queryClient,
    viewerId: viewer.id,
    unsentMarks: marks.unsent,
    onFetched() {
      sync.settle();
      const ids = channels.get()?.map(({ id }) => id);
      if (ids) seen.retain(seenInChannels, ids);
    },
  });
  const threads = createThreads(queryClient);
  const streams = createStreams({
    queryClient,
    knownHead: (channelId) => channels.find(channelId)?.head ?? 0,
    onGone: channels.refresh,
    onReplies: (_channelId, replies) => replies.forEach(threads.receive),
    onReloaded: threads.refresh,
  });
  const seen = seenOf(signedIn);
  for (const kind of seenInChat(queryClient)) seen.keep(kind);
  const sync = createSync({
    // Over HTTP they can be had without the socket, too.
    resume: (positions) => realtime.send("streams.resume", { positions }).catch(() => fetchHeads()),
    channels,
    streams,
    unsentMarks: marks.unsent,
    onUnreadThreads: (count) => queryClient.setQueryData(chatKeys.unreadThreads, count),
  });
  let loadingHeld: Promise<HeldMessages> | undefined;

  /** Messages that wait for their files are handled in lazily loaded code: the first load does not need uploads. */
  async function hold(entry: MessageEntry): Promise<void> {
    try {
      loadingHeld ??= import("../outbox/held-messages.ts").then(({ createHeldMessages }) => {
        const held = createHeldMessages(signedIn, outbox);
        later.push(held.stop);
        return held;
      });
      (await loadingHeld).wait(entry);
    } catch (error) {
      loadingHeld = undefined;
      outbox.put({ ...entry, failure: errorMessage(error, messageKind.failure) });
    }
  }

  /** Applies a change from an event or from a response, whichever comes first. */
  function receive(channelId: string, change: StreamChange): void {
    const isReading = reading.isReading(channelId);
    streams.receive(channelId, change);
    threads.receive(change.message);
    channels.apply({ kind: "change", channelId, change, isReading });
    // A reply is seen in its thread, and does not count here, but the mark has moved past it.
    const isNews = !change.message.deleted && change.message.author.id !== viewer.id;
    if (isReading && isNews) marks.mark(channelId, change.seq);
  }

  const later: (() => void)[] = [];
  const take = (message: Change) => receive(message.channelId, { seq: message.changedSeq, message });

  function forget(channelId: string): void {
    channels.apply({ kind: "removed", channelId });
    streams.forget(channelId);
    seen.forget(chatKeys.stream(channelId));
    threads.forget(channelId);
    marks.forget(channelId);
    // This is rare, and the text is kept in any case.
    void import("../outbox/unsent.ts").then(({ showUnsent }) => showUnsent(outbox, channelId), noWords);
  }

  return {
    viewer,
    realtime,
    channels,
    streams,
    threads,
    outbox,
    reading,
    ahead: createPrerenderedChannels(),
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
          onRead: ({ channelId, lastReadSeq }) => marks.heard(channelId, lastReadSeq),
          onThreadChanged,
          onSaved: (messageId, isSaved) => takeSaved(queryClient, messageId, isSaved),
          onConnected,
        }),
        sync.watch(),
        sync.stop,
        outbox.end,
        saved.stop,
        channels.stop,
        streams.stop,
      ];
      // Left by an earlier page.
      for (const entry of outbox.entries()) if (isHeld(entry) && entry.failure === null) void hold(entry);
      return () => {
        for (const stop of [...stops, ...later]) stop();
      };
    },
    save: saved.save,
    onEnd: (stop) => void later.push(stop),
    send(channelId, content, { parentId = null, mentionIds = [], attachmentIds = [], uploadIds } = {}) {
      const body = { channelId, content: content.trim(), parentId, mentionIds, attachmentIds, uploadIds };
      const entry = outbox.add(subjectOf(body), body);
      if (isHeld(entry)) void hold(entry);
    },
    retry: outbox.retry,
    async edit(message, content, mentionIds = message.mentions.map(({ id }) => id)) {
      const { message: edited } = await editMessage(message.id, content.trim(), mentionIds);
      take(edited);
    },
    async remove(message) {
      const { message: change } = await deleteMessage(message.id);
      take(change);
    },
    markRead(channelId) {
      const channel = channels.find(channelId);
      if (!channel) return;
      // For a channel that is not open, everything the list counts.
      const seq = streams.get(channelId)?.seq ?? channel.head;
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
    void queryClient.invalidateQueries({ queryKey: chatKeys.allSavedIn });
  }
}

const noWords = () => undefined;
