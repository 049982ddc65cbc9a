import type { PresenceStatus } from "@atoll/contract/people/presence";
import { useCallback, useEffect, useSyncExternalStore } from "react";
import { useSignedIn } from "../../lib/use-signed-in.tsx";
import type { Presence } from "../../ui/badge/presence-dot.tsx";
import { presenceOf } from "./presence.ts";

/** Around every screen of who is signed in, whatever they may use: tells how they are, and hears how others are. */
export function useLivePresence(): void {
  const presence = presenceOf(useSignedIn());
  useEffect(() => presence.start(), [presence]);
}

/** How a person is; undefined for nobody, and while it is unknown. They are followed as long as it is shown. */
export function usePresenceOf(userId: string | undefined): Presence | undefined {
  const presence = presenceOf(useSignedIn());
  useEffect(() => (userId === undefined ? undefined : presence.watch(userId)), [presence, userId]);
  return usePresenceKnown(userId);
}

/** Returns the presence of a person that another component follows. */
export function usePresenceKnown(userId: string | undefined): Presence | undefined {
  const presence = presenceOf(useSignedIn());
  const read = useCallback(
    () => (userId === undefined ? undefined : presence.get(userId)),
    [presence, userId],
  );
  const status = useSyncExternalStore(presence.subscribe, read);
  if (status === undefined) return undefined;
  return status === null ? "offline" : shapeOf(status);
}

/** Returns the viewer's chosen status and a setter. The status is undefined before it is loaded. */
export function useOwnStatus(): [PresenceStatus | undefined, (status: PresenceStatus) => Promise<void>] {
  const presence = presenceOf(useSignedIn());
  return [useSyncExternalStore(presence.subscribe, presence.own), presence.choose];
}

/** The kit's word for it. */
export function shapeOf(status: PresenceStatus): Presence {
  if (status === "deep-dive") return "deep_dive";
  return status === "do-not-disturb" ? "do_not_disturb" : status;
}
