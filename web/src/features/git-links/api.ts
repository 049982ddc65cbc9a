import { gitLinkRoutes } from "@atoll/contract/git-links/routes";
import type { GitConnection } from "@atoll/contract/git-links/schemas";
import type { RouteCall } from "@atoll/contract/route";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { refetch } from "../../capabilities/live/follow-query.ts";
import { usePages } from "../../capabilities/live/use-pages.ts";
import { call } from "../../lib/server/api-client.ts";

export const connectionsKey = ["git-connections"] as const;

/** The repository connections that the viewer may see, page after page. */
export function useConnections() {
  return usePages<GitConnection>({
    queryKey: [...connectionsKey, "list"],
    fetchPage: (cursor, options) => call(gitLinkRoutes.listGitConnections, { query: { cursor } }, options),
    keyOf: ({ id }) => id,
    on: { "git-connections.changed": refetch },
  });
}

/** Departments that the viewer manages, by a part of their name. */
export function useDepartments(search: string) {
  return useQuery({
    queryKey: [...connectionsKey, "departments", search],
    queryFn: ({ signal }) => call(gitLinkRoutes.listGitDepartments, { query: { search } }, { signal }),
    placeholderData: keepPreviousData,
  });
}

export const createConnection = (body: RouteCall<typeof gitLinkRoutes.createGitConnection>["body"]) =>
  call(gitLinkRoutes.createGitConnection, { body });

export const changeConnection = (
  connectionId: string,
  body: RouteCall<typeof gitLinkRoutes.changeGitConnection>["body"],
) => call(gitLinkRoutes.changeGitConnection, { params: { connectionId }, body });

export const renewSecret = (connectionId: string) =>
  call(gitLinkRoutes.renewGitSecret, { params: { connectionId } });

export const takeOverConnection = (connectionId: string, version: number) =>
  call(gitLinkRoutes.takeOverGitConnection, { params: { connectionId }, body: { version } });

export const deleteConnection = (connectionId: string) =>
  call(gitLinkRoutes.deleteGitConnection, { params: { connectionId } });

/** The address that the repository calls. */
export const connectionAddress = (connectionId: string) =>
  new URL(`/api/git-hooks/${connectionId}`, window.location.origin).href;
