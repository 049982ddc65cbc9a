import type { PresenceStatus } from "@atoll/contract/chat/events";
import { useCallback, useEffect, useSyncExternalStore } from "react";
import type { Presence } from "../../../ui/presence-dot.tsx";
import { useChat } from "../chat-provider.tsx";

/** How a person is; undefined for nobody, and while it is unknown. They are followed as long as it is shown. */
export function usePresenceOf(userId: string | undefined): Presence | undefined {
  const { presence } = useChat();
  useEffect(() => (userId === undefined ? undefined : presence.watch(userId)), [presence, userId]);
  return usePresenceKnown(userId);
}

/** The same of a person whom something else on the screen follows. */
export function usePresenceKnown(userId: string | undefined): Presence | undefined {
  const { presence } = useChat();
  const read = useCallback(
    () => (userId === undefined ? undefined : presence.get(userId)),
    [presence, userId],
  );
  const status = useSyncExternalStore(presence.subscribe, read);
  if (status === undefined) return undefined;
  return status === null ? "offline" : shapeOf(status);
}

/** What the viewer chose for themselves, and the way to choose. */
export function useOwnStatus(): [PresenceStatus, (status: PresenceStatus) => Promise<void>] {
  const { presence } = useChat();
  return [useSyncExternalStore(presence.subscribe, presence.own), presence.choose];
}

/** The kit's word for it. */
export function shapeOf(status: PresenceStatus): Presence {
  if (status === "deep-dive") return "deep_dive";
  return status === "do-not-disturb" ? "do_not_disturb" : status;
}
