import { maxEventAttendees } from "@atoll/contract/calendar/limits";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { useInvitees } from "../availability/use-free-busy.ts";
import type { EventFields } from "./event-form.ts";

export interface Invited {
  /** The invited people without the organiser, each once. */
  ids: string[];
  /** Departments or channels are invited. */
  hasGroups: boolean;
  /** The members of the groups are being asked for. */
  isCounting: boolean;
  error: string | undefined;
}

/** Returns the people that the fields invite, with the members of departments and channels. */
export function useInvited(
  { people, departmentIds, channelIds }: Pick<EventFields, "people" | "departmentIds" | "channelIds">,
  organiserId: string,
): Invited {
  const { data, error } = useInvitees(departmentIds, channelIds);
  const hasGroups = departmentIds.length + channelIds.length > 0;
  const members = hasGroups ? (data?.people ?? []) : [];
  const ids = new Set([...people, ...members].map(({ id }) => id));
  ids.delete(organiserId);
  const isTooMany = ids.size >= maxEventAttendees;
  return {
    ids: [...ids],
    hasGroups,
    isCounting: hasGroups && !data && !error,
    error: isTooMany
      ? `An event can have at most ${maxEventAttendees} attendees.`
      : hasGroups && error
        ? errorMessage(error, "Failed to count the members")
        : undefined,
  };
}
