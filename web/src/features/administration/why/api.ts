import { administrationRoutes } from "@atoll/contract/administration/routes";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { refetch, refetchSpread } from "../../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../../capabilities/live/use-live-query.ts";
import { call } from "../../../lib/server/api-client.ts";
import type { WhyQuestion } from "./question.ts";

const maxResults = 8;

/** Why a person can or cannot open a page or use a permission. Nothing is asked until person and thing are chosen. */
export function useExplanation({ user, path, permission }: WhyQuestion) {
  return useLiveQuery({
    queryKey: ["administration", "explanation", user, path, permission],
    queryFn: ({ signal }) =>
      call(
        administrationRoutes.explainAccess,
        { params: { userId: user ?? "" }, query: { path, permission } },
        { signal },
      ),
    enabled: user !== undefined && (path ?? permission) !== undefined,
    on: {
      "person.changed": (data, { userId }) => (userId === user ? refetch() : data),
      "role.changed": refetch,
      "department.changed": refetch,
      "administration.changed": refetchSpread,
    },
  });
}

/** Accounts by a part of their name or email, disabled and pending ones too: it is them that one asks about. */
export function useAccountSearch(search: string) {
  return useQuery({
    queryKey: ["administration", "users", "search", search],
    queryFn: ({ signal }) =>
      call(administrationRoutes.listUsers, { query: { search, pageSize: maxResults } }, { signal }),
    placeholderData: keepPreviousData,
  });
}
