import { connectionRoutes } from "@atoll/contract/mcp/oauth-routes";
import type { AuthorizationRequest, OwnedConnection } from "@atoll/contract/mcp/oauth-schemas";
import { mcpRoutes } from "@atoll/contract/mcp/routes";
import type { RouteCall } from "@atoll/contract/route";
import { useQuery } from "@tanstack/react-query";
import { refetch } from "../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../capabilities/live/use-live-query.ts";
import { usePages } from "../../capabilities/live/use-pages.ts";
import { call } from "../../lib/server/api-client.ts";

export const programKeys = {
  own: ["connected-programs"],
  consent: (request: AuthorizationRequest) => ["connected-programs", "consent", request] as const,
  everyones: ["connected-programs", "everyones"],
  blocked: ["connected-programs", "blocked"],
  rules: ["mcp-rules"],
} as const;

/** The viewer's connected programs. A connection is a session of its own kind, so its list changes with the sessions. */
export function useConnectedPrograms() {
  return useLiveQuery({
    queryKey: programKeys.own,
    queryFn: ({ signal }) => call(connectionRoutes.listConnectedPrograms, {}, { signal }),
    on: { "sessions.changed": refetch },
  });
}

export const disconnectProgram = (programId: string) =>
  call(connectionRoutes.disconnectProgram, { params: { programId } });

/** The request of a program. It is checked again when the person consents. */
export function useConsent(request: AuthorizationRequest) {
  return useQuery({
    queryKey: programKeys.consent(request),
    queryFn: ({ signal }) => call(connectionRoutes.checkConsent, { body: request }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

export const connectProgram = (body: RouteCall<typeof connectionRoutes.connectProgram>["body"]) =>
  call(connectionRoutes.connectProgram, { body });

export const refuseProgram = (body: AuthorizationRequest) => call(connectionRoutes.refuseProgram, { body });

/** Everyone's connections, for administrators, page after page. */
export function useAllConnections(search: string) {
  return usePages<OwnedConnection>({
    queryKey: [...programKeys.everyones, search],
    fetchPage: (cursor, options) =>
      call(connectionRoutes.listAllConnections, { query: { search, cursor } }, options),
    keyOf: ({ id }) => id,
    keepsPrevious: true,
  });
}

export const endAnyConnection = (programId: string) =>
  call(connectionRoutes.endAnyConnection, { params: { programId } });

/** The programs that nobody can connect. */
export function useBlockedPrograms() {
  return useQuery({
    queryKey: programKeys.blocked,
    queryFn: ({ signal }) => call(connectionRoutes.listBlockedPrograms, {}, { signal }),
  });
}

export const blockProgram = (clientId: string) =>
  call(connectionRoutes.blockProgram, { params: { clientId } });

export const allowProgram = (clientId: string) =>
  call(connectionRoutes.allowProgram, { params: { clientId } });

/** The rules for programs that speak MCP. */
export function useMcpRules() {
  return useQuery({
    queryKey: programKeys.rules,
    queryFn: ({ signal }) => call(mcpRoutes.getMcpRules, {}, { signal }),
  });
}

export const setMcpRules = (body: RouteCall<typeof mcpRoutes.setMcpRules>["body"]) =>
  call(mcpRoutes.setMcpRules, { body });
