import { icsRoutes } from "@atoll/contract/calendar/ics-routes";
import { downloadText } from "../../../lib/request/download.ts";
import { call, errorMessage } from "../../../lib/server/api-client.ts";
import { notify } from "../../../ui/toast/toast.tsx";

/** Saves an event as a file for other calendars: the whole series, and each time that is different. */
export async function saveEvent(eventId: string): Promise<void> {
  try {
    const { ics, fileName } = await call(icsRoutes.exportEvent, { params: { eventId } });
    downloadText(fileName, ics, "text/calendar;charset=utf-8");
  } catch (error) {
    notify.error(errorMessage(error, "Failed to save the event"));
  }
}
