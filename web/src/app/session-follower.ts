import type { Viewer } from "@atoll/contract/identity/schemas";
import { getSession, type SessionState, subscribe } from "../lib/session/session.ts";
import type { Area } from "./area.ts";
import { areas } from "./areas.ts";
import { queryClient } from "./query-client.ts";
import type { AppRouter } from "./router.tsx";

/** Moves the person where a change of the session wants them, and forgets what the one before could see. */
export function followSession(router: AppRouter): () => void {
  let before = getSession();
  return subscribe(() => {
    const after = getSession();
    const isSamePerson = personOf(before) === personOf(after);
    before = after;
    if (!isSamePerson) queryClient.clear();
    else if (after.status === "signed-in") askAgain(after.viewer);
    if (after.status === "signed-out" && after.reason === "by-choice") void router.navigate({ to: "/" });
    // The guards decide again: they know the way from the sign-in page, and back to it.
    else void router.invalidate();
  });
}

/** Refetches the viewer's permissions for things, which have changed. */
function askAgain(viewer: Viewer): void {
  for (const { ruledByRights } of areas as readonly Area[])
    if (ruledByRights?.canAsk(viewer)) void queryClient.invalidateQueries({ queryKey: [ruledByRights.key] });
}

function personOf(session: SessionState): string | null {
  return session.status === "signed-in" ? session.viewer.id : null;
}
