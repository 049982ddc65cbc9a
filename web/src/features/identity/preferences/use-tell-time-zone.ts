import { useEffect, useEffectEvent } from "react";
import { useViewer } from "../../../lib/use-session.tsx";
import { browserTimeZone } from "../../../lib/wall-time.ts";
import { changePreferences } from "../api.ts";

/**
 * Tells the server where this browser is, for whoever chose no time zone: invitations, reminders and what is due would
 * otherwise speak of other hours than the screens of this browser. Once a start, so that two devices in two places
 * do not answer each other.
 */
export function useTellTimeZone(): void {
  const { id, preferences } = useViewer();
  const chosen = preferences?.timeZone;
  const tell = useEffectEvent(() => {
    const here = browserTimeZone();
    if (here === (preferences?.seenTimeZone ?? "UTC")) return;
    // Without a connection, or where the server does not know the zone: the next start tries again.
    void changePreferences({ seenTimeZone: here }).catch(() => undefined);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: of another person it is to be told, too.
  useEffect(() => {
    if (chosen === null) tell();
  }, [chosen, id]);
}
