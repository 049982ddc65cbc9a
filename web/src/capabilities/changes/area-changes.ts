import { oneEach, type SignedIn } from "../../lib/signed-in.ts";
import { type ChangeQueue, openQueue } from "./change-queue.ts";
import type { Act, ChangedArea } from "./changed-area.ts";
import { undoChange } from "./offer-undo.ts";

/** The changes of one area, for the person who is signed in. */
export interface AreaChanges<A extends Act> {
  /** Sends what waits from before; call it from the area's `live` part. */
  open(signedIn: SignedIn): void;
  queueOf(signedIn: SignedIn): ChangeQueue<A>;
}

/** Declares how the changes of an area are sent. One for each area, outside of components. */
export function defineChanges<A extends Act>(declared: ChangedArea<A>): AreaChanges<A> {
  const area = declared.refetches ? withRefetches(declared, declared.refetches) : declared;
  const queueOf = oneEach((signedIn) => openQueue(signedIn, area));
  return { queueOf, open: (signedIn) => void queueOf(signedIn) };
}

/** Sends a change and undoes it by its id, and looks again at whatever shows such objects after either. */
function withRefetches<A extends Act>(
  area: ChangedArea<A>,
  queries: NonNullable<ChangedArea<A>["refetches"]>,
): ChangedArea<A> {
  return {
    ...area,
    async send(signedIn, ...change) {
      const outcome = await area.send(signedIn, ...change);
      await refetchAll(signedIn, queries);
      return outcome;
    },
    undo: (signedIn, changeId) => undoAndRefetch(signedIn, changeId, queries),
  };
}

const refetchAll = (
  { queryClient }: Pick<SignedIn, "queryClient">,
  queries: readonly (readonly string[])[],
) => Promise.all(queries.map((queryKey) => queryClient.invalidateQueries({ queryKey })));

/** Undoes a change of the viewer, and looks again also if that is refused: someone else has changed the same since. */
export async function undoAndRefetch(
  signedIn: Pick<SignedIn, "queryClient">,
  changeId: string,
  queries: readonly (readonly string[])[],
): Promise<void> {
  await undoChange(changeId).finally(() => refetchAll(signedIn, queries));
}
