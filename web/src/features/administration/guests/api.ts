import { type Guest, guestRoutes } from "@atoll/contract/administration/guest-routes";
import { refetchSpread } from "../../../capabilities/live/follow-query.ts";
import { usePages } from "../../../capabilities/live/use-pages.ts";
import { call } from "../../../lib/server/api-client.ts";
import { addDays, instantOf } from "../../../lib/time/wall-time.ts";

export const guestsKey = ["administration", "guests"] as const;

export interface GuestFilters {
  search: string;
  state: "any" | "active" | "ended";
}

/** Guests, those whose access ends first at the top and ended ones at the bottom, page after page. */
export function useGuests(filters: GuestFilters) {
  return usePages<Guest>({
    queryKey: [...guestsKey, filters],
    fetchPage: (cursor, options) => call(guestRoutes.listGuests, { query: { cursor, ...filters } }, options),
    keyOf: ({ id }) => id,
    // Accepting an invitation changes the list of mails and invitations as well.
    on: { "mails.changed": refetchSpread },
    keepsPrevious: true,
  });
}

export const changeGuest = (guestId: string, until: string) =>
  call(guestRoutes.changeGuest, { params: { guestId }, body: { until } });

export const renameGuest = (guestId: string, body: { name: string; seenName: string }) =>
  call(guestRoutes.renameGuest, { params: { guestId }, body });

export const endGuest = (guestId: string) => call(guestRoutes.endGuest, { params: { guestId } });

export const promoteGuest = (guestId: string) => call(guestRoutes.promoteGuest, { params: { guestId } });

/** The moment after the last day of a guest, in the zone of the person who chooses it. */
export const endOfDay = (day: string) => instantOf(addDays(day, 1)).toISOString();
