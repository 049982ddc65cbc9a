import type { Change } from "@atoll/contract/chat/schemas";
import type { Answer } from "./member-calls.ts";

/** A change that a person made: in which channel, by which number, and when they began to send it. */
export interface Written {
  channelId: string;
  seq: number;
  startedAt: number;
  /** The node it was sent to. */
  url: string;
}

/** Begins to measure a write; the answer tells which change it became. */
export function beginWrite({
  url,
  onWritten,
}: {
  url: string;
  onWritten: ((written: Written) => void) | undefined;
}): (answer: Answer | undefined) => void {
  const startedAt = performance.now();
  return (answer) => {
    if (!onWritten || !answer || answer.status >= 300) return;
    const { message }: { message?: Change } = JSON.parse(answer.text);
    if (message) onWritten({ channelId: message.channelId, seq: message.changedSeq, startedAt, url });
  };
}
