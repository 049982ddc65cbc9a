import { useEffect, useState } from "react";
import { errorMessage } from "../../../lib/api-client.ts";
import { usePageVisible } from "../conversation/use-page-visible.ts";
import { useChat } from "../session/chat-provider.tsx";
import type { Thread } from "../stream/thread.ts";
import { putThreadRead } from "./api.ts";

/**
 * Marks a thread read while its end is in view, and answers the number after which replies count as new while it is
 * open; null when nothing is new.
 */
export function useThreadReading(
  messageId: string,
  thread: Thread | undefined,
  isAtEnd: boolean,
): number | null {
  const { viewer, threads } = useChat();
  const isVisible = usePageVisible();
  const [newAfter, setNewAfter] = useState<number | null>(null);
  const [wasUnread, setWasUnread] = useState(false);
  const lastReadSeq = thread?.lastReadSeq ?? 0;
  const unread = thread?.messages.findLast(({ seq, author }) => seq > lastReadSeq && author.id !== viewer.id);
  const isUnread = unread !== undefined;
  if (isUnread !== wasUnread) {
    setWasUnread(isUnread);
    if (isUnread) setNewAfter(lastReadSeq);
  }
  const seen = isAtEnd && isVisible ? thread?.messages.at(-1)?.seq : undefined;
  useEffect(() => {
    if (!isUnread || seen === undefined) return;
    threads.set(messageId, { lastReadSeq: seen });
    // What was not heard is unread again at the next look.
    putThreadRead(messageId, seen).catch((error: unknown) =>
      console.info("A thread could not be marked read:", errorMessage(error)),
    );
  }, [threads, messageId, isUnread, seen]);
  return newAfter;
}
