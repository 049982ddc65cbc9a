import { onCallRoutes as routes } from "@atoll/contract/cards/on-call-routes";
import type { Escalation, NewOverride, OnCallPlan, Rota, Swap } from "@atoll/contract/cards/on-call-schemas";
import type { Person } from "@atoll/contract/people/schemas";
import { useQueryClient } from "@tanstack/react-query";
import { refetch } from "../../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../../capabilities/live/use-live-query.ts";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { call } from "../../../lib/server/api-client.ts";
import { formatDate, formatTime } from "../../../lib/time/format-date.ts";
import { formatWeekday } from "../../../lib/time/format-more-dates.ts";

export type PlannedShift = OnCallPlan["shifts"][number];

const keyOf = (slug: string) => ["cards", "on-call", slug];

/** The shifts of a department over the next four weeks, its rota and its escalation. */
export function useOnCall(slug: string) {
  return useLiveQuery({
    queryKey: keyOf(slug),
    queryFn: ({ signal }) => call(routes.readOnCall, { params: { slug } }, { signal }),
    on: { "section.changed": refetch },
  });
}

/** Fetches who is on call again, after the viewer's own change. */
export function useRefetchOnCall(slug: string): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: keyOf(slug) }),
      queryClient.invalidateQueries({ queryKey: ["cards", "overview", slug] }),
    ]);
  };
}

export const setRota = (slug: string, body: Rota & { version: number }) =>
  call(routes.setRota, { params: { slug }, body });

export const deleteRota = (slug: string) => call(routes.deleteRota, { params: { slug } });

export const addOverride = (slug: string, body: NewOverride) =>
  call(routes.addOverride, { params: { slug }, body });

export const endOverride = (overrideId: string) => call(routes.endOverride, { params: { overrideId } });

export const swapShifts = (slug: string, body: Swap) => call(routes.swapShifts, { params: { slug }, body });

export const setEscalation = (slug: string, body: Escalation & { version: number }) =>
  call(routes.setEscalation, { params: { slug }, body });

/** A person of the plan; undefined for one who is unknown here. */
export function personOf({ members, others }: OnCallPlan, id: string): Person | undefined {
  return members.find((one) => one.id === id) ?? others.find((one) => one.id === id);
}

export const nameOf = (plan: OnCallPlan, id: string): string => authorName(personOf(plan, id) ?? null);

/** "Mon 7 Dec, 09:00 to Mon 14 Dec, 09:00" */
export const spanOf = ({ startsAt, endsAt }: Pick<PlannedShift, "startsAt" | "endsAt">): string =>
  `${handoverOf(startsAt)} to ${handoverOf(endsAt)}`;

/** "Mon 7 Dec, 09:00", with the year when it is not this one. */
export const handoverOf = (at: string): string => `${formatWeekday(at)} ${formatDate(at)}, ${formatTime(at)}`;
