import type { administrationRoutes } from "@atoll/contract/administration/routes";
import type { RouteCall } from "@atoll/contract/route";

/** Rows of one page. Specification, section 9: the default of a table. */
export const userPageSize = 10;

/** The state of the user table, as in the address. Missing values are the defaults. */
export interface UserListState {
  search?: string | undefined;
  /** Ids of the role and the department that the users must have. */
  role?: string | undefined;
  department?: string | undefined;
  status?: UserStatus | undefined;
  sort?: UserSort | undefined;
  direction?: "descending" | undefined;
  page?: number | undefined;
}

export type UserStatus = "active" | "disabled" | "pending";
/** By name is the default. */
export type UserSort = "name" | "email" | "lastActive";

type UserListQuery = RouteCall<typeof administrationRoutes.listUsers>["query"];

/** The same, as the server is asked for it. */
export function userListQuery(state: UserListState): UserListQuery {
  return {
    search: state.search,
    roleId: state.role,
    departmentId: state.department,
    status: state.status,
    sort: state.sort,
    direction: state.direction,
    page: state.page,
    pageSize: userPageSize,
  };
}

/** Returns whether the list is narrowed by anything. */
export function isFiltered({ search, role, department, status }: UserListState): boolean {
  return [search, role, department, status].some((value) => value !== undefined);
}

/** Returns the list sorted by another column, or reversed by the same one, from the first page on. */
export function sortedBy(state: UserListState, sort: UserSort): UserListState {
  const isSame = (state.sort ?? "name") === sort;
  return {
    ...state,
    sort: sort === "name" ? undefined : sort,
    direction: isSame && state.direction === undefined ? "descending" : undefined,
    page: undefined,
  };
}
