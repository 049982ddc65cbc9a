import type { UserListState } from "../../features/administration/users/user-list.ts";

const statuses = ["active", "disabled", "pending"] as const;
const sorts = ["name", "email", "lastActive"] as const;
const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Parses the state of the user table from the address, `?search=vega&sort=email&page=2`. Invalid values are ignored.
 * Every name is returned, so that nothing of the address gets past.
 */
export function readUserListState(search: Record<string, unknown>): UserListState {
  const page = Number(search.page);
  return {
    search: typeof search.search === "string" ? search.search.slice(0, 100) || undefined : undefined,
    role: readId(search.role),
    department: readId(search.department),
    status: statuses.find((one) => one === search.status),
    sort: sorts.find((one) => one === search.sort && one !== "name"),
    direction: search.direction === "descending" ? "descending" : undefined,
    page: Number.isInteger(page) && page > 1 && page <= 1_000_000 ? page : undefined,
  };
}

function readId(value: unknown): string | undefined {
  return typeof value === "string" && id.test(value) ? value : undefined;
}
