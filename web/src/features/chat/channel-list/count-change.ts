import type { Channel, Message } from "@atoll/contract/chat/schemas";
import type { StreamChange } from "../stream/stream.ts";

/** A channel after something happened, and whether it must be asked for again to be exact. */
export interface ChannelUpdate {
  channel: Channel;
  isUncertain: boolean;
}

const previewMaxUnits = 200;

/** Pure: a channel after one change of its stream. A change counts once, by its number. */
export function countChange(
  channel: Channel,
  change: StreamChange,
  isReading: boolean,
  viewerId: string,
): ChannelUpdate {
  // The list already includes this change, or a gap was noticed when the head moved past it.
  if (change.seq <= channel.head) return { channel, isUncertain: false };
  const hasGap = change.seq > channel.head + 1;
  // A reply is counted with its thread; here it only takes a number.
  if (change.message.parentId !== null && !isReading) {
    return { channel: { ...channel, head: change.seq }, isUncertain: hasGap };
  }
  const shown = takePreview(channel, change);
  const counted = { ...shown.channel, head: change.seq };
  if (isReading) {
    return {
      channel: { ...counted, lastReadSeq: change.seq, unread: 0, unreadMentions: 0 },
      isUncertain: shown.isUncertain || hasGap,
    };
  }
  const effect = effectOf(channel, change, viewerId);
  const unread = Math.max(0, channel.unread + effect.unread);
  return {
    channel: {
      ...counted,
      unread,
      unreadMentions: Math.min(unread, Math.max(0, channel.unreadMentions + effect.mentions)),
    },
    isUncertain: shown.isUncertain || hasGap || effect.isGuess,
  };
}

/** Returns whether a message calls the viewer: by name, with everyone, or with those who were here. Authors do not mention themselves. */
export function callsViewer(message: Message, viewerId: string): boolean {
  if (message.author.id === viewerId) return false;
  const { mentionsAll, calledHere } = message;
  return mentionsAll === "channel" || calledHere || message.mentions.some(({ id }) => id === viewerId);
}

interface Effect {
  unread: number;
  mentions: number;
  /** True if the change does not say what was counted before it. */
  isGuess: boolean;
}

const none: Effect = { unread: 0, mentions: 0, isGuess: false };

function effectOf(channel: Channel, { seq, message }: StreamChange, viewerId: string): Effect {
  const authorId = message.deleted ? message.authorId : message.author.id;
  if (message.seq <= channel.lastReadSeq || authorId === viewerId) return none;
  // A guess: the message may already have been a tombstone, which does not count, and the event has no mentions.
  if (message.deleted) return { unread: -1, mentions: 0, isGuess: true };
  // Emptied now, or long ago and only its thread is different.
  if (message.removed) return { ...none, isGuess: true };
  const isCalled = callsViewer(message, viewerId);
  if (message.seq === seq) return { unread: 1, mentions: isCalled ? 1 : 0, isGuess: false };
  // Only an edit changes the mentions of a message.
  if (!message.edited) return none;
  if (isCalled) return { unread: 0, mentions: channel.unreadMentions === 0 ? 1 : 0, isGuess: true };
  return { ...none, isGuess: channel.unreadMentions > 0 };
}

function takePreview(channel: Channel, { message }: StreamChange): ChannelUpdate {
  const last = channel.lastMessage;
  if (message.parentId !== null) return { channel, isUncertain: false };
  if (message.deleted || message.removed) {
    // The previous message is unknown here.
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
