import type { administrationRoutes } from "@atoll/contract/administration/routes";
import {
  defineListSearch,
  id,
  optionOf,
  type SearchValues,
  text,
  wholeNumber,
} from "@atoll/contract/list-search";
import type { RouteCall } from "@atoll/contract/route";

/** Rows of one page. Specification, section 9: the default of a table. */
export const userPageSize = 10;

/** The address of the user table, `?search=vega&sort=email&page=2`. */
export const userSearch = defineListSearch({
  search: text(100),
  /** IDs of the role and the department that the users must have. */
  role: id,
  department: id,
  status: optionOf(["active", "disabled", "pending"]),
  /** By name if left out. */
  sort: optionOf(["email", "lastActive"]),
  direction: optionOf(["descending"]),
  page: wholeNumber(2, 1_000_000),
});

/** The state of the user table. Missing values are the defaults. */
export type UserListState = Partial<SearchValues<typeof userSearch>>;

export type UserSort = "name" | NonNullable<UserListState["sort"]>;

type UserListQuery = RouteCall<typeof administrationRoutes.listUsers>["query"];

/** The same, as the server is asked for it. */
export function userListQuery(state: UserListState): UserListQuery {
  return {
    search: state.search || undefined,
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
  return [search || undefined, role, department, status].some((value) => value !== undefined);
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
