import { useState } from "react";
import { lazyPart, useLazyPart } from "../../../ui/base/lazy-part.ts";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { ErrorState } from "../../../ui/state/error-state.tsx";

const commentsPart = lazyPart(() => import("../../../capabilities/comments/comments.tsx"));

/** The comments of an event. A series has one conversation. Its code loads with the first opened event. */
export function EventComments({ eventId }: { eventId: string }) {
  const [hasFailed, setFailed] = useState(false);
  const part = useLazyPart(commentsPart, !hasFailed, () => setFailed(true));
  if (part) return <part.Comments subject={{ kind: "event", id: eventId }} />;
  return hasFailed ? (
    <ErrorState message="Failed to load comments" onRetry={() => setFailed(false)} retrying={false} />
  ) : (
    <RowSkeletons label="Loading comments" mark={28} rowClassName="py-1" />
  );
}
