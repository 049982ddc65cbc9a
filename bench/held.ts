import type { Change } from "@atoll/contract/chat/schemas";

/** What a browser holds of a channel: every message, and the viewer's mark. */
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
