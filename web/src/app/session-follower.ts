import { canOpenAdmin } from "@atoll/contract/permissions";
import { getSession, type SessionState, subscribe } from "../lib/session.ts";
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
    // What the administration answers says what this person may do with each account and role.
    else if (canAdminister(after)) void queryClient.invalidateQueries({ queryKey: ["administration"] });
    if (after.status === "signed-out" && after.reason === "by-choice") void router.navigate({ to: "/" });
    // The guards decide again: they know the way from the sign-in page, and back to it.
    else void router.invalidate();
  });
}

function canAdminister(session: SessionState): boolean {
  return session.status === "signed-in" && canOpenAdmin(session.viewer);
}

function personOf(session: SessionState): string | null {
  return session.status === "signed-in" ? session.viewer.id : null;
}
