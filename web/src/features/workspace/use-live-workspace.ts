import { refetch } from "../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../capabilities/live/use-live-query.ts";
import { workspaceQuery } from "./use-workspace.ts";

/** Follows the company's name, colour and logo, on every page of a signed-in person. */
export function useLiveWorkspace() {
  return useLiveQuery({
    ...workspaceQuery,
    on: { "company.changed": refetch },
  });
}
