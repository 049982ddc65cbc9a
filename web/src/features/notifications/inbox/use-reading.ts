import type { NotificationEntry } from "@atoll/contract/notifications/schemas";
import { useState } from "react";
import { useHasReadingPane } from "../../../lib/page/use-is-phone.ts";
import type { InboxView } from "./filter.ts";

/**
 * Returns the entry that the pane next to the list shows: the chosen one, or the first. Among the unread entries the
 * chosen one stays although reading it takes it out of the list. Undefined without space for a pane.
 */
export function useReading(listed: readonly NotificationEntry[], view: InboxView) {
  const hasPane = useHasReadingPane();
  const [chosen, choose] = useState<NotificationEntry | null>(null);
  if (!hasPane) return { shown: undefined, choose: undefined };
  const inList = listed.find(({ id }) => id === chosen?.id);
  const shown = inList ?? ((view === "unread" && chosen) || listed[0]);
  return { shown, choose };
}
