import { useMemo, useSyncExternalStore } from "react";
import { useSignedIn } from "../../lib/use-signed-in.tsx";
import type { AreaChanges } from "./area-changes.ts";
import type { ChangeQueue, Unsettled } from "./change-queue.ts";
import type { Act } from "./changed-area.ts";

/** The viewer's own changes that the server has not confirmed, in their order. */
export function useUnsettled<A extends Act>(changes: AreaChanges<A>): readonly Unsettled<A>[] {
  const queue = changes.queueOf(useSignedIn());
  return useSyncExternalStore(queue.subscribe, queue.unsettled);
}

/** Makes changes of an area. */
export function useChanges<A extends Act>(changes: AreaChanges<A>): ChangeQueue<A> {
  return changes.queueOf(useSignedIn());
}

/**
 * An object as it will be once the viewer's own changes have arrived: what the server last said, with each of them
 * composed in their order. It is pure, so a change that is refused leaves no trace.
 * @param apply returns the object after one change, with only the fields of that change different.
 */
export function useWithUnsettled<Shown extends { id: string }, A extends Act>(
  changes: AreaChanges<A>,
  shown: Shown | undefined,
  apply: (shown: Shown, change: A, changeId: string) => Shown,
): Shown | undefined {
  const unsettled = useUnsettled(changes);
  return useMemo(() => shown && compose(shown, unsettled, apply), [shown, unsettled, apply]);
}

function compose<Shown extends { id: string }, A extends Act>(
  shown: Shown,
  unsettled: readonly Unsettled<A>[],
  apply: (shown: Shown, change: A, changeId: string) => Shown,
): Shown {
  return unsettled.reduce(
    (before, { id, body }) => (body.about.includes(shown.id) ? apply(before, body.change, id) : before),
    shown,
  );
}
