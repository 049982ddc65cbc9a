import { Count } from "../../../ui/badge/count.tsx";
import { cx } from "../../../ui/base/cx.ts";
import { Button } from "../../../ui/button/button.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { ErrorState } from "../../../ui/state/error-state.tsx";
import { RetryAlert } from "../../../ui/state/retry-alert.tsx";
import { Pager } from "../../../ui/table/pager.tsx";
import { useDepartments } from "../departments/api.ts";
import { useRoles } from "../roles/api.ts";
import { useUsers } from "./api.ts";
import type { StartUserAct } from "./dialogs/user-dialog.ts";
import { UsersSkeleton } from "./table/users-skeleton.tsx";
import { UsersTable } from "./table/users-table.tsx";
import { PeopleBar } from "./together/people-bar.tsx";
import { usePeopleSelection } from "./together/use-people-selection.ts";
import { UserFilters } from "./user-filters.tsx";
import { isFiltered, sortedBy, type UserListState, userPageSize } from "./user-list.ts";

export interface UsersPanelProps {
  state: UserListState;
  onStateChange: (next: UserListState) => void;
  onAct: StartUserAct;
}

/** All accounts, searched, filtered, sorted and in pages. Specification, sections 2, 5 and 8 (admin). */
export function UsersPanel({ state, onStateChange, onAct }: UsersPanelProps) {
  const { data, isError, isFetching, isPlaceholderData, refetch } = useUsers(state);
  const roles = useRoles().data ?? [];
  const departments = useDepartments().data ?? [];
  const isLoading = !data && !isError;
  const selection = usePeopleSelection(data?.users ?? []);
  return (
    <section aria-labelledby="users-title" className="rounded-lg border bg-surface-raised shadow-1">
      <header className="flex min-h-12 flex-wrap items-center gap-2 py-2 pr-3 pl-4 max-md:pr-4">
        <h2 className="font-semibold text-sm" id="users-title">
          Users
        </h2>
        {data && <Total value={data.total} />}
        <UserFilters
          departments={departments}
          isSearching={isPlaceholderData && isFetching}
          onChange={onStateChange}
          roles={roles}
          state={state}
        />
      </header>
      {isError && data && (
        <RetryAlert
          className="mx-4 mb-3"
          message={failure}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {isError && !data && (
        <ErrorState message={failure} onRetry={() => void refetch()} retrying={isFetching} />
      )}
      {isLoading && <UsersSkeleton />}
      {data && (
        <div
          aria-busy={isPlaceholderData}
          className={cx("overflow-hidden rounded-b-lg", isPlaceholderData && "opacity-60")}
        >
          <UsersTable
            onAct={onAct}
            selection={selection}
            onSort={(sort) => onStateChange(sortedBy(state, sort))}
            slugs={new Map(departments.map(({ id, slug }) => [id, slug]))}
            sort={{ key: state.sort ?? "name", direction: state.direction ?? "ascending" }}
            users={data.users}
          />
          {data.total === 0 && (
            <EmptyState
              action={
                isFiltered(state) && (
                  <Button onClick={() => onStateChange(withoutFilters(state))} size="sm">
                    Clear filters
                  </Button>
                )
              }
              drawing="search"
              title="No users found"
            />
          )}
          <UsersPager
            onPageChange={(page) => onStateChange({ ...state, page: page > 1 ? page : undefined })}
            page={isPlaceholderData ? (state.page ?? 1) : data.page}
            total={data.total}
          />
        </div>
      )}
      <PeopleBar selection={selection} />
    </section>
  );
}

const failure = "Failed to fetch users";

/** The plain count stops at 99. */
function Total({ value }: { value: number }) {
  return value > 99 ? <span className="text-faint text-xs">{value}</span> : <Count value={value} />;
}

/** The numbers are those of the page that was asked for, also while it is on its way. */
function UsersPager({ page: wanted, total, onPageChange }: UsersPagerProps) {
  const pageCount = Math.ceil(total / userPageSize);
  const page = Math.min(Math.max(1, wanted), pageCount);
  if (pageCount <= 1) return null;
  const before = (page - 1) * userPageSize;
  return (
    <Pager
      from={before + 1}
      onPageChange={onPageChange}
      page={page}
      pageCount={pageCount}
      to={Math.min(before + userPageSize, total)}
      total={total}
    />
  );
}

interface UsersPagerProps {
  page: number;
  total: number;
  onPageChange: (page: number) => void;
}

function withoutFilters({ sort, direction }: UserListState): UserListState {
  return { sort, direction };
}
