import { retentionRoutes } from "@atoll/contract/retention/routes";
import type {
  LegalHold,
  LegalHoldAct,
  NamedChannel,
  Retention,
  RetentionRule,
} from "@atoll/contract/retention/schemas";
import type { RouteCall } from "@atoll/contract/route";
import { useQueryClient } from "@tanstack/react-query";
import { useLiveQuery } from "../../capabilities/live/use-live-query.ts";
import { usePages } from "../../capabilities/live/use-pages.ts";
import { counted } from "../../lib/counted.ts";
import { call } from "../../lib/server/api-client.ts";

const rulesKey = ["administration", "retention"] as const;
const holdsKey = ["administration", "legal-holds"] as const;
const lookEveryMs = 60_000;

/** Queries the rules. Nothing tells of changes by others or of runs, so it looks again while it is in sight. */
export function useRetention() {
  return useLiveQuery<Retention>({
    queryKey: rulesKey,
    queryFn: ({ signal }) => call(retentionRoutes.getRetention, {}, { signal }),
    on: {},
    refetchInterval: lookEveryMs,
  });
}

/** Shows the rules that a change was answered with. */
export function useShowRetention() {
  const queryClient = useQueryClient();
  return (retention: Retention) => queryClient.setQueryData<Retention>(rulesKey, retention);
}

/** Returns the name of a place of a rule. */
export function placeName({ scope, place }: Pick<RetentionRule, "scope" | "place">): string {
  if (scope === "channels") return "All channels";
  if (scope === "direct") return "Direct chats";
  return place ? channelName(place) : "";
}

/** A private channel that the viewer is not in has no name here. */
export const channelName = ({ id, name }: NamedChannel): string => name ?? `Private channel ${id}`;

/** "for 30 days", "for ever". */
export const describeDays = (days: number | null): string =>
  days === null ? "for ever" : `for ${counted(days, "day")}`;

export type PreviewQuery = RouteCall<typeof retentionRoutes.previewRetention>["query"];

export const fetchPreview = (query: PreviewQuery) => call(retentionRoutes.previewRetention, { query });

/** The legal holds, the newest first. */
export function useHolds() {
  return usePages<LegalHold>({
    queryKey: holdsKey,
    fetchPage: (cursor, options) => call(retentionRoutes.listHolds, { query: { cursor } }, options),
    keyOf: ({ id }) => id,
  });
}

/** The acts on a hold, the newest first. */
export function useHoldActs(holdId: string) {
  return usePages<LegalHoldAct>({
    queryKey: [...holdsKey, holdId],
    fetchPage: (cursor, options) =>
      call(retentionRoutes.listHoldActs, { params: { holdId }, query: { cursor } }, options),
    keyOf: ({ id }) => id,
  });
}

/** Fetches the holds and what was done with them again. */
export function useRefetchHolds() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: holdsKey });
}
