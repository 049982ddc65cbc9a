import type { ReactNode } from "react";
import { useOpenChanges } from "../../capabilities/changes/use-open-changes.ts";

const load = async () =>
  (await import("../../features/calendar/changes/calendar-changes.ts")).calendarChanges;

/** Sends the changes of the calendar that wait, from whatever page is open. */
export function Session({ children }: { children: ReactNode }) {
  useOpenChanges(load);
  return children;
}
