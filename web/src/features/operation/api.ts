import type { AnnouncedMaintenance, Maintenance } from "@atoll/contract/operation/maintenance";
import { operationRoutes } from "@atoll/contract/operation/routes";
import { refetch } from "../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../capabilities/live/use-live-query.ts";
import { counted } from "../../lib/counted.ts";
import { call } from "../../lib/server/api-client.ts";
import { formatInstant, formatTime, isSameDay } from "../../lib/time/format-date.ts";

export const healthKey = ["administration", "health"] as const;
export const maintenanceKey = ["maintenance"] as const;

/** Queries the maintenance that is announced or running, as the server judges it. */
export function useMaintenance() {
  return useLiveQuery<Maintenance>({
    queryKey: maintenanceKey,
    queryFn: ({ signal }) => call(operationRoutes.getMaintenance, {}, { signal }),
    on: { "maintenance.changed": refetch },
    refetchInterval: ({ state }) => (isNear(state.data) ? minuteMs : false),
  });
}

const minuteMs = 60_000;
const nearMs = 10 * minuteMs;

/** Clocks of servers differ a little: the one that answers may start the maintenance later than the one that told of it. */
function isNear(maintenance: Maintenance | undefined): boolean {
  const announced = maintenance?.announced;
  return announced ? announced.isRunning || Date.parse(announced.startsAt) - Date.now() < nearMs : false;
}

/** "Maintenance starts in about 25 minutes, at 14:00, and ends at 15:00." */
export function describeTimes({ startsAt, endsAt, isRunning }: AnnouncedMaintenance, now: Date): string {
  const at = (instant: string) =>
    isSameDay(instant, now) ? `at ${formatTime(instant)}` : `on ${formatInstant(instant)}`;
  if (!isRunning)
    return `Maintenance starts ${describeWait(startsAt, now)}, ${at(startsAt)}, and ends ${at(endsAt)}.`;
  return `Maintenance is running. It ends ${describeWait(endsAt, now)}, ${at(endsAt)}.`;
}

/** "in about 3 hours", "in about 25 minutes", "in 4 minutes", "in a moment". Changes rarely, because screen readers read it aloud. */
function describeWait(instant: string, now: Date): string {
  const minutes = Math.ceil((Date.parse(instant) - now.getTime()) / minuteMs);
  if (minutes < 2) return "in a moment";
  if (minutes <= 10) return `in ${counted(minutes, "minute")}`;
  if (minutes <= 90) return `in about ${counted(Math.round(minutes / 5) * 5, "minute")}`;
  const hours = Math.round(minutes / 60);
  return hours < 48
    ? `in about ${counted(hours, "hour")}`
    : `in about ${counted(Math.round(hours / 24), "day")}`;
}
