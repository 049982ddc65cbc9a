import type { Change } from "@atoll/contract/chat/schemas";

/** The part of a channel a browser holds: every message, and the viewer's read position. */
export interface Held {
  seq: number;
  messages: Map<string, Change>;
  lastReadSeq: number;
}

/** Takes a change, if it is not older than what is held of its message. */
export function put({ messages }: Held, message: Change): void {
  const known = messages.get(message.id);
  if (!known || known.changedSeq < message.changedSeq) messages.set(message.id, message);
}
