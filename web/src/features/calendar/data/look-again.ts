import type { SignedIn } from "../../../lib/signed-in.ts";
import { calendarKey, rangesKey } from "./keys.ts";

/** Fetches everything of the calendar again after the viewer's own change; what others do comes by events. */
export function lookAtCalendar({ queryClient }: SignedIn): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: calendarKey });
}

/** The same, except for open events. */
export function lookAtRanges({ queryClient }: SignedIn): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: rangesKey });
}
