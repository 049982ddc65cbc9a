import { oneEach, type SignedIn } from "../../lib/signed-in.ts";
import { type ChangeQueue, openQueue } from "./change-queue.ts";
import type { Act, ChangedArea } from "./changed-area.ts";

/** The changes of one area, for the person who is signed in. */
export interface AreaChanges<A extends Act> {
  /** Sends what waits from before; call it from the area's `live` part. */
  open(signedIn: SignedIn): void;
  queueOf(signedIn: SignedIn): ChangeQueue<A>;
}

/** Declares how the changes of an area are sent. One for each area, outside of components. */
export function defineChanges<A extends Act>(area: ChangedArea<A>): AreaChanges<A> {
  const queueOf = oneEach((signedIn) => openQueue(signedIn, area));
  return { queueOf, open: (signedIn) => void queueOf(signedIn) };
}
