import { notifyTopics } from "../../notify-topics.ts";
import type { LivePart, SliceContext } from "../../slice.ts";
import { ownRoom } from "../people/public.ts";

/** Tells a person's browsers on this node to refetch the list of their sessions. */
export function broadcastToOwner({ realtime }: SliceContext): LivePart {
  const tell = (userId: string) => realtime.sendHere(ownRoom(userId), "sessions.changed", {});
  return {
    topics: { [notifyTopics.sessionsChanged]: tell },
    onGap() {
      for (const userId of new Set(realtime.identities().map((identity) => identity.userId))) tell(userId);
    },
  };
}
