import { ownSectionRoutes as routes } from "@atoll/contract/cards/own-section-routes";
import { refetch } from "../../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../../capabilities/live/use-live-query.ts";
import { call } from "../../../lib/server/api-client.ts";

/** The sections that administrators added to the viewer's departments. */
export function useOwnSections() {
  return useLiveQuery({
    queryKey: ["cards", "own-sections"],
    queryFn: ({ signal }) => call(routes.listOwnSections, {}, { signal }),
    on: { "section.changed": refetch },
  });
}
