import { getSession } from "../../lib/session/session-store.ts";
import { markViewer } from "../../lib/shares.ts";
import type { SignedIn } from "../../lib/signed-in.ts";
import { viewerCache } from "../../lib/worker-messages.ts";

/** Tells the service worker who is signed in, so that what is shared while no page is open is for that person. */
export function keepViewerMark({ viewer }: SignedIn): void {
  if (!("serviceWorker" in navigator)) return;
  mark(viewer.id).catch((error: unknown) =>
    console.debug("The service worker does not know who is here", error),
  );
}

async function mark(viewerId: string): Promise<void> {
  await navigator.serviceWorker.ready;
  const isStillHere = () => {
    const session = getSession();
    return session.status === "signed-in" && session.viewer.id === viewerId;
  };
  if (!isStillHere()) return;
  await markViewer(viewerId);
  // Signing out in between has already deleted the caches.
  if (!isStillHere()) await caches.delete(viewerCache);
}
