import type { Channel } from "@atoll/contract/chat/schemas";
import { useState } from "react";

/**
 * The number after which messages count as new while a channel is open: where the viewer stood at opening, and
 * again where they stood when something arrives that they do not see at once. Null when nothing is new.
 */
export function useNewAfter(channel: Channel | undefined): number | null {
  const [newAfter, setNewAfter] = useState<number | null>(null);
  const [wasUnread, setWasUnread] = useState(false);
  const isUnread = channel !== undefined && channel.unread > 0;
  if (isUnread !== wasUnread) {
    setWasUnread(isUnread);
    if (isUnread) setNewAfter(channel.lastReadSeq);
  }
  return newAfter;
}
