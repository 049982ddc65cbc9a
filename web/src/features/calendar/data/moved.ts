import type { EventOccurrence } from "@atoll/contract/calendar/schemas";

type Times = Pick<EventOccurrence, "start" | "end" | "startsAt" | "endsAt">;
type Named = Pick<EventOccurrence, "eventId" | "occurrence">;

/** What was dropped somewhere, while the server is told. */
const moved = new Map<string, Times>();

const keyOf = ({ eventId, occurrence }: Named) => `${eventId}@${occurrence}`;

/** Where it was dropped: an answer that was under way by then must not take it back before the eyes. */
export function asMoved(one: EventOccurrence): EventOccurrence {
  return { ...one, ...moved.get(keyOf(one)) };
}

/** Shows it there from now on. Answers how to end that; moved again meanwhile it stays where it was moved to. */
export function holdMoved(one: Named, times: Times): () => void {
  moved.set(keyOf(one), times);
  return () => {
    if (moved.get(keyOf(one)) === times) moved.delete(keyOf(one));
  };
}
