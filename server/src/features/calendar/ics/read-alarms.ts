import { longestReminderMinutes, maxReminders } from "@atoll/contract/calendar/limits";
import ICAL from "ical.js";

type Component = InstanceType<typeof ICAL.Component>;

/**
 * Returns how many minutes before an event its file reminds of it; null if the file does not say. An alarm that does
 * nothing, such as Apple's of 1976, means no reminders. Emails that other programs would send are not reminders here.
 */
export function readAlarms(event: Component): number[] | null {
  const alarms = event.getAllSubcomponents("valarm");
  if (alarms.length === 0) return null;
  const minutes = alarms.flatMap((alarm) => {
    const action = String(alarm.getFirstPropertyValue("action") ?? "").toUpperCase();
    const trigger: unknown = alarm.getFirstPropertyValue("trigger");
    if (!["DISPLAY", "AUDIO"].includes(action) || !(trigger instanceof ICAL.Duration)) return [];
    const before = Math.round(-trigger.toSeconds() / 60);
    return before >= 0 && before <= longestReminderMinutes ? [before] : [];
  });
  return [...new Set(minutes)].slice(0, maxReminders);
}
