import { type ResumedHead, resumeCommand } from "@atoll/contract/chat/resume-command";
import { chatRoutes } from "@atoll/contract/chat/routes";
import type { Change, Channel } from "@atoll/contract/chat/schemas";
import type { EventName, EventPayload } from "@atoll/contract/events";
import { realtimePath } from "@atoll/contract/realtime";
import { io, type Socket } from "socket.io-client";
import type { Chatter } from "./chatter.ts";

/** The state of a channel in a browser: all its messages, and the person's read position. */
export interface Held {
  /** Every change up to this number is in. */
  seq: number;
  messages: Map<string, Change>;
  lastReadSeq: number;
  unread: number;
  unreadMentions: number;
}

/**
 * The rules of a browser in their shortest form, as a reference: it keeps channels by events alone, and asks where an
 * event says that it has missed something or cannot know something. See docs/guides/realtime.md.
 */
export interface ReferenceBrowser {
  who: Chatter;
  held: Map<string, Held>;
  /** The numbers of the stream events of a channel, in the order in which they came. */
  heard(channelId: string): number[];
  connect(): Promise<void>;
  /** Cuts the connection. Events are missed until it is back. */
  cut(): void;
  /** Settles when everything that was asked for has been answered. */
  settled(): Promise<void>;
}

export function createReferenceBrowser(url: string, who: Chatter): ReferenceBrowser {
  const held = new Map<string, Held>();
  const heard = new Map<string, number[]>();
  let socket: Socket | undefined;
  let asking = Promise.resolve();
  /** Grows with whatever moves a mark or a membership: an answer that was read before is not believed. */
  let moves = 0;

  function on<Name extends EventName>(to: Socket, name: Name, handle: (payload: EventPayload<Name>) => void) {
    to.on(name as string, (payload: EventPayload<Name>) => {
      if (to === socket) handle(payload);
    });
  }

  /** One question after the other. */
  function ask(question: () => Promise<void>): void {
    asking = asking.then(question);
  }

  function receive({ channelId, seq, message }: { channelId: string; seq: number; message: Change }): void {
    heard.set(channelId, [...(heard.get(channelId) ?? []), seq]);
    const channel = held.get(channelId);
    if (channel && seq <= channel.seq) return;
    const isNext = channel?.seq === seq - 1;
    const effect = isNext ? countOf(channel, seq, message) : undefined;
    if (isNext) {
      channel.seq = seq;
      put(channel, message);
      channel.unread += effect?.unread ?? 0;
      channel.unreadMentions += effect?.unreadMentions ?? 0;
    }
    if (!effect) ask(() => catchUp());
  }

  /** Returns the counts after a change. Undefined if a fetch is needed. */
  function countOf({ lastReadSeq }: Held, seq: number, message: Change) {
    const nothing = { unread: 0, unreadMentions: 0 };
    const authorId = message.deleted ? message.authorId : message.author.id;
    if (message.parentId || message.seq <= lastReadSeq || authorId === who.id) return nothing;
    if (message.deleted || message.removed || message.edited) return undefined;
    return seq === message.seq ? { unread: 1, unreadMentions: Number(calls(message, who.id)) } : nothing;
  }

  /** Fetches the heads and every missing change, until nothing has moved in between. */
  async function catchUp(): Promise<void> {
    for (;;) {
      const before = moves;
      const heads = await askHeads();
      if (before !== moves) continue;
      for (const id of held.keys()) if (!heads.some(({ channelId }) => channelId === id)) held.delete(id);
      const caughtUp = [];
      for (const head of heads) caughtUp.push(await fill(head));
      if (before === moves && caughtUp.every(Boolean)) return;
    }
  }

  /** Over the socket with what is missing where that is little; over HTTP when it was cut, or asked too often. */
  async function askHeads(): Promise<ResumedHead[]> {
    const positions = [...held].map(([channelId, { seq }]) => ({ channelId, head: seq, held: seq }));
    const asked = socket?.timeout(5_000).emitWithAck("streams.resume", { positions });
    const reply = await asked?.catch(() => undefined);
    if (!reply?.answer) return (await who.client.call(chatRoutes.listHeads, {})).heads;
    return resumeCommand.answer.parse(reply.answer).heads;
  }

  /** Answers whether the channel stands where the head says. */
  async function fill(head: ResumedHead): Promise<boolean> {
    const channel = held.get(head.channelId) ?? { seq: 0, messages: new Map(), ...readState(head) };
    held.set(head.channelId, channel);
    if (head.missed) {
      for (const change of head.missed) put(channel, change);
      channel.seq = Math.max(channel.seq, head.head);
    }
    while (channel.seq < head.head) {
      const since = channel.seq;
      const answer = await who.client.send("GET", `/api/channels/${head.channelId}/changes?since=${since}`);
      // Removed from the channel. The next heads show it.
      if (answer.status === 404) return false;
      const page = chatRoutes.listChanges.response.parse(answer.body);
      for (const change of page.changes) put(channel, change);
      const reached = page.hasMore ? (page.changes.at(-1)?.changedSeq ?? since) : page.head;
      channel.seq = Math.max(channel.seq, reached);
    }
    if (channel.seq !== head.head) return false;
    Object.assign(channel, readState(head));
    return true;
  }

  return {
    who,
    held,
    heard: (channelId) => heard.get(channelId) ?? [],
    async connect() {
      socket?.close();
      const next = io(url, {
        path: realtimePath,
        transports: ["websocket"],
        auth: { token: who.session.accessToken },
        reconnection: false,
        forceNew: true,
      });
      socket = next;
      for (const name of ["message.posted", "message.edited", "message.changed", "message.deleted"] as const)
        on(next, name, receive);
      on(next, "channel.read", (head) => {
        moves += 1;
        const channel = held.get(head.channelId);
        if (channel?.seq === head.head) Object.assign(channel, readState(head));
        else ask(() => catchUp());
      });
      on(next, "channel.added", () => {
        moves += 1;
        ask(() => catchUp());
      });
      on(next, "channel.removed", ({ channelId }) => {
        moves += 1;
        held.delete(channelId);
        ask(() => catchUp());
      });
      await new Promise<void>((resolve, reject) => {
        next.once("connect", resolve);
        next.once("connect_error", reject);
      });
      ask(() => catchUp());
    },
    cut() {
      socket?.close();
      socket = undefined;
    },
    async settled() {
      for (let last: unknown; last !== asking; ) {
        last = asking;
        await asking;
      }
    },
  };
}

/** Returns whether a message calls somebody, by name or with everyone. */
export function calls(message: Change, personId: string): boolean {
  return (
    !message.deleted &&
    (message.mentionsAll === "channel" ||
      message.calledHere ||
      message.mentions.some(({ id }) => id === personId))
  );
}

function readState({
  lastReadSeq,
  unread,
  unreadMentions,
}: Pick<Channel, "lastReadSeq" | "unread" | "unreadMentions">) {
  return { lastReadSeq, unread, unreadMentions };
}

function put(channel: Held, message: Change): void {
  const known = channel.messages.get(message.id);
  if (!known || known.changedSeq < message.changedSeq) channel.messages.set(message.id, message);
}
