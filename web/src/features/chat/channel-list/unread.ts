import { canPostIn } from "@atoll/contract/chat/policy";
import type { ResumedHead } from "@atoll/contract/chat/resume-command";
import type { Channel, Head } from "@atoll/contract/chat/schemas";
import type { LiveUpdate } from "../../../capabilities/live/live-query.ts";
import type { StreamChange } from "../stream/stream.ts";
import { type ChannelUpdate, countChange } from "./count-change.ts";

/** The events that change the viewer's list of channels. */
export type ListEvent =
  /** `isReading`: the channel was open, visible and scrolled to its end when the change arrived. */
  | { kind: "change"; channelId: string; change: StreamChange; isReading: boolean }
  | { kind: "read"; head: Head }
  /** The viewer's position in a channel with missed changes. */
  | { kind: "resumed"; head: ResumedHead }
  /** The viewer has read up to here on this screen. The server is told later. */
  | { kind: "marked"; channelId: string; seq: number }
  | { kind: "added"; channel: Channel }
  /** Something of the viewer's own about it changed: star, level, ownership. */
  | { kind: "updated"; channel: Channel }
  /** The fields that all members see have changed. */
  | { kind: "described"; channelId: string; values: ChannelValues }
  | { kind: "removed"; channelId: string };

type ChannelValues = Partial<
  Pick<Channel, "name" | "topic" | "description" | "isOwnersOnly" | "archivedAt" | "memberCount">
>;

export type ListUpdate = LiveUpdate<readonly Channel[]>;

/** Pure: the list after one event. A change is counted once, by its number, however often it arrives. */
export function updateList(channels: readonly Channel[], event: ListEvent, viewerId: string): ListUpdate {
  if (event.kind === "added" || event.kind === "updated") {
    // The local read position is newer than the event's.
    const at = channels.findIndex((channel) => channel.id === event.channel.id);
    const known = channels[at];
    const next = known
      ? channels.with(at, takeSettings(known, event.channel))
      : sortByActivity([...channels, event.channel]);
    return { data: next, isUncertain: false };
  }
  if (event.kind === "removed") {
    const rest = channels.filter((channel) => channel.id !== event.channelId);
    return { data: rest.length === channels.length ? channels : rest, isUncertain: false };
  }
  const channelId = "head" in event ? event.head.channelId : event.channelId;
  const at = channels.findIndex((channel) => channel.id === channelId);
  const channel = channels[at];
  // A direct chat that a colleague began appears with its first message.
  if (!channel) return { data: channels, isUncertain: event.kind === "change" };
  const { channel: next, isUncertain } = updateChannel(channel, event, viewerId);
  if (next === channel) return { data: channels, isUncertain };
  const list = channels.with(at, next);
  return { data: next.lastActivity === channel.lastActivity ? list : sortByActivity(list), isUncertain };
}

/**
 * Returns whether the server's heads show that the list is stale. `before` is the list as of the request, because later
 * events are not differences. `unsent` are marks that the server may not have received yet.
 */
export function isListBehind(
  before: readonly Channel[],
  now: readonly Channel[],
  heads: readonly Head[],
  unsent: ReadonlyMap<string, number> = new Map(),
): boolean {
  const known = new Map(now.map((channel) => [channel.id, channel]));
  const asked = new Map(before.map((channel) => [channel.id, channel]));
  const listed = new Set(heads.map((head) => head.channelId));
  if (before.some((channel) => known.has(channel.id) && !listed.has(channel.id))) return true;
  return heads.some((head) => {
    const channel = known.get(head.channelId);
    // A direct chat without messages is only listed for the person who opened it.
    if (!channel) return head.head > 0;
    if (head.head < (asked.get(head.channelId)?.head ?? 0) || head.head > channel.head) return true;
    // The mark was moved back on another device.
    if (!unsent.has(channel.id) && head.lastReadSeq < (asked.get(channel.id)?.lastReadSeq ?? 0)) return true;
    // Opened on another device, or removed and added again.
    if (head.isAdded !== (channel.addedBy !== null)) return true;
    const isSameMoment = head.head === channel.head && head.lastReadSeq >= channel.lastReadSeq;
    return isSameMoment && (!hasSameCounts(head, channel) || head.lastReadSeq !== channel.lastReadSeq);
  });
}

export function totalUnread(channels: readonly Channel[]): number {
  return channels.reduce((sum, channel) => sum + channel.unread + channel.threadMentions, 0);
}

type ChannelEvent = Exclude<ListEvent, { kind: "added" | "updated" | "removed" }>;

function updateChannel(channel: Channel, event: ChannelEvent, viewerId: string): ChannelUpdate {
  if (event.kind === "marked") return { channel: markUpTo(channel, event.seq), isUncertain: false };
  if (event.kind === "read") return takeReadState(channel, event.head);
  if (event.kind === "resumed") return { channel: resume(channel, event.head), isUncertain: false };
  if (event.kind === "described") return { channel: describe(channel, event.values), isUncertain: false };
  return countChange(channel, event.change, event.isReading, viewerId);
}

function describe(channel: Channel, values: ChannelValues): Channel {
  const next = { ...channel, ...values };
  return { ...next, canPost: canPostIn(next) };
}

/** Takes the settings of a channel from the server, but keeps the local read position, which is newer. */
function takeSettings(channel: Channel, news: Channel): Channel {
  const { head, lastReadSeq, unread, unreadMentions, threadMentions, lastMessage, lastActivity } = channel;
  return { ...news, head, lastReadSeq, unread, unreadMentions, threadMentions, lastMessage, lastActivity };
}

/** The end of the list was seen, so nothing is left to count. */
function markUpTo(channel: Channel, seq: number): Channel {
  if (seq <= channel.lastReadSeq && channel.unread === 0) return channel;
  const lastReadSeq = Math.max(channel.lastReadSeq, seq);
  if (seq < channel.head) return { ...channel, lastReadSeq };
  return { ...channel, lastReadSeq, unread: 0, unreadMentions: 0 };
}

/**
 * Applies the server's read state. With the same mark, the local count is exact and may be newer. An earlier mark is
 * stale, or was moved back on another device: then the server is asked.
 */
function takeReadState(channel: Channel, head: Head): ChannelUpdate {
  const { lastReadSeq, unread, unreadMentions } = head;
  const isSameMoment = head.head === channel.head;
  if (lastReadSeq < channel.lastReadSeq) return { channel, isUncertain: true };
  if (lastReadSeq === channel.lastReadSeq && !isSameMoment) return { channel, isUncertain: false };
  if (!isSameMoment) return { channel: { ...channel, lastReadSeq }, isUncertain: true };
  if (lastReadSeq === channel.lastReadSeq && hasSameCounts(head, channel)) {
    return { channel, isUncertain: false };
  }
  return { channel: { ...channel, lastReadSeq, unread, unreadMentions }, isUncertain: false };
}

/**
 * Applies the server's state of a channel with missed changes. `isListBehind` detects local reads that the server did
 * not know of, and missing previews. Mentions in threads have no number here, so they are always the server's.
 */
function resume(
  before: Channel,
  { head, preview, lastReadSeq, unread, unreadMentions, threadMentions }: ResumedHead,
): Channel {
  const channel = before.threadMentions === threadMentions ? before : { ...before, threadMentions };
  if (!preview || head <= channel.head || lastReadSeq < channel.lastReadSeq) return channel;
  return { ...channel, ...preview, head, lastReadSeq, unread, unreadMentions };
}

type Counts = Pick<Head, "unread" | "unreadMentions">;

function hasSameCounts(a: Counts, b: Counts): boolean {
  return a.unread === b.unread && a.unreadMentions === b.unreadMentions;
}

function sortByActivity(channels: readonly Channel[]): Channel[] {
  return [...channels].sort(
    (a, b) => b.lastActivity.localeCompare(a.lastActivity) || a.id.localeCompare(b.id),
  );
}
