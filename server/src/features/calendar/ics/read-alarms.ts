import { longestReminderMinutes, maxReminders } from "@atoll/contract/calendar/limits";
import { instantOf } from "../time/temporal.ts";
import { type ContentLine, readDuration } from "./lines/content-line.ts";
import type { NoteLoss } from "./losses.ts";
import { timesOf } from "./read-times.ts";
import type { ZoneNames } from "./zone-names.ts";

/** An alarm of an event: its properties by name, and the line it begins in. */
export interface FileAlarm {
  line: number;
  properties: Map<string, ContentLine>;
}

/** The instants of an event. */
export interface Span {
  startsAt: number;
  lengthMs: number;
  home: string;
}

/**
 * Returns how many minutes before an event its file reminds of it, the nearest first; null if the file does not say, or
 * says nothing that Atoll can do, so that the person's own reminders are used. Only an alarm that does nothing, such as
 * Apple's of 1976, means no reminders.
 */
export function readAlarms(
  alarms: readonly FileAlarm[],
  span: Span,
  names: ZoneNames,
  lose: NoteLoss,
): number[] | null {
  let isSilent = false;
  const minutes = new Set<number>();
  for (const { line, properties } of alarms) {
    const action = properties.get("ACTION")?.value.trim().toUpperCase() ?? "DISPLAY";
    if (action === "NONE") isSilent = true;
    else if (action === "EMAIL") lose("alarm_email", line);
    else if (action === "PROCEDURE") lose("alarm", line);
    else {
      const ms = beforeStart(properties.get("TRIGGER"), span, names);
      if (ms === undefined) lose("alarm", line);
      else {
        const before = Math.round(ms / 60_000);
        if (before >= 0 && before <= longestReminderMinutes) minutes.add(before);
        else lose("alarm_after", line);
      }
    }
  }
  if (minutes.size > maxReminders) lose("alarms_many", alarms[0]?.line);
  const nearest = [...minutes].sort((a, b) => a - b).slice(0, maxReminders);
  return nearest.length === 0 && !isSilent ? null : nearest;
}

/** Returns how long before the start an alarm fires, which its file counts from the start or the end, or as a time. */
function beforeStart(trigger: ContentLine | undefined, span: Span, names: ZoneNames): number | undefined {
  if (!trigger) return undefined;
  const length = readDuration(trigger.value);
  if (length !== undefined)
    return trigger.parameters.get("RELATED")?.toUpperCase() === "END" ? -length - span.lengthMs : -length;
  const [time] = timesOf(trigger, (name) => names(name) ?? span.home).times;
  return time && !time.isDay ? span.startsAt - instantOf(time.ms, time.zone ?? span.home) : undefined;
}
