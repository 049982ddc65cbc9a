import { knowledgeRoutes } from "@atoll/contract/knowledge/routes";
import type { ListedPath, OnboardingPath, PathItem } from "@atoll/contract/onboarding/path-schemas";
import { onboardingRoutes as routes } from "@atoll/contract/onboarding/routes";
import type { Onboarding, OnboardingFigures, OpenOnboarding } from "@atoll/contract/onboarding/schemas";
import { peopleRoutes } from "@atoll/contract/people/routes";
import type { Person } from "@atoll/contract/people/schemas";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { type LiveHandlers, refetch, refetchSpread } from "../../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../../capabilities/live/use-live-query.ts";
import { usePages } from "../../../capabilities/live/use-pages.ts";
import type { SeenKind } from "../../../capabilities/offline/seen/seen-kind.ts";
import { useKeptSeen } from "../../../capabilities/offline/seen/use-kept-seen.ts";
import { hasCode } from "../../../lib/request/judge-error.ts";
import { call } from "../../../lib/server/api-client.ts";

const all = ["onboarding"] as const;
export const keys = {
  all,
  own: [...all, "own"] as const,
  figures: [...all, "figures"] as const,
  people: [...all, "people"] as const,
  open: (id: string) => [...all, "open", id] as const,
  paths: [...all, "paths"] as const,
  path: (id: string) => [...all, "path", id] as const,
};

const seen: readonly SeenKind[] = [{ name: "onboarding/own", queryKey: keys.own, newest: 1 }];
/** The queries that are available offline: the viewer's own path. */
const seenInOnboarding = () => seen;

/** Events after which a list of people may be another. */
function ofLists<Data>(): LiveHandlers<Data> {
  return {
    "onboarding.changed": refetchSpread,
    "onboarding.gone": refetch,
    "viewer.changed": refetch,
  };
}

export function useOwnOnboardings() {
  useKeptSeen(seenInOnboarding);
  return useLiveQuery<OpenOnboarding[]>({
    queryKey: keys.own,
    queryFn: async ({ signal }) => (await call(routes.listOwnOnboardings, {}, { signal })).items,
    on: {
      "onboarding.changed": refetch,
      "onboarding.gone": refetch,
      "article.changed": refetchSpread,
      "article.gone": refetchSpread,
      "viewer.changed": refetch,
    },
  });
}

export function useFigures() {
  return useLiveQuery<OnboardingFigures>({
    queryKey: keys.figures,
    queryFn: ({ signal }) => call(routes.getOnboardingFigures, {}, { signal }),
    on: ofLists(),
  });
}

export interface PeopleFilter {
  state: "running" | "done" | "stopped";
  departmentId?: string | undefined;
}

export function usePeople(filter: PeopleFilter) {
  return usePages<Onboarding>({
    queryKey: [...keys.people, filter],
    fetchPage: (cursor, options) => call(routes.listOnboardings, { query: { ...filter, cursor } }, options),
    keyOf: ({ id }) => id,
    on: ofLists(),
    keepsPrevious: true,
  });
}

/** Somebody's path, kept equal to the server's. */
export function useOnboarding(id: string) {
  const query = useLiveQuery<OpenOnboarding>({
    queryKey: keys.open(id),
    queryFn: async ({ signal }) =>
      (await call(routes.getOnboarding, { params: { onboardingId: id } }, { signal })).onboarding,
    on: {
      "onboarding.changed": (cached, { onboardingId }) =>
        onboardingId === id || onboardingId === null ? refetch() : cached,
      "onboarding.gone": (cached, { onboardingId }) => (onboardingId === id ? refetch() : cached),
      "article.changed": refetchSpread,
      "viewer.changed": refetch,
    },
    retry: (count, error) => count < 2 && !hasCode(error, "onboarding_not_found"),
  });
  return { ...query, isMissing: hasCode(query.error, "onboarding_not_found") };
}

/** Returns a function that fetches somebody's path as it is now. */
export function useFetchOnboarding(id: string): () => Promise<OpenOnboarding> {
  const keep = useKeepOnboarding();
  return async () => {
    const { onboarding } = await call(routes.getOnboarding, { params: { onboardingId: id } });
    keep(onboarding);
    return onboarding;
  };
}

const ofPaths = {
  "onboarding-path.changed": refetch,
  "onboarding.changed": refetchSpread,
  "viewer.changed": refetch,
} as const;

export function usePaths(isWanted: boolean) {
  return useLiveQuery<ListedPath[]>({
    queryKey: keys.paths,
    queryFn: async ({ signal }) => (await call(routes.listPaths, {}, { signal })).items,
    on: ofPaths,
    enabled: isWanted,
  });
}

export function usePath(id: string) {
  return useLiveQuery<OnboardingPath>({
    queryKey: keys.path(id),
    queryFn: async ({ signal }) => (await call(routes.getPath, { params: { pathId: id } }, { signal })).path,
    on: {
      "onboarding-path.changed": (cached, { pathId }) => (pathId === id ? refetch() : cached),
      "viewer.changed": refetch,
    },
  });
}

/** The departments and roles that a path can be for. */
export function usePathAudience() {
  return useQuery({
    queryKey: [...all, "audience"],
    queryFn: ({ signal }) => call(routes.getPathAudience, {}, { signal }),
  });
}

/** Published pages and procedures to put on a path, by title. */
export function useChoosablePages(kind: "article" | "sop", isWanted: boolean) {
  return useQuery({
    queryKey: [...all, "pages", kind],
    queryFn: async ({ signal }) =>
      (await call(knowledgeRoutes.listArticles, { query: { kind, limit: 200 } }, { signal })).items,
    enabled: isWanted,
  });
}

/** So many are asked for at once. */
const mostPeople = 100;

/** The colleagues that a path names for a meeting, by ID; undefined while they load. Former colleagues are not among them. */
export function usePeopleToMeet(items: readonly PathItem[]): ReadonlyMap<string, Person> | undefined {
  const ids = [...new Set(items.flatMap(({ personId }) => personId ?? []))].sort().slice(0, mostPeople);
  const { data } = useQuery({
    queryKey: [...all, "to-meet", ...ids],
    queryFn: async ({ signal }) =>
      (await call(peopleRoutes.listProfiles, { query: { ids: ids.join(",") } }, { signal })).profiles,
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });
  return ids.length === 0 ? new Map() : data && new Map(data.map((person) => [person.id, person]));
}

/** Puts the server's answer in place of what is cached, and has the lists look again. */
export function useKeepOnboarding() {
  const queryClient = useQueryClient();
  return (onboarding: OpenOnboarding) => {
    queryClient.setQueryData(keys.open(onboarding.id), onboarding);
    queryClient.setQueryData<OpenOnboarding[]>(keys.own, (cached) =>
      cached?.map((one) => (one.id === onboarding.id ? onboarding : one)),
    );
    for (const queryKey of [keys.figures, keys.people]) void queryClient.invalidateQueries({ queryKey });
  };
}
