import type { AdminDepartment, AdminRole } from "@atoll/contract/administration/schemas";
import { roleTitle } from "@atoll/contract/identity/role-title";
import { ArrowUpDown, CircleDot, Map as MapIcon, Shield } from "lucide-react";
import { departmentOptions } from "../../../capabilities/people/department-options.tsx";
import { useIsPhone } from "../../../lib/page/use-is-phone.ts";
import { FilterButton } from "../../../ui/button/filter-button.tsx";
import { FilterField } from "../../../ui/field/filter-field.tsx";
import { ChoiceFilter } from "../../../ui/list/choice-filter.tsx";
import { Menu } from "../../../ui/popup/menu.tsx";
import { sortedBy, type UserListState, type UserSort } from "./user-list.ts";

export interface UserFiltersProps {
  state: UserListState;
  onChange: (next: UserListState) => void;
  roles: readonly AdminRole[];
  departments: readonly AdminDepartment[];
  isSearching: boolean;
}

/** The filters of the user table. On a phone, which has no column headings, also the order. */
export function UserFilters({ state, onChange, roles, departments, isSearching }: UserFiltersProps) {
  const isPhone = useIsPhone();
  const narrow = (change: Partial<UserListState>) => onChange({ ...state, ...change, page: undefined });
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2 md:ml-auto">
      <FilterField
        className="w-60 max-md:w-full"
        label="Search users"
        loading={isSearching}
        maxLength={100}
        onChange={(search) => narrow({ search: search || undefined })}
        placeholder="Filter by name or email"
        value={state.search ?? ""}
      />
      <ChoiceFilter
        icon={Shield}
        name="Role"
        onChange={(role) => narrow({ role })}
        options={roles.map(({ id, name }) => ({ value: id, label: roleTitle(name) }))}
        value={state.role}
      />
      <ChoiceFilter
        icon={MapIcon}
        name="Department"
        onChange={(department) => narrow({ department })}
        options={departmentOptions(departments)}
        value={state.department}
      />
      <ChoiceFilter
        icon={CircleDot}
        name="Status"
        onChange={(status) => narrow({ status })}
        options={statuses}
        value={state.status}
      />
      {isPhone && <SortButton onSort={(sort) => onChange(sortedBy(state, sort))} state={state} />}
    </div>
  );
}

const statuses = [
  { value: "active", label: "Active" },
  { value: "disabled", label: "Disabled" },
  { value: "pending", label: "Pending" },
] as const;

function SortButton({ state, onSort }: { state: UserListState; onSort: (sort: UserSort) => void }) {
  const current = sorts.find(({ value }) => value === (state.sort ?? "name"));
  const items = sorts.map(({ value, label }) => ({ label, onSelect: () => onSort(value) }));
  return (
    <Menu
      align="end"
      items={items}
      label="Sort"
      trigger={<FilterButton icon={ArrowUpDown} label={`Sort: ${current?.label}`} />}
    />
  );
}

const sorts = [
  { value: "name", label: "Name" },
  { value: "email", label: "Email" },
  { value: "lastActive", label: "Last Active" },
] as const;
