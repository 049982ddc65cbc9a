import { ideaRoutes as routes } from "@atoll/contract/ideas/routes";
import type { IdeaEntry, ListedIdea, OpenIdea } from "@atoll/contract/ideas/schemas";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useUnsettled } from "../../../capabilities/changes/use-unsettled.ts";
import { useLiveQuery } from "../../../capabilities/live/use-live-query.ts";
import { usePages } from "../../../capabilities/live/use-pages.ts";
import type { SeenKind } from "../../../capabilities/offline/seen/seen-kind.ts";
import { useKeptSeen } from "../../../capabilities/offline/seen/use-kept-seen.ts";
import { hasCode } from "../../../lib/request/judge-error.ts";
import { call } from "../../../lib/server/api-client.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { applyPending } from "../changes/apply-act.ts";
import { ideaChanges } from "../changes/idea-changes.ts";
import { type CachedIdea, entryEvents, listEvents, openEvents, summaryEvents } from "./events.ts";
import { type IdeaQuery, queryOf, type ShownIdeas, usualIdeas } from "./filter.ts";

const kinds: readonly SeenKind[] = [
  { name: "ideas/lists", queryKey: ["ideas", "list"], newest: 6 },
  { name: "ideas/open", queryKey: ["ideas", "open"], newest: 40 },
  { name: "ideas/timelines", queryKey: ["ideas", "timeline"], newest: 20 },
];

/** The lists and ideas that open without a connection: those that were looked at last. */
export const seenInIdeas = () => kinds;

const all = ["ideas"] as const;
export const listKey = (shown: ShownIdeas) => [...all, "list", queryOf(shown)] as const;
export const ideaKey = (id: string) => [...all, "open", id] as const;
const idOf = ({ id }: { id: string }) => id;

/** A list of ideas, kept equal to the server's. */
export function useIdeas(shown: ShownIdeas) {
  useKeptSeen(seenInIdeas);
  const query = queryOf(shown);
  const { pending, viewer } = usePending();
  const list = usePages<ListedIdea>({
    queryKey: listKey(shown),
    fetchPage: (cursor, options) => call(routes.listIdeas, { query: { ...query, cursor } }, options),
    keyOf: idOf,
    on: listEvents(shown),
    keepsPrevious: true,
  });
  const items = useMemo(
    () => list.items && applyPending(list.items, pending, viewer),
    [list.items, pending, viewer],
  );
  return { ...list, items };
}

export const shippedKey = [...all, "list", { order: "shipped" }] as const;

/** Shipped ideas, the last one first. */
export function useShippedIdeas() {
  useKeptSeen(seenInIdeas);
  return usePages<ListedIdea>({
    queryKey: shippedKey,
    fetchPage: (cursor, options) => call(routes.listIdeas, { query: { order: "shipped", cursor } }, options),
    keyOf: idOf,
    on: listEvents({ ...usualIdeas, statuses: ["shipped"] }),
  });
}

/** The viewer's own changes that the server has not confirmed. */
export function usePending() {
  const { id, name, email, avatar } = useViewer();
  const viewer = useMemo(() => ({ id, name, email, avatar, isFormer: false }), [id, name, email, avatar]);
  return { pending: useUnsettled(ideaChanges), viewer };
}

/** How many ideas there are, and what was shipped lately that the viewer voted for. */
export function useIdeaSummary(query: Partial<Omit<IdeaQuery, "status" | "order">> = {}) {
  return useLiveQuery({
    queryKey: [...all, "summary", query],
    queryFn: ({ signal }) => call(routes.summariseIdeas, { query }, { signal }),
    on: summaryEvents,
  }).data;
}

/** An idea with everything about it. Of a merged one the idea that it became part of, with another id. */
export function useIdea(id: string) {
  useKeptSeen(seenInIdeas);
  const query = useLiveQuery<CachedIdea>({
    queryKey: ideaKey(id),
    queryFn: async ({ signal }) => ({
      idea: (await call(routes.getIdea, { params: { ideaId: id } }, { signal })).idea,
      isGone: false,
    }),
    on: openEvents,
    retry: (count, error) => count < 2 && !hasCode(error, "idea_not_found"),
  });
  const { pending, viewer } = usePending();
  const idea = query.data?.idea;
  const shown = useMemo(() => idea && applyPending([idea], pending, viewer)[0], [idea, pending, viewer]);
  return { ...query, idea: shown, isMissing: hasCode(query.error, "idea_not_found") };
}

/** The timeline of an idea, newest first. */
export function useTimeline(id: string) {
  return usePages<IdeaEntry>({
    queryKey: [...all, "timeline", id],
    fetchPage: (cursor, options) =>
      call(routes.listIdeaEntries, { params: { ideaId: id }, query: { cursor } }, options),
    keyOf: idOf,
    on: entryEvents(id),
  });
}

/** Puts what the server answered in place of what is cached, and lets everything else look again. */
export function keepAnswer(queryClient: QueryClient, idea: OpenIdea): void {
  queryClient.setQueryData<CachedIdea>(ideaKey(idea.id), { idea, isGone: false });
  void queryClient.invalidateQueries({ queryKey: [...all, "list"] });
  void queryClient.invalidateQueries({ queryKey: [...all, "timeline", idea.id] });
  void queryClient.invalidateQueries({ queryKey: [...all, "summary"] });
}

/** The same, for a component. */
export function useKeepAnswer(): (idea: OpenIdea) => void {
  const queryClient = useQueryClient();
  return (idea) => keepAnswer(queryClient, idea);
}

/** Asks again for everything that shows ideas. */
export function useLookAgain(): () => void {
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries({ queryKey: all });
}
