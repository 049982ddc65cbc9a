import { notifyTopics } from "../../../notify-topics.ts";
import type { LivePart, SliceContext } from "../../../slice.ts";

/** A section was added, archived or moved: every node looks again who hears of its cards. */
export function hearSections({ realtime }: SliceContext): LivePart {
  return {
    topics: { [notifyTopics.sectionsChanged]: () => realtime.recheckRooms() },
    onGap: () => realtime.recheckRooms(),
  };
}
