import { administrationRoutes } from "@atoll/contract/administration/routes";
import type { RouteCall, RouteOutput } from "@atoll/contract/route";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { refetch, refetchSpread } from "../../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../../capabilities/live/use-live-query.ts";
import { call } from "../../../lib/server/api-client.ts";
import { type UserListState, userListQuery } from "./user-list.ts";

const keys = {
  all: ["administration"],
  summary: ["administration", "summary"],
  list: (query: unknown) => ["administration", "users", query],
  one: (userId: string | undefined) => ["administration", "user", userId],
  owned: (userId: string) => ["administration", "owned", userId],
} as const;

/** Accounts are shown with the names of their roles and departments, and found by them. */
const onAccounts = {
  "person.changed": refetch,
  "role.changed": refetch,
  "department.changed": refetch,
  "administration.changed": refetchSpread,
} as const;

/** Queries the counts above the panel, for viewers who may read them. */
export function useSummary() {
  return useLiveQuery({
    queryKey: keys.summary,
    queryFn: ({ signal }) => call(administrationRoutes.getSummary, {}, { signal }),
    on: { ...onAccounts, "audit.grown": refetch },
  });
}

/** A page of users. While the next one is on its way, the one before stays. */
export function useUsers(state: UserListState) {
  const query = userListQuery(state);
  return useLiveQuery({
    queryKey: keys.list(query),
    queryFn: ({ signal }) => call(administrationRoutes.listUsers, { query }, { signal }),
    placeholderData: keepPreviousData,
    on: onAccounts,
  });
}

/** One account, as it is now. */
export function useUser(userId: string | undefined) {
  return useLiveQuery({
    queryKey: keys.one(userId),
    queryFn: ({ signal }) =>
      call(administrationRoutes.getUser, { params: { userId: userId ?? "" } }, { signal }),
    enabled: userId !== undefined,
    on: {
      ...onAccounts,
      "person.changed": (data, payload) => (payload.userId === userId ? refetch() : data),
    },
    select: ({ user }) => user,
  });
}

/** Queries the things that would need a new owner. Not cached, because they decide which choices are offered. */
export function useOwned(userId: string) {
  return useQuery({
    queryKey: keys.owned(userId),
    queryFn: ({ signal }) => call(administrationRoutes.countOwned, { params: { userId } }, { signal }),
    select: ({ owned }) => owned.filter(({ count }) => count > 0),
    gcTime: 0,
    staleTime: 0,
  });
}

/** Asks again for everything in the panel: a change of one person changes counts, lists and members too. */
export function useRefreshAdministration(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: keys.all });
}

export const fetchUser = (userId: string) =>
  call(administrationRoutes.getUser, { params: { userId } }).then(({ user }) => user);

export const createUser = (body: RouteCall<typeof administrationRoutes.createUser>["body"]) =>
  call(administrationRoutes.createUser, { body }).then(({ user }) => user);

export type UserUpdate = RouteCall<typeof administrationRoutes.updateUser>["body"];

export const updateUser = (userId: string, body: UserUpdate) =>
  call(administrationRoutes.updateUser, { params: { userId }, body }).then(({ user }) => user);

export type PeopleChange = Omit<RouteCall<typeof administrationRoutes.changePeople>["body"], "userIds">;
export type PersonOutcome = RouteOutput<typeof administrationRoutes.changePeople>["outcomes"][number];

export const changePeople = (userIds: string[], change: PeopleChange) =>
  call(administrationRoutes.changePeople, { body: { ...change, userIds } }).then(({ outcomes }) => outcomes);

export const deleteUser = (userId: string, handOverTo: string | undefined) =>
  call(administrationRoutes.deleteUser, { params: { userId }, body: { handOverTo } });

export const disableUser = (userId: string) => call(administrationRoutes.disableUser, { params: { userId } });

export const enableUser = (userId: string) => call(administrationRoutes.enableUser, { params: { userId } });

export const setUserPassword = (userId: string, password: string) =>
  call(administrationRoutes.setUserPassword, { params: { userId }, body: { password } });

export const endUserSessions = (userId: string) =>
  call(administrationRoutes.endUserSessions, { params: { userId } });

export const resetUserSecondFactor = (userId: string) =>
  call(administrationRoutes.resetUserSecondFactor, { params: { userId } });
