import { useEffect, useEffectEvent } from "react";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { browserTimeZone } from "../../../lib/time/wall-time.ts";
import { changePreferences } from "../api.ts";

/**
 * Reports this browser's time zone to the server for people who have chosen none, so that invitations, reminders and
 * due dates use the same times as this browser's screens. Once per start, so that two devices in different places do
 * not alternate.
 */
export function useReportTimeZone(): void {
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
