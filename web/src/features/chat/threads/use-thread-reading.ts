import { useEffect, useState } from "react";
import { openReadMarks } from "../../../capabilities/offline/marks/read-marks.ts";
import { oneEach } from "../../../lib/signed-in.ts";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { usePageVisible } from "../conversation/use-page-visible.ts";
import { useChat } from "../session/chat-provider.tsx";
import type { Thread } from "../stream/thread.ts";
import { putThreadRead } from "./api.ts";

/** How far the person has read in threads. They begin with the first thread that is opened. */
const threadMarksOf = oneEach((signedIn) =>
  openReadMarks(signedIn, { name: "threads read", send: putThreadRead }),
);

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
  const marks = threadMarksOf(useSignedIn());
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
    marks.mark(messageId, seen);
  }, [threads, marks, messageId, isUnread, seen]);
  return newAfter;
}
