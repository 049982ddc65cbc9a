import type { Change, Message } from "@atoll/contract/chat/schemas";

/** One change to a channel, as an event or an answer carries it. `seq` is its number in the stream. */
export interface StreamChange {
  seq: number;
  message: Change;
}

export interface HistoryPage {
  messages: readonly Message[];
  hasMore: boolean;
  /** Newer messages exist; absent where the page was asked for by its end. */
  hasNewer?: boolean;
  head: number;
}

export interface ChangesPage {
  changes: readonly Change[];
  hasMore: boolean;
  head: number;
}

/**
 * The part of a channel that a browser holds: a window of its history, without replies, that usually ends at the newest
 * message. All functions here are pure, and return the same object if nothing changes. Events, catch-up pages and
 * history pages may arrive in any order and any number of times: a window that has reached the channel's head equals a
 * fresh fetch of that part.
 */
export interface Stream {
  /** Every change up to this number is in. */
  seq: number;
  /** Every message with this number or a higher one is in; 0 once the whole history is. */
  from: number;
  /** No message with this number or a higher one is in; null when the window ends at the newest message. */
  to: number | null;
  /** In order of `seq`. */
  messages: readonly Message[];
  /** Changes that arrived before the ones they follow, waiting for the gap to close; in order of `seq`. */
  ahead: readonly StreamChange[];
  /** The number of the newest change that a message outside the window may have had: a page read before it is stale. */
  outside: number;
}

/** More than this waits for the catch-up instead of in memory. */
const maxAhead = 200;

/** Returns a window with one page, the newest or an older one. */
export function openStream(page: HistoryPage): Stream {
  // A page requested earlier may be older than this one, and would then not be adjacent.
  return {
    seq: page.head,
    from: reach(page),
    to: end(page),
    messages: page.messages,
    ahead: [],
    outside: page.head,
  };
}

/** Applies the next change, ignores a known one, and keeps a later one until the gap closes. */
export function applyChange(stream: Stream, change: StreamChange): Stream {
  if (change.seq <= stream.seq) return stream;
  if (change.seq > stream.seq + 1) return keepAhead(stream, change);
  return closeGaps({ ...put(stream, change.message), seq: change.seq });
}

/** Takes an answer to "what changed after `since`". One read from a place beyond the window is ignored. */
export function applyChanges(stream: Stream, since: number, page: ChangesPage): Stream {
  if (since > stream.seq) return stream;
  const news = page.changes.filter((message) => message.changedSeq > stream.seq);
  const reached = page.hasMore ? (page.changes.at(-1)?.changedSeq ?? since) : page.head;
  if (news.length === 0 && reached <= stream.seq) return stream;
  return closeGaps({ ...news.reduce(put, stream), seq: Math.max(stream.seq, reached) });
}

/** A page of history may be used only when nothing outside the window changed after it was read. */
export function isStale(stream: Stream, page: HistoryPage): boolean {
  return page.head < stream.outside;
}

/** Puts the page that ends just before `before` in front of the window, if the window still begins there. */
export function prependPage(stream: Stream, before: number, page: HistoryPage): Stream {
  if (before !== stream.from || isStale(stream, page)) return stream;
  return { ...stream, from: reach(page), messages: [...page.messages, ...stream.messages] };
}

/** Appends the page that starts just after `after`, if the window still ends there. */
export function appendPage(stream: Stream, after: number, page: HistoryPage): Stream {
  if (stream.to === null || after !== stream.to - 1 || isStale(stream, page)) return stream;
  return { ...stream, to: end(page, stream.to), messages: [...stream.messages, ...page.messages] };
}

/** Drops all but `keep` messages at one end, so that scrolling through years does not keep everything in memory. */
export function trimStream(stream: Stream, side: "older" | "newer", keep: number): Stream {
  if (stream.messages.length <= keep) return stream;
  const messages = side === "older" ? stream.messages.slice(-keep) : stream.messages.slice(0, keep);
  const [first, last] = [messages[0], messages.at(-1)];
  if (!first || !last) return stream;
  // The dropped messages may have changed up to now.
  const outside = Math.max(stream.outside, stream.seq);
  if (side === "older") return { ...stream, messages, outside, from: first.seq };
  return { ...stream, messages, outside, to: last.seq + 1 };
}

/** Returns whether a message, if it is still there, is in the window. */
export function isInside(stream: Stream, seq: number): boolean {
  return seq >= stream.from && (stream.to === null || seq < stream.to);
}

/** Returns whether changes are missing between the applied ones and the known head. */
export function isBehind(stream: Stream, head: number): boolean {
  return stream.seq < head || stream.ahead.length > 0;
}

/**
 * The messages to show: those of the window, and those that were just posted beyond a gap, so that an own
 * message never vanishes between the server's answer and the catch-up.
 */
export function visibleMessages(stream: Stream): readonly Message[] {
  if (stream.to !== null) return stream.messages;
  const posted = stream.ahead.flatMap(({ message }) =>
    !message.deleted &&
    message.parentId === null &&
    message.seq > stream.seq &&
    !stream.messages.some((known) => known.id === message.id)
      ? [message]
      : [],
  );
  if (posted.length === 0) return stream.messages;
  const gone = new Set(stream.ahead.flatMap(({ message }) => (message.deleted ? [message.id] : [])));
  const latest = new Map(posted.map((message) => [message.id, message]));
  return [...stream.messages, ...[...latest.values()].filter((message) => !gone.has(message.id))];
}

function reach(page: HistoryPage): number {
  return page.hasMore ? (page.messages[0]?.seq ?? 0) : 0;
}

/** Returns where a page ends. `otherwise` is for an empty page. */
function end(page: HistoryPage, otherwise: number | null = null): number | null {
  const last = page.messages.at(-1);
  if (!page.hasNewer) return null;
  return last ? last.seq + 1 : otherwise;
}

function keepAhead(stream: Stream, change: StreamChange): Stream {
  if (stream.ahead.length >= maxAhead || stream.ahead.some((known) => known.seq === change.seq))
    return stream;
  return { ...stream, ahead: [...stream.ahead, change].sort((a, b) => a.seq - b.seq) };
}

function closeGaps(stream: Stream): Stream {
  let next = stream;
  for (const change of stream.ahead) {
    if (change.seq > next.seq + 1) break;
    if (change.seq === next.seq + 1) next = { ...put(next, change.message), seq: change.seq };
  }
  const ahead = next.ahead.filter((change) => change.seq > next.seq);
  return ahead.length === next.ahead.length ? next : { ...next, ahead };
}

/** Brings one message to the state that a change left it in, without moving the stream's number. */
function put(stream: Stream, message: Change): Stream {
  // Replies are shown in their threads; here they only take their numbers.
  if (message.parentId !== null) return stream;
  if (!isInside(stream, message.seq))
    return { ...stream, outside: Math.max(stream.outside, message.changedSeq) };
  const at = stream.messages.findLastIndex((known) => known.seq <= message.seq);
  const known = stream.messages[at];
  if (known?.seq === message.seq) {
    if (message.deleted) return { ...stream, messages: stream.messages.toSpliced(at, 1) };
    if (known.changedSeq >= message.changedSeq) return stream;
    return { ...stream, messages: stream.messages.with(at, message) };
  }
  return message.deleted ? stream : { ...stream, messages: stream.messages.toSpliced(at + 1, 0, message) };
}
