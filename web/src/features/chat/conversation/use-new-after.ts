import type { Channel } from "@atoll/contract/chat/schemas";
import { useState } from "react";

/**
 * Returns the number after which messages count as new in the open channel: the read position at opening, updated when
 * a message arrives out of view. Null when nothing is new.
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
