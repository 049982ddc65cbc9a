import type { EventPayload } from "@atoll/contract/events";
import { savedViewRoutes as routes } from "@atoll/contract/saved-views/routes";
import type { NewSavedView, SavedView, SavedViewChange } from "@atoll/contract/saved-views/schemas";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { call } from "../../lib/server/api-client.ts";
import { useLiveQuery } from "../live/use-live-query.ts";
import type { SeenKind } from "../offline/seen/seen-kind.ts";
import { useKeptSeen } from "../offline/seen/use-kept-seen.ts";

const viewsKey = ["saved-views"] as const;
const kinds: readonly SeenKind[] = [{ name: "saved-views", queryKey: viewsKey, newest: 20 }];
const seenViews = () => kinds;

/** The viewer's saved views of a page, the same on all their devices. The last ones also open offline. */
export function useViews(place: string) {
  useKeptSeen(seenViews);
  const on = useMemo(
    () => ({
      "saved-views.changed": (before: SavedView[], heard: EventPayload<"saved-views.changed">) =>
        heard.place === place ? heard.views : before,
    }),
    [place],
  );
  return useLiveQuery<SavedView[]>({
    queryKey: [...viewsKey, place],
    queryFn: async ({ signal }) =>
      (await call(routes.listSavedViews, { params: { place } }, { signal })).views,
    on,
  });
}

/** The actions on the saved views of a page. */
export function useViewChanges(place: string) {
  const queryClient = useQueryClient();
  const take = ({ views }: { views: SavedView[] }) =>
    queryClient.setQueryData<SavedView[]>([...viewsKey, place], views);
  const params = { place };
  return {
    save: async (body: NewSavedView) => take(await call(routes.saveView, { params, body })),
    change: async (viewId: string, body: SavedViewChange) =>
      take(await call(routes.changeSavedView, { params: { place, viewId }, body })),
    order: async (viewIds: string[]) =>
      take(await call(routes.orderSavedViews, { params, body: { viewIds } })),
    remove: async (viewId: string) => take(await call(routes.deleteSavedView, { params: { place, viewId } })),
  };
}
