import type { Channel, Head, Message } from "@atoll/contract/chat/schemas";
import type { StreamChange } from "./stream.ts";

/** What moves the viewer's list of channels. */
export type ListEvent =
  /** `isReading`: the channel was open, visible and scrolled to its end when the change arrived. */
  | { kind: "change"; channelId: string; change: StreamChange; isReading: boolean }
  | { kind: "read"; head: Head }
  /** The viewer read up to here on this screen; the server is told later. */
  | { kind: "marked"; channelId: string; seq: number }
  | { kind: "added"; channel: Channel }
  | { kind: "removed"; channelId: string };

export interface ListUpdate {
  channels: readonly Channel[];
  /** Something was missed or cannot be known here: the list must be fetched again. */
  isUncertain: boolean;
}

const previewMaxUnits = 200;

/** Pure: the list after one event. A change is counted once, by its number, however often it arrives. */
export function updateList(channels: readonly Channel[], event: ListEvent, viewerId: string): ListUpdate {
  if (event.kind === "added") {
    // What is here already may be newer than what the event carries.
    const isKnown = channels.some((channel) => channel.id === event.channel.id);
    return {
      channels: isKnown ? channels : sortByActivity([...channels, event.channel]),
      isUncertain: false,
    };
  }
  if (event.kind === "removed") {
    const rest = channels.filter((channel) => channel.id !== event.channelId);
    return { channels: rest.length === channels.length ? channels : rest, isUncertain: false };
  }
  const channelId = event.kind === "read" ? event.head.channelId : event.channelId;
  const at = channels.findIndex((channel) => channel.id === channelId);
  const channel = channels[at];
  // A direct chat that a colleague began appears with its first message.
  if (!channel) return { channels, isUncertain: event.kind === "change" };
  const { channel: next, isUncertain } = updateChannel(channel, event, viewerId);
  if (next === channel) return { channels, isUncertain };
  const list = channels.with(at, next);
  return { channels: next.lastActivity === channel.lastActivity ? list : sortByActivity(list), isUncertain };
}

/** Pure: the list after events that arrived while it was being fetched. */
export function replay(
  fetched: readonly Channel[],
  events: readonly ListEvent[],
  viewerId: string,
): ListUpdate {
  let update: ListUpdate = { channels: fetched, isUncertain: false };
  for (const event of events) {
    const { channels, isUncertain } = updateList(update.channels, event, viewerId);
    update = { channels, isUncertain: update.isUncertain || isUncertain };
  }
  return update;
}

/**
 * Whether the server's heads say that the list is out of date. `before` is the list as it stood when they were
 * asked for: what arrived since is not a difference.
 */
export function isListBehind(
  before: readonly Channel[],
  now: readonly Channel[],
  heads: readonly Head[],
): boolean {
  const known = new Map(now.map((channel) => [channel.id, channel]));
  const asked = new Map(before.map((channel) => [channel.id, channel]));
  const listed = new Set(heads.map((head) => head.channelId));
  if (before.some((channel) => known.has(channel.id) && !listed.has(channel.id))) return true;
  return heads.some((head) => {
    const channel = known.get(head.channelId);
    // A direct chat without a word in it is nobody's but its maker's.
    if (!channel) return head.head > 0;
    if (head.head < (asked.get(head.channelId)?.head ?? 0) || head.head > channel.head) return true;
    const isSameMoment = head.head === channel.head && head.lastReadSeq >= channel.lastReadSeq;
    return isSameMoment && (head.unread !== channel.unread || head.lastReadSeq !== channel.lastReadSeq);
  });
}

export function totalUnread(channels: readonly Channel[]): number {
  return channels.reduce((sum, channel) => sum + channel.unread, 0);
}

type ChannelEvent = Exclude<ListEvent, { kind: "added" | "removed" }>;
type ChannelUpdate = { channel: Channel; isUncertain: boolean };

function updateChannel(channel: Channel, event: ChannelEvent, viewerId: string): ChannelUpdate {
  if (event.kind === "marked") return { channel: markUpTo(channel, event.seq), isUncertain: false };
  if (event.kind === "read") return takeReadState(channel, event.head);
  return countChange(channel, event.change, event.isReading, viewerId);
}

function countChange(
  channel: Channel,
  change: StreamChange,
  isReading: boolean,
  viewerId: string,
): ChannelUpdate {
  // The list holds this change already, or a gap was noticed when the head went past it.
  if (change.seq <= channel.head) return { channel, isUncertain: false };
  const shown = takePreview(channel, change);
  const isUncertain = shown.isUncertain || change.seq > channel.head + 1;
  const counted = { ...shown.channel, head: change.seq };
  if (isReading) return { channel: { ...counted, lastReadSeq: change.seq, unread: 0 }, isUncertain };
  return {
    channel: { ...counted, unread: Math.max(0, channel.unread + effect(channel, change, viewerId)) },
    isUncertain,
  };
}

function effect(channel: Channel, { seq, message }: StreamChange, viewerId: string): number {
  if (message.seq <= channel.lastReadSeq) return 0;
  if (message.deleted) return message.authorId === viewerId ? 0 : -1;
  return message.seq === seq && message.author.id !== viewerId ? 1 : 0;
}

function takePreview(channel: Channel, { message }: StreamChange): ChannelUpdate {
  const last = channel.lastMessage;
  if (message.deleted) {
    // What came before it is not known here.
    return { channel, isUncertain: last?.id === message.id };
  }
  if (last && message.seq < last.seq) return { channel, isUncertain: false };
  if (last?.id === message.id && last.content === message.content.slice(0, previewMaxUnits)) {
    return { channel, isUncertain: false };
  }
  const isLater = message.createdAt.localeCompare(channel.lastActivity) > 0;
  const lastActivity = isLater ? message.createdAt : channel.lastActivity;
  return { channel: { ...channel, lastMessage: previewOf(message), lastActivity }, isUncertain: false };
}

function previewOf({ id, seq, author, content, createdAt }: Message): Channel["lastMessage"] {
  return {
    id,
    seq,
    authorId: author.id,
    authorName: author.name,
    content: content.slice(0, previewMaxUnits),
    createdAt,
  };
}

/** The end of the list was seen, so nothing is left to count. */
function markUpTo(channel: Channel, seq: number): Channel {
  if (seq <= channel.lastReadSeq && channel.unread === 0) return channel;
  if (seq < channel.head) return { ...channel, lastReadSeq: Math.max(channel.lastReadSeq, seq) };
  return { ...channel, lastReadSeq: Math.max(channel.lastReadSeq, seq), unread: 0 };
}

/** The server's word. With the mark where it is here, the count kept here is exact and may be newer. */
function takeReadState(channel: Channel, { head, lastReadSeq, unread }: Head): ChannelUpdate {
  const isSameMoment = head === channel.head;
  if (lastReadSeq < channel.lastReadSeq || (lastReadSeq === channel.lastReadSeq && !isSameMoment)) {
    return { channel, isUncertain: false };
  }
  if (!isSameMoment) return { channel: { ...channel, lastReadSeq }, isUncertain: true };
  const isSame = lastReadSeq === channel.lastReadSeq && unread === channel.unread;
  return { channel: isSame ? channel : { ...channel, lastReadSeq, unread }, isUncertain: false };
}

function sortByActivity(channels: readonly Channel[]): Channel[] {
  return [...channels].sort(
    (a, b) => b.lastActivity.localeCompare(a.lastActivity) || a.id.localeCompare(b.id),
  );
}
